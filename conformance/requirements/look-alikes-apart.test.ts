import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checkTable, passes, skips } from '../testing/check-table.ts';
import { type TraceBuilder, trace } from '../testing/trace-builder.ts';

/** `m1` and `m11` are two users; `both` is a user and a group. */
const world = {
  users: ['me', 'm1', 'm11', 'both', 'c'],
  groups: [{ id: 'both', members: ['me', 'c'] }],
} as const;
const when = (reset: Reset, views: Parameters<TraceBuilder['see']>[0]): TraceBuilder =>
  trace(world)
    .send('m1', 'me')
    .send('m11', 'me')
    .send('both', 'me')
    .send('c', 'both')
    .see({ me: 'group:both user:both m11 m1', m11: 'me', c: 'group:both' })
    .reset(reset)
    .see(views);
const ofM1 = reset('me', toUser('m1'));

checkTable('look-alikes-apart', {
  'the list of a user whose id begins alike is as it was': passes(when(ofM1, { m11: 'me' })),
  'the messages of a user whose id begins alike are there': passes(when(ofM1, { 'me m11': [2] })),
  'the messages of a group of one name are there': passes(when(reset('me', toUser('both')), { 'me group:both': [4] })),
  // What is done to the wrong one is found by the requirements of who looked, and reported here by what shrinking leaves.
  'the ids are quite different': skips(when(ofM1, { c: 'group:both' })),
  'a user whose id begins alike has lost a row': skips(when(ofM1, { m11: '' })),
  'the conversation itself was looked at': skips(when(ofM1, { 'me m1': [] })),
});
