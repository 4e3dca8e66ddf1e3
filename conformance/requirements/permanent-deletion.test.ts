import { send } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, forGood, keep, ofA, omittedMeans, refused, rest, unanswered, when } from '../testing/trace-builder.ts';

const permanently = ofA(forGood);
const leftOut = { deleteMessagesPermanently: 'absent' } as const;
const deleted = () => when(permanently, { me: rest });
const forActor = { permanentDeletion: 'for-actor' } as const;

// Whether all or none of the messages are left is the table of knowledge.test.ts.
checkTable('permanent-deletes-all', {
  'nothing is left for the acting user': passes(deleted().see({ 'me a': '' })),
  'nothing is left for the other side': passes(when(permanently, { 'a me': '' })),
  'what the first of two has met is gone after the second': passes(
    begin().reset(permanently).reset(permanently).see({ me: rest, 'me a': '' }),
  ),
  'left out means true, as was found': passes(
    when(ofA(leftOut), { 'me a': '' }).knowing({ omittedIsPermanent: omittedMeans(true, true) }),
  ),
  'all is left for the other side, where that is known': passes(when(permanently, { 'a me': '1' }).knowing(forActor)),
  'a message is left for the acting user': fails(deleted().see({ 'me a': '1' }), 'me a:'),
  'a message is left for the other side': fails(deleted().see({ 'a me': '1' }), 'a me:'),
  'all is gone for the other side, which mostly keeps them': passes(
    when(permanently, { 'a me': '' }).knowing(forActor),
  ),
  'a hidden one returns with the next': fails(
    when(permanently, { 'me a': '' }).send('a', 'me').see({ 'me a': '1 5' }),
    'me a: 5',
  ),
  'it was not permanent': skips(when(ofA(), { me: rest, 'me a': '1' })),
  'it got no answer, and may not have happened': skips(when(permanently, { me: rest, 'me a': '' }, unanswered)),
  'it was an error of the server': skips(when(permanently, { me: rest, 'a me': '' }, refused(500))),
  'left out may mean either': skips(
    when(ofA(leftOut), { me: rest, 'me a': '1' }).knowing({ omittedIsPermanent: new Map() }),
  ),
  'there was nothing to delete': skips(when(ofA(keep), { me: `${rest} a`, 'me a': '' }).knowing({ usual: new Map() })),
  'a message came at the same time': skips(
    begin()
      .together(send('a', toUser('me')), [permanently, unanswered])
      .see({ me: `a ${rest}`, 'b me': '2' }),
  ),
});

checkTable('permanent-deletes-no-other', {
  'the acting user reads the other conversations': passes(deleted().see({ 'me b': '2' })),
  'others read theirs': passes(deleted().see({ 'mate g': '3' })),
  'the acting user has lost messages of another conversation': fails(deleted().see({ 'me b': '' }), 'me b: 2'),
  'somebody else has lost messages': fails(deleted().see({ 'mate g': '' }), 'mate g: 3'),
  'the messages of one conversation stand in another': fails(deleted().see({ 'me b': '1 2' }), 'me b: 2'),
  'it was not permanent': skips(when(ofA(), { me: rest, 'me b': '2' })),
  'the conversation itself was read': skips(deleted().see({ 'me a': '' })),
});
