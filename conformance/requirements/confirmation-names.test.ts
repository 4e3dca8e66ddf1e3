import { reset } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/scenario.ts';
import { checkTable } from '../testing/check-table.ts';
import { begin, confirmed, ofA, people, type TraceBuilder, trace } from '../testing/trace-builder.ts';

const saying = (message: unknown): TraceBuilder => begin().reset(ofA(), confirmed({ message }));
const documented = 'The conversation s-me_user_s-a has been deleted successfully for UID s-me.';

/** Of these nothing is asked. */
const ofNone = {
  'a confirmation without a key': begin().reset(ofA({ apikey: 'absent' }), confirmed({ message: 'b' })),
  'a confirmation for nobody': begin().reset(ofA({ onBehalfOf: 'unknown' }), confirmed({ message: 'b' })),
  'a request that names three users': begin().reset(ofA({ path: 'b' }), confirmed({ message: 's-b' })),
  'with somebody whom nobody created': begin().reset(reset('me', toUser('nobody')), confirmed({ message: '' })),
  'a group of no one, with the id of a user': begin().reset(reset('me', toGroup('a')), confirmed({ message: '' })),
  'ids whose case a target may fold': trace({ users: ['me', 'A'], groups: [] })
    .send('me', 'A')
    .send('me', 'me')
    .reset(reset('me', toUser('A')), confirmed({ message: 'x' })),
};

// What words a name may be is the table of names-in.test.ts.
checkTable('message-names-conversation', {
  passes: {
    'by its id': saying(documented),
  },
  fails: {
    nothing: [saying('Done for s-me.'), 'a text that names s-me_user_s-a or s-a, not data.message: "Done for s-me."'],
    'a message that is no text': [saying(42), { seen: 'data.message: 42' }],
  },
  doesNotCount: {
    ...ofNone,
    'an id of the target’s own that no list has shown': begin()
      .knowing({ spellsIds: false })
      .reset(ofA(), confirmed({ message: 'Chat 77 cleared for s-me.' })),
  },
});

checkTable('message-names-acting-user', {
  passes: {
    'beside the id of the conversation': saying(documented),
  },
  fails: {
    'only within the id of the conversation': [
      saying('The conversation s-me_user_s-a is gone.'),
      { of: 'answer', expected: 'a text that names me' },
    ],
  },
  doesNotCount: ofNone,
});

checkTable('message-names-no-other', {
  passes: {
    'no other one': saying(documented),
    'an id that another one has as well, where its own is not known': begin()
      .knowing({ spellsIds: false })
      .later()
      .list('me', ['user:a', 'user:b'], { 'user:b': 'me:same' })
      .reset(ofA(), confirmed({ message: 'me:same is gone' })),
  },
  fails: {
    'the id of another user': [saying(`${documented} So has s-b.`), { expected: 'a text that does not name s-b' }],
  },
  doesNotCount: {
    ...ofNone,
    'there is no other one': trace({ users: people.users, groups: [] })
      .send('a', 'me')
      .reset(ofA(), confirmed({ message: 's-b s-a s-me' })),
  },
});
