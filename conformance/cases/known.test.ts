import { expect, test } from 'vitest';
import { isPermanent, isVisible, type Known, placeOf, textsOf, usualEffect } from './known.ts';

const before = ['a', 'b', 'c', 'd'];

test.each([
  ['removed', ['a', 'c', 'd']],
  ['kept', ['a', 'b', 'c', 'd']],
  ['first', ['b', 'a', 'c', 'd']],
  ['last', ['a', 'c', 'd', 'b']],
  ['other', ['a', 'c', 'b', 'd']],
])('a row in the middle is %s', (place, after) => {
  expect(placeOf('b', before, after)).toBe(place);
});

test.each([
  ['visible', ['1', '2']],
  ['visible', ['2', 'someone joined', '1']],
  ['hidden', []],
  ['hidden', ['3']],
  ['other', ['2']],
])('of two texts those are %s: %j', (texts, after) => {
  expect(textsOf(['1', '2'], after)).toBe(texts);
});

test.each([
  ['user', 'true', false, true],
  ['user', 'false', true, false],
  ['user', 'left-out', true, true],
  ['user', 'left-out', false, false],
  ['user', 'left-out', undefined, undefined],
  ['group', 'true', true, false],
  ['group', 'left-out', true, false],
] as const)('a %s reset with %s, where left out is permanent: %s, is permanent: %s', (kind, flag, omitted, expected) => {
  for (const preserveOrder of ['true', 'left-out'] as const) {
    const order = preserveOrder === 'true' ? 'preserved' : 'free';
    const omittedIsPermanent = { preserved: undefined, free: undefined, [order]: omitted };
    const said = { permanently: flag, preserveOrder, wire: 'plain' } as const;
    expect(isPermanent(kind, said, { omittedIsPermanent })).toBe(expected);
  }
});

test.each([
  'empty-body',
  'wrong-type',
  'one-wrong-type',
  'no-content-type',
] as const)('what a target makes of a body that is not as documented is not known: %s', (wire) => {
  const omittedIsPermanent = { preserved: true, free: true };
  const said = { permanently: 'false', preserveOrder: 'left-out', wire } as const;
  expect(isPermanent('user', said, { omittedIsPermanent })).toBeUndefined();
  expect(isPermanent('group', said, { omittedIsPermanent })).toBe(false);
  expect(isPermanent('user', { ...said, wire: 'unknown-field' }, { omittedIsPermanent })).toBe(false);
});

test('where nobody knows whether it is permanent, nothing is usual but the place of both', () => {
  const effect = { place: 'removed', texts: 'hidden' } as const;
  const known: Known = {
    forms: ['path-actor'],
    effects: { 'path-peer free temporary': effect },
    omittedIsPermanent: { preserved: undefined, free: undefined },
    permanentForEveryone: undefined,
    caseSensitive: false,
  };
  const call = { conversation: { kind: 'user', id: 'bob' }, form: 'path-peer' } as const;
  expect(usualEffect(known, call, false, false)).toBe(effect);
  expect(usualEffect(known, call, false, undefined)).toBeUndefined();
  const withBoth = (place: 'removed' | 'last') => ({
    ...known,
    effects: { ...known.effects, 'path-peer free permanent': { place, texts: 'hidden' } as const },
  });
  expect(usualEffect(withBoth('last'), call, false, undefined)).toBeUndefined();
  expect(usualEffect(withBoth('removed'), call, false, undefined)).toEqual({ place: 'removed', texts: 'other' });
  expect(usualEffect(known, { ...call, form: 'path-actor' }, false, false)).toBeUndefined();
});

test('an effect shows where the row goes or the messages do', () => {
  expect(isVisible({ place: 'kept', texts: 'visible' })).toBe(false);
  expect(isVisible({ place: 'kept', texts: 'hidden' })).toBe(true);
  expect(isVisible({ place: 'last', texts: 'visible' })).toBe(true);
  expect(isVisible(undefined)).toBe(false);
});
