import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { pick, type World, worldOf } from './world.ts';

const user = (id: string): Peer => ({ kind: 'user', id });
const group = (id: string): Peer => ({ kind: 'group', id });
/** As long as an id may be: 100 characters, with the beginning that each execution gives it. */
const long = (first: string, last: string): string => `${first}${'x'.repeat(84)}${last}`;

export interface Alikes {
  readonly me: string;
  readonly rows: readonly Peer[];
  /** Pairs of users whose conversation is spelled like one of the acting user's. */
  readonly colliding?: readonly (readonly [string, string])[];
  readonly messages?: 2;
  /** Members of each group beside the acting user and the one who answers; 3 when left out. */
  readonly company?: 1;
  readonly outsiders?: true;
  /** Whether somebody joins the first group after it began. */
  readonly late?: true;
}

/** One begins like another, users and groups share names. */
const few: Alikes = {
  me: 'm',
  rows: [user('m1'), group('g'), user('both'), group('m1'), user('m11'), group('both')],
  outsiders: true,
};
const beginnings: Alikes = { ...few, rows: [...few.rows, user('m--'), group('g--')], messages: 2, late: true };
/** One is a pattern for another, spelled with another mark, or is a number. */
const patterns: Alikes = {
  me: '10',
  rows: [user('p_1'), group('g_1'), user('p-1'), group('10'), user('1'), group('g-1'), user('100')],
};
/** They hold what may stand between two users in the id of a conversation: `_user_`, one character, or nothing. */
const infixes: Alikes = {
  me: 'a_user_~b-~c',
  rows: [
    user('d'),
    group('a_user_~b-~c'),
    user('a'),
    group('group_~d'),
    user('a_user_~b-~c_'),
    user('b-~c_user_~d'),
    group('d'),
  ],
  colliding: [
    ['a', 'b-~c_user_~d'],
    ['a_user', 'b-~c_~d'],
    ['a_user_', 'b-~c~d'],
    ['a_user_~b', 'c-~d'],
  ],
};
/** They differ in the first or the last character alone. */
const lengths: Alikes = {
  me: long('u', '0'),
  rows: [
    user(long('u', '1')),
    group(long('u', '1')),
    user(long('v', '0')),
    group(long('u', '2')),
    user(long('u', '2')),
  ],
};
/** They differ in case alone. */
const cases: Alikes = {
  me: 'me',
  rows: [user('peer'), group('club'), user('PEER'), group('CLUB'), user('ME')],
};

/** Ids that look alike, each time in another way: of the acting user, its peers and its groups. */
export function alikeIds({ budget, profile, seed }: Extent): readonly Alikes[] {
  if (budget === 'smoke') return [{ ...few, rows: few.rows.slice(0, -1), company: 1 }];
  const others = [patterns, infixes, lengths, ...(profile.caseSensitive ? [cases] : [])];
  return [beginnings, ...others.map((_, at) => pick(others, at + seed))];
}

export const alikeWorld = ({ me, rows, ...rest }: Alikes): World =>
  worldOf(
    rows.map(({ kind }) => kind),
    { me, company: 3, ids: rows.map(({ id }) => id), ...rest },
  );
