import { expect, test } from 'vitest';
import { isPermanent, isVisible, placeOf, textsOf } from './known.ts';

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
  ['user', 'left-out', undefined, false],
  ['group', 'true', true, false],
  ['group', 'left-out', true, false],
] as const)('a %s reset with %s, where left out is permanent: %s, is permanent: %s', (kind, flag, omitted, expected) => {
  expect(isPermanent(kind, flag, { omittedIsPermanent: omitted })).toBe(expected);
});

test('an effect shows where the row goes or the messages do', () => {
  expect(isVisible({ place: 'kept', texts: 'visible' })).toBe(false);
  expect(isVisible({ place: 'kept', texts: 'hidden' })).toBe(true);
  expect(isVisible({ place: 'last', texts: 'visible' })).toBe(true);
  expect(isVisible(undefined)).toBe(false);
});
