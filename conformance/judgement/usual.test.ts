import { describe, expect, it } from 'vitest';
import { reset } from '../plan/world.ts';
import type { Effect } from '../profile/profile.ts';
import { type Reset, toUser } from '../scenario/scenario.ts';
import {
  begin,
  forGood,
  ofA,
  ofB,
  ofGroup,
  referenceProfile,
  refused,
  type TraceBuilder,
  usually,
  when,
} from '../testing/trace-builder.ts';
import { isWithoutEffect, type SeenEffect, seenEffect, shows, unusualIn } from './effect.ts';
import { placeOf, textsOf, usualEffect } from './usual.ts';

describe('where a row went', () => {
  it.each([
    ['b', ['a', 'b', 'c'], ['a', 'c'], 'removed'],
    ['b', ['a', 'b', 'c'], ['a', 'b', 'c'], 'kept'],
    ['a', ['a', 'b'], ['a', 'b'], 'kept'],
    ['b', ['a', 'b', 'c'], ['b', 'a', 'c'], 'first'],
    ['a', ['a', 'b', 'c'], ['b', 'c', 'a'], 'last'],
    ['a', ['a', 'b', 'c'], ['b', 'a', 'c'], 'other'],
  ])('%s from %j to %j', (row, before, seen, place) => {
    expect(placeOf(row, before, seen)).toBe(place);
  });
});

it('should call messages hidden, visible, or hidden in part', () => {
  expect([[], ['1'], ['1', '2', '3']].map((seen) => textsOf(['1', '2'], seen))).toEqual(['hidden', 'part', 'visible']);
});

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

/** What is seen of the last reset of the conversation with `a`. */
function seen(built: TraceBuilder): SeenEffect {
  const last = built
    .transitions()
    .findLast(({ executed: { operation } }) => operation.do === 'reset' && operation.conversation.id === 'a');
  if (last?.executed.operation.do !== 'reset') throw new Error('there is no such reset');
  return seenEffect(last, last.executed.operation);
}

const before = ['group:g', 'user:b', 'user:a'];

describe('the effect of a reset', () => {
  it.each<[string, TraceBuilder, SeenEffect]>([
    ['place and texts', when(ofA(), { me: 'g b', 'me a': '' }), { place: 'removed', texts: 'hidden' }],
    ['nothing that was looked at', begin().reset(ofA()), { place: undefined, texts: undefined }],
    ['a row that was not there', begin('b').reset(ofA()).see({ me: 'b' }), { place: undefined, texts: undefined }],
    [
      'nothing to read',
      when(ofA(), { 'me a': '' }).reset(ofA()).see({ 'me a': '' }),
      { place: undefined, texts: undefined },
    ],
    [
      'a message that came since has no part in it',
      begin().reset(ofA()).send('a', 'me').see({ 'me a': '5' }),
      { place: undefined, texts: 'hidden' },
    ],
    [
      'after a message the row may stand anywhere',
      begin().reset(ofA()).send('a', 'me').see({ me: 'a g b' }),
      { place: undefined, texts: undefined },
    ],
    [
      'a refusal in between has no part in it',
      begin().reset(ofA(), refused()).reset(ofA()).see({ me: 'g b' }),
      { place: 'removed', texts: undefined },
    ],
    [
      'beside another one, that the row is gone',
      begin().together(ofB(), ofA()).see({ me: 'g' }),
      { place: 'removed', texts: undefined },
    ],
    [
      'beside another one, that the row is where it was among those that nothing concerns',
      begin().together(ofB(), ofA()).see({ me: before }),
      { place: 'kept', texts: undefined },
    ],
    [
      'beside another one, no other place in the list',
      begin().together(ofB(), ofA()).see({ me: 'a g b' }),
      { place: 'other', texts: undefined },
    ],
    [
      'a reset by the other side has no part in it, if it deletes nothing',
      begin()
        .together(reset('a', toUser('me')), ofA())
        .see({ 'me a': '' }),
      { place: undefined, texts: 'hidden' },
    ],
    [
      'beside a permanent one by the other side, whose doing it is is not told',
      begin()
        .together(reset('a', toUser('me'), forGood), ofA())
        .see({ 'me a': '' }),
      { place: undefined, texts: undefined },
    ],
    [
      'of two resets, whose messages they were is not told',
      begin().reset(ofA()).reset(ofA()).see({ 'me a': '' }),
      { place: undefined, texts: undefined },
    ],
  ])('%s', (_, built, effect) => {
    expect(seen(built)).toEqual(effect);
  });
});

it.each<[SeenEffect, boolean]>([
  [{ place: 'kept', texts: 'visible' }, true],
  [{ place: 'kept', texts: undefined }, true],
  [{ place: 'kept', texts: 'part' }, false],
  [{ place: 'last', texts: 'visible' }, false],
  [{ place: undefined, texts: 'visible' }, false],
])('%j is without effect: %s', (effect, is) => {
  expect(isWithoutEffect(effect)).toBe(is);
});

it.each<[Effect | undefined, SeenEffect, boolean]>([
  [{ place: 'removed', texts: 'visible' }, { place: 'kept', texts: undefined }, true],
  [{ place: 'removed', texts: 'visible' }, { place: undefined, texts: 'visible' }, false],
  [{ place: 'kept', texts: 'hidden' }, { place: 'kept', texts: 'visible' }, true],
  [{ place: 'kept', texts: 'hidden' }, { place: 'kept', texts: undefined }, false],
  [{ place: 'last', texts: 'visible' }, { place: 'kept', texts: 'visible' }, false],
  [undefined, { place: 'kept', texts: 'visible' }, false],
])('where %j is usual, %j shows: %s', (usual, effect, is) => {
  expect(shows(usual, effect)).toBe(is);
});

describe('an unusual effect', () => {
  const unusual = (usual: Effect, effect: SeenEffect, built = begin()) => {
    const transition = built
      .knowing({ usual: usually(usual) })
      .reset(ofA())
      .transitions()
      .at(-1);
    return transition && unusualIn(transition, ofA(), effect);
  };
  const last = { place: 'last', texts: 'visible' } as const;

  it.each<[Effect, SeenEffect, keyof SeenEffect | undefined]>([
    [{ place: 'removed', texts: 'hidden' }, { place: 'removed', texts: 'hidden' }, undefined],
    [{ place: 'removed', texts: 'hidden' }, { place: 'kept', texts: 'hidden' }, 'place'],
    [{ place: 'removed', texts: 'hidden' }, { place: 'removed', texts: 'visible' }, 'texts'],
    [{ place: 'removed', texts: 'part' }, { place: 'removed', texts: 'visible' }, undefined],
    [{ place: 'removed', texts: 'hidden' }, { place: undefined, texts: undefined }, undefined],
    [{ place: 'other', texts: 'hidden' }, { place: 'removed', texts: 'hidden' }, 'place'],
    [last, { place: 'removed', texts: 'visible' }, 'place'],
    // Rows of one second may tie.
    [last, { place: 'first', texts: 'visible' }, undefined],
    [{ place: 'kept', texts: 'visible' }, { place: 'first', texts: 'visible' }, undefined],
  ])('where %j is usual, %j differs in its %s', (usual, effect, differing) => {
    expect(unusual(usual, effect)).toBe(differing);
  });

  it('should be another place once each reset had a second of its own', () => {
    expect(unusual(last, { place: 'first', texts: 'visible' }, begin().wait())).toBe('place');
  });

  it('should be no other place where it went among rows that move as well', () => {
    expect(unusual(last, { place: 'other', texts: 'visible' }, begin().wait())).toBeUndefined();
  });
});
