import { toGroup, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { turned, type World, type WorldOptions, worldOf } from './world.ts';

/** As long as an id may be: 100 characters, with the beginning that each execution gives it. */
const long = (first: string, last: string): string => `${first}${'x'.repeat(84)}${last}`;

export interface Alikes extends WorldOptions {
  readonly me: string;
  readonly rows: readonly Peer[];
}

/** One begins like another, users and groups share names. */
const few: Alikes = {
  me: 'm',
  rows: [toUser('m1'), toGroup('m1'), toUser('m11'), toGroup('both'), toUser('both'), toGroup('g')],
  outsiders: true,
};
const beginnings: Alikes = { ...few, rows: [...few.rows, toUser('m--'), toGroup('g--')], messages: 2, late: true };
/**
 * One is a pattern for another, has another mark and so the same display name, a zero more, or its letters in another
 * order. By letters, by length and as numbers, the acting user and its peers come in other orders.
 */
const patterns: Alikes = {
  me: 'p_10',
  rows: [
    ...[toUser('p_9'), toGroup('g_1'), toUser('p-9'), toGroup('g-1'), toUser('p9')],
    ...[toGroup('g-01'), toUser('p09'), toUser('pa9'), toUser('9_p')],
  ],
};
/** They hold what may stand between two users in the id of a conversation: `_user_`, a few marks, or nothing. */
const infixes: Alikes = {
  me: 'a_user_~b-~c__~e',
  rows: [
    ...[toUser('d'), toGroup('a_user_~b-~c__~e'), toUser('a'), toGroup('group_~d')],
    ...[toUser('a_user_~b-~c__~e_'), toUser('b-~c__~e_user_~d'), toGroup('d'), toUser('a_group_~d')],
  ],
  // Their conversations are spelled like those of the acting user.
  pairs: [
    ['a', 'b-~c__~e_user_~d'],
    ['a_user', 'b-~c__~e_~d'],
    ['a_user_', 'b-~c__~e~d'],
    ['a_user_~b', 'c__~e-~d'],
    ['a_user_~b-~c', 'e__~d'],
  ],
};
/**
 * A group and one of its members are spelled like the first group and the acting user, one after the other, with a mark
 * between or none.
 */
const sides: Alikes = {
  me: 'b_~c-~d~e',
  rows: [
    ...[toGroup('a'), toUser('c-~d~e'), toGroup('a_~b'), toUser('d~e')],
    ...[toGroup('a-~b_~c'), toUser('e'), toGroup('a~b_~c-~d')],
  ],
};
/** They differ in one character alone: the first, one in the middle, or the last, which may be a pattern for any. */
const lengths: Alikes = {
  me: long('u', '0'),
  rows: [
    ...[toUser(long('u', '1')), toGroup(long('u', '1')), toUser(long('v', '1'))],
    ...[toGroup(long('u', '2')), toUser(long('u', '_')), toUser(long('u', '1').replace('xxxx', 'xxyx'))],
  ],
};
/** They differ in case alone. */
const cases: Alikes = {
  me: 'me',
  rows: [toUser('peer'), toGroup('club'), toUser('PEER'), toGroup('CLUB'), toUser('ME')],
};

/** Ids that look alike, each time in another way: of the acting user, its peers and its groups. */
export function alikeIds({ budget, profile, seed }: Extent): readonly Alikes[] {
  if (budget === 'smoke') return [{ ...few, rows: few.rows.slice(0, -1), company: 1 }];
  const more = budget === 'quick' ? [] : [sides];
  const others = [patterns, infixes, lengths, ...more, ...(profile.identifierCase === 'sensitive' ? [cases] : [])];
  return [beginnings, ...turned(others, seed)];
}

export const alikeWorld = ({ rows, ...options }: Alikes): World => worldOf(rows, { company: 3, ...options });
