import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Extent } from './extent.ts';
import { answer, reset, turned, type World, type WorldOptions, worldOf } from './world.ts';

/** As long as an id may be: 100 characters, with the beginning that each execution gives it. */
const long = (first: string, last: string): string => `${first}${'x'.repeat(84)}${last}`;

const alikes = (me: string, rows: World['rows'], options: WorldOptions = {}): World =>
  worldOf(rows, { me, company: 3, ...options });

/** One begins like another, users and groups share names. */
const few = [toUser('m1'), toGroup('m1'), toUser('m11'), toGroup('both'), toUser('both')];
const longer = [...few, toGroup('g'), toUser('m--'), toGroup('g--')];
const beginnings = withLatecomer(alikes('m', longer, { outsiders: true, messages: 2 }));
/**
 * One is a pattern for another, has another mark and so the same display name, a zero more, or its letters in another
 * order. By letters, by length and as numbers, the acting user and its peers come in other orders.
 */
const patterns = alikes('p_10', [
  ...[toUser('p_9'), toGroup('g_1'), toUser('p-9'), toGroup('g-1'), toUser('p9')],
  ...[toGroup('g-01'), toUser('p09'), toUser('pa9'), toUser('9_p')],
]);
/** They hold what may stand between two users in the id of a conversation: `_user_`, a few marks, or nothing. */
const infixes = alikes(
  'a_user_~b-~c__~e',
  [
    ...[toUser('d'), toGroup('a_user_~b-~c__~e'), toUser('a'), toGroup('group_~d')],
    ...[toUser('a_user_~b-~c__~e_'), toUser('b-~c__~e_user_~d'), toGroup('d'), toUser('a_group_~d')],
  ],
  {
    // Their conversations are spelled like those of the acting user.
    pairs: [
      ['a', 'b-~c__~e_user_~d'],
      ['a_user', 'b-~c__~e_~d'],
      ['a_user_', 'b-~c__~e~d'],
      ['a_user_~b', 'c__~e-~d'],
      ['a_user_~b-~c', 'e__~d'],
    ],
  },
);
/**
 * A group and one of its members are spelled like the first group and the acting user, one after the other, with a mark
 * between or none.
 */
const sides = alikes('b_~c-~d~e', [
  ...[toGroup('a'), toUser('c-~d~e'), toGroup('a_~b'), toUser('d~e')],
  ...[toGroup('a-~b_~c'), toUser('e'), toGroup('a~b_~c-~d')],
]);
/** They differ in one character alone: the first, one in the middle, or the last, which may be a pattern for any. */
const lengths = alikes(long('u', '0'), [
  ...[toUser(long('u', '1')), toGroup(long('u', '1')), toUser(long('v', '1'))],
  ...[toGroup(long('u', '2')), toUser(long('u', '_')), toUser(long('u', '1').replace('xxxx', 'xxyx'))],
]);
/** They differ in case alone. */
const cases = alikes('me', [toUser('peer'), toGroup('club'), toUser('PEER'), toGroup('CLUB'), toUser('ME')]);

/** Worlds with ids that look alike, each time in another way: of the acting user, its peers and its groups. */
export function alikeWorlds({ budget, profile, seed }: Extent): readonly World[] {
  if (budget === 'smoke') return [alikes('m', few, { outsiders: true, company: 1 })];
  const more = budget === 'quick' ? [] : [sides];
  const others = [patterns, infixes, lengths, ...more, ...(profile.identifierCase === 'sensitive' ? [cases] : [])];
  return [beginnings, ...turned(others, seed)];
}

/**
 * Somebody joins the first group, which others have reset, and was refused that before. Who has joined is written to when
 * that can be seen, and resets it while all others have news.
 */
function withLatecomer(world: World): World {
  const late = 'l-late';
  const [joined, ...others] = world.groups;
  if (joined === undefined) return world;
  const group = toGroup(joined.id);
  return {
    ...world,
    users: [...world.users, late],
    groups: [{ ...joined, members: [...joined.members, late] }, ...others],
    begin: [
      ...world.begin,
      reset(world.me, group, { preserveOrder: 'true' }),
      reset(late, group),
      { do: 'join', from: late, to: group },
      { do: 'wait', until: 'settled' },
      answer(world, group),
      reset(late, group),
    ],
  };
}
