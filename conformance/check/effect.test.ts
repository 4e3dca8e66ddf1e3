import { expect, it } from 'vitest';
import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { isReset, type Operation, type Reset } from '../scenario/scenario.ts';
import {
  begin,
  forGood,
  ofA,
  ofB,
  ofGroup,
  referenceProfile,
  refused,
  type Seen,
  type TraceBuilder,
  trace,
  when,
} from '../testing/trace-builder.ts';
import { bringsBack, type SeenEffect, seenEffect, usualEffect } from './effect.ts';

it('should know the usual effect of a class where the meaning of the request is certain', () => {
  const usual = new Map([
    ['path-peer free permanent', { place: 'last', texts: 'hidden' }],
    ['group preserved temporary', { place: 'kept', texts: 'visible' }],
  ] as const);
  const profile = { ...referenceProfile, usual };
  const of = (reset: Reset) => usualEffect(reset, profile)?.place;
  expect(of(ofA({ form: 'path-peer', deleteMessagesPermanently: 'true' }))).toBe('last');
  expect(of(ofA({ form: 'path-peer' }))).toBeUndefined();
  expect(of(ofGroup({ preserveOrder: 'true', form: 'path-peer' }))).toBe('kept');
  expect(of(ofGroup({ preserveOrder: 'true', body: 'malformed' }))).toBeUndefined();
  expect(of(ofGroup({ preserveOrder: 'true', apikey: 'absent' }))).toBeUndefined();
});

/** An effect in short: `removed hidden`, with a dash for what was not seen. */
function effect(words: string): SeenEffect {
  const [place, texts] = words.split(' ').map((word) => (word === '-' ? undefined : word));
  return { place, texts } as SeenEffect;
}

/** What is seen of the last reset of the conversation with `a`. */
function seen(built: TraceBuilder): SeenEffect {
  const isOfA = (one: Operation) => isReset(one) && one.conversation.id === 'a';
  const last = built.transitions().findLast(({ executed }) => isOfA(executed.operation)) ?? expect.fail();
  return seenEffect(last, last.executed.operation as Reset);
}

const twice = () => begin().reset(ofA()).reset(ofA());
const byBoth = (settings = {}) => begin().together(reset('a', toUser('me'), settings), ofA());
const beside = () => begin().together(ofB(), ofA());

it.each<[string, string, TraceBuilder]>([
  ['place and texts', 'removed hidden', when(ofA(), { me: 'g b', 'me a': '' })],
  ['another place in the list, of one alone', 'first -', when(ofA(), { me: 'a g b' })],
  ['the end of the list', 'last -', begin('a g b').reset(ofA()).see({ me: 'g b a' })],
  ['neither end of it', 'other -', begin('a g b').reset(ofA()).see({ me: 'g a b' })],
  ['the same place, at either end', 'kept -', begin('a g b').reset(ofA()).see({ me: 'a g b' })],
  ['the same place, where all messages stay', 'kept visible', when(ofA(), { me: 'g b a', 'me a': '1' })],
  ['a part of the messages', '- part', begin().send('a', 'me').reset(ofA()).see({ 'me a': '5' })],
  ['nothing that was looked at', '- -', begin().reset(ofA())],
  ['a row that was not there', '- -', begin('b').reset(ofA()).see({ me: 'b' })],
  ['nothing to read', '- -', when(ofA(), { 'me a': '' }).reset(ofA()).see({ 'me a': '' })],
  ['a message that came since', '- hidden', begin().reset(ofA()).send('a', 'me').see({ 'me a': '5' })],
  ['a row anywhere after a message', '- -', begin().reset(ofA()).send('a', 'me').see({ me: 'a g b' })],
  ['no refusal in between', 'removed -', begin().reset(ofA(), refused()).reset(ofA()).see({ me: 'g b' })],
  ['beside another one, a row that is gone', 'removed -', beside().see({ me: 'g' })],
  ['beside another one, a row among those that nothing concerns', 'kept -', beside().see({ me: 'g b a' })],
  ['beside another one, no other place in the list', 'other -', beside().see({ me: 'a g b' })],
  ['no reset by the other side that deletes nothing', '- hidden', byBoth().see({ 'me a': '' })],
  ['beside a permanent one by the other side, not whose doing it is', '- -', byBoth(forGood).see({ 'me a': '' })],
  ['of two resets, not whose messages they were', '- -', twice().see({ 'me a': '' })],
])('the effect of a reset should be %s: %s', (_, words, built) => {
  expect(seen(built)).toEqual(effect(words));
});

const hidden = () => when(ofGroup(), { me: 'b a', 'me g': '' });
/** A message after that, and what can be read then. */
const returns = (built: TraceBuilder, seen: Seen): boolean =>
  built.send('mate', 'g').see({ 'me g': seen }).transitions().some(bringsBack);

it('should say that a message brought back what a reset had hidden only where messages alone came between', () => {
  expect(returns(hidden(), [3, 5])).toBe(true);
  expect(returns(hidden(), [5])).toBe(false);
  expect(returns(hidden().reset(ofGroup()), [3, 5])).toBe(false);
  expect(returns(begin().see({ 'me g': '' }), [3, 5])).toBe(false);
});

it('should not say so of who has joined, who may be shown what was written before at any time', () => {
  const joined = (who: string) => trace().send('mate', 'g').join(who, 'g').reset(ofGroup()).see({ 'me g': '' });
  expect([returns(joined('me'), [1, 2]), returns(joined('mate'), [1, 2])]).toEqual([false, true]);
});
