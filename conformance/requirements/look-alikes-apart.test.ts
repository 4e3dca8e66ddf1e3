import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/scenario.ts';
import { checkTable } from '../testing/check-table.ts';
import { trace } from '../testing/trace-builder.ts';

/** `m1` and `m11` are two users; `both` is a user and a group. */
const world = {
  users: ['me', 'm1', 'm11', 'both', 'c'],
  groups: [{ id: 'both', members: ['me', 'c'] }],
} as const;
const begin = () =>
  trace(world)
    .send('m1', 'me')
    .send('m11', 'me')
    .send('both', 'me')
    .send('c', 'both')
    .see({ me: 'group:both user:both m11 m1', m11: 'me', c: 'group:both' });
const ofM1 = reset('me', toUser('m1'));

checkTable('look-alikes-apart', {
  passes: {
    'the list of a user whose id begins alike is as it was': begin().reset(ofM1).see({ m11: 'me' }),
    'the messages of a user whose id begins alike are there': begin()
      .reset(ofM1)
      .see({ 'me m11': [2] }),
    'the messages of a group of one name are there': begin()
      .reset(reset('me', toUser('both')))
      .see({ 'me group:both': [4] }),
  },
  // What is done to the wrong one is found by the requirements of who looked, and reported here by what shrinking leaves.
  doesNotCount: {
    'the ids are quite different': begin().reset(ofM1).see({ c: 'group:both' }),
    'a user whose id begins alike has lost a row': begin().reset(ofM1).see({ m11: '' }),
    'the conversation itself was looked at': begin().reset(ofM1).see({ 'me m1': [] }),
  },
});
