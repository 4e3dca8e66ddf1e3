import { reset } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, confirmed, ofA, people, type TraceBuilder, trace } from '../testing/trace-builder.ts';

const saying = (message: unknown): TraceBuilder => begin().reset(ofA(), confirmed({ message }));
const documented = 'The conversation s-me_user_s-a has been deleted successfully for UID s-me.';

const ofCase = trace({ users: ['me', 'A'], groups: [] })
  .send('me', 'A')
  .send('me', 'me');
const confirming = (one: Reset, message: string, built = begin()) => skips(built.reset(one, confirmed({ message })));

/** Of these nothing is asked. */
const ofNone = {
  'a confirmation without a key': confirming(ofA({ apikey: 'absent' }), 'b'),
  'a confirmation for nobody': confirming(ofA({ onBehalfOf: 'unknown' }), 'b'),
  'a request that names three users': confirming(ofA({ path: 'b' }), 's-b'),
  'a conversation with somebody whom nobody created': confirming(reset('me', toUser('nobody')), ''),
  'a group that nobody created, with the id of a user': confirming(reset('me', toGroup('a')), ''),
  'ids whose case a target may fold': confirming(reset('me', toUser('A')), 'x', ofCase),
};

// What words a name may be is the table of names-in.test.ts.
checkTable('message-names-conversation', {
  'by its id': passes(saying(documented)),
  nothing: fails(
    saying('Done for s-me.'),
    'a text that names s-me_user_s-a or s-a, not data.message: "Done for s-me."',
  ),
  'a message that is no text': fails(saying(42), { seen: 'data.message: 42' }),
  ...ofNone,
  'an id of the target’s own that no list has shown': skips(
    begin()
      .knowing({ spellsIds: false })
      .reset(ofA(), confirmed({ message: 'Chat 77 cleared for s-me.' })),
  ),
});

checkTable('message-names-acting-user', {
  'beside the id of the conversation': passes(saying(documented)),
  'only within the id of the conversation': fails(saying('The conversation s-me_user_s-a is gone.'), {
    of: 'answer',
    expected: 'a text that names me',
  }),
  ...ofNone,
});

checkTable('message-names-no-other', {
  'no other one': passes(saying(documented)),
  'an id that another one has as well, where its own is not known': passes(
    begin()
      .knowing({ spellsIds: false })
      .later()
      .list('me', ['user:a', 'user:b'], { 'user:b': 'me:same' })
      .reset(ofA(), confirmed({ message: 'me:same is gone' })),
  ),
  'the id of another user': fails(saying(`${documented} So has s-b.`), { expected: 'a text that does not name s-b' }),
  ...ofNone,
  'there is no other one': skips(
    trace({ users: people.users, groups: [] })
      .send('a', 'me')
      .reset(ofA(), confirmed({ message: 's-b s-a s-me' })),
  ),
});
