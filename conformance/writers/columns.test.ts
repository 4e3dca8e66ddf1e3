import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { clipped } from '../../fixtures/printable.ts';
import { indented, wrapped } from './columns.ts';

test('a text is wrapped at spaces, and a word only where it is longer than a line', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  expect(wrapped('', 4)).toEqual(['']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrapped(text, width);
      expect(lines.every((line) => [...line].length <= width)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('an indented text fits, and a clipped one says that it was clipped', () => {
  expect(indented(`${'x'.repeat(75)} y`, 2, 5)).toEqual([`  ${'x'.repeat(75)}`, '     y']);
  expect([clipped('abcdef', 6), clipped('abcdefg', 6)]).toEqual(['abcdef', 'abcde…']);
  expect([clipped('abc😀efg', 6), clipped('abcd😀fg', 6)]).toEqual(['abc😀…', 'abcd…']);
});
