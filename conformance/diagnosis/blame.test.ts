import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { reset } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { checked } from '../testing/check-table.ts';
import {
  begin,
  confirmed,
  keep,
  ofA,
  ofB,
  ofGroup,
  people,
  refused,
  type TraceBuilder,
  trace,
} from '../testing/trace-builder.ts';
import { isOfOneReset, sureOf } from './blame.ts';

const byA = reset('a', toUser('me'));
const withMate = reset('a', toUser('mate'));
const ofMate = reset('mate', toUser('a'));
const lostToA = { me: 'g b' };

const of = (member: string) => reset(member, toGroup('g'));
const ofThree = () =>
  trace({ users: people.users, groups: [{ id: 'g', members: ['me', 'mate', 'a'] }] })
    .send('mate', 'g')
    .see({ me: 'g' });

/** Whether only one reset can be blamed for what is wrong in a list, or for a refusal. */
function isSure(built: TraceBuilder, of: 'list' | 'answer' = 'list'): boolean {
  const failure = checked(built).failures.find(({ comparison }) => comparison.of === of);
  return failure === undefined ? expect.fail('nothing has failed') : isOfOneReset(failure);
}

const sure: readonly (readonly [string, TraceBuilder])[] = [
  ['no other', begin().reset(byA).see(lostToA)],
  ['the same conversation of the same user', begin().reset(byA).reset(byA).see(lostToA)],
  ['one of the same user with a stranger before', begin().reset(withMate).reset(byA).see(lostToA)],
  ['one of the same user with a stranger after', begin().reset(byA).reset(withMate).see(lostToA)],
  ['another conversation of another user', begin().reset(ofMate).reset(byA).see(lostToA)],
  ['one at once that concerns others', begin().together(ofMate, byA).see(lostToA)],
  ['one of who looked that was refused', begin().reset(ofGroup(), refused()).reset(byA).see(lostToA)],
  ['messages', begin().send('b', 'me').reset(byA).see({ me: 'b g' })],
];
it.each(sure)('should be sure which reset it was beside %s', (_, built) => expect(isSure(built)).toBe(true));

const unsure: readonly (readonly [string, TraceBuilder])[] = [
  ['one of who looked', begin().reset(ofB()).reset(byA).see({ me: 'g' })],
  ['another one of who acted', begin().reset(ofA(keep)).reset(ofB()).see({ me: 'g' })],
  ['one of who looked at once', begin().together([ofB(), confirmed()], byA).see({ me: 'g' })],
  ['one of who looked in a group', begin().reset(byA).reset(ofGroup()).see({ me: 'b' })],
  ['one of what is wrong, by somebody else', ofThree().reset(of('mate')).reset(of('a')).see({ me: '' })],
];
it.each(unsure)('should not be sure which reset it was beside %s', (_, built) => expect(isSure(built)).toBe(false));

it('should not be sure of a refusal where the other side may have taken the conversation, and nobody has looked', () => {
  expect(isSure(begin().reset(byA).reset(ofA(), refused()), 'answer')).toBe(false);
  expect(isSure(begin().reset(byA).see({ me: 'g b a' }).reset(ofA(), refused()), 'answer')).toBe(true);
  expect(isSure(begin().reset(byA).reset(ofB(), refused()), 'answer')).toBe(true);
});

it('should be sure of no order in which a message may have left the rows, nor of what is merely unusual', () => {
  const failing: TraceBuilder[] = [
    begin().reset(ofA(keep)).see({ me: 'a g b' }),
    begin().reset(ofA(keep)).send('b', 'me').see({ me: 'b a g' }),
    begin().reset(ofA()).see({ me: 'a g b' }),
  ];
  const all = failing.map((built) => checked(built).failures);
  const namesOf = (some: readonly Failure[]) => some.map(({ requirement }) => requirement);
  expect(all.map(namesOf)).toEqual([['user-order-kept'], ['user-order-kept'], ['keeps-to-its-behaviour']]);
  expect(all.map(sureOf).map(namesOf)).toEqual([['user-order-kept'], [], []]);
});

it('should be sure that nothing was done where messages show it, and not where the place alone does', () => {
  const nothing = (built: TraceBuilder) =>
    checked(built).failures.filter((one) => one.requirement === 'confirmed-did-it');
  const whole = { me: 'g b a', 'me a': '1' };
  const [byPlace, byBoth] = [begin().reset(ofA()).see({ me: 'g b a' }), begin().reset(ofA()).see(whole)];
  const shown = begin().usually('removed', 'visible').reset(ofA()).see(whole);
  expect([byPlace, byBoth, shown].map((built) => [nothing(built).length, sureOf(nothing(built)).length])).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
  ]);
  // It came undone, or is no matter of what was done.
  const undone = begin().reset(ofA()).see({ me: 'g b' }).later().see({ me: 'g b a' });
  expect(sureOf(nothing(undone))).toHaveLength(1);
  expect(sureOf(checked(begin().reset(ofA(), refused())).failures)).toHaveLength(1);
});
