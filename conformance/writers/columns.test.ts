import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { clipped, columnsOf, padded, wrapped } from './columns.ts';

test.each([
  ['', 0],
  ['plain', 5],
  ['日本', 4],
  ['👍', 2],
  ['e\u0301', 1],
])('%j takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test('a text is wrapped at spaces, and a word only where it is longer than a line', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  expect(wrapped('', 4)).toEqual(['']);
  expect(wrapped('abc', -3)).toEqual(['ab', 'c']);
  const texts = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const lines = wrapped(text, columns);
      expect(lines.every((line) => columnsOf(line) <= columns)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('a clipped text says that it was clipped', () => {
  expect([clipped('abcdef', 6), clipped('abcdefg', 6), padded('日', 4)]).toEqual(['abcdef', 'abcde…', '日  ']);
});
