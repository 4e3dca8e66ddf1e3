import { expect, it } from 'vitest';
import { coveringPairs } from './pairwise.ts';

/** Every pair that a choice meets. */
const pairsIn = (choice: readonly number[]): readonly string[] =>
  choice.flatMap((value, b) => choice.slice(0, b).map((other, a) => `${a}=${other} ${b}=${value}`));

it.each([
  [[2, 2]],
  [[3, 2, 4]],
  [[7, 4, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 4]],
])('should meet every pair of values of factors with %j values', (sizes) => {
  const choices = coveringPairs(sizes);
  const met = new Set(choices.flatMap(pairsIn));
  const pairs = sizes
    .flatMap((size, b) => sizes.slice(0, b).map((other) => size * other))
    .reduce((sum, n) => sum + n, 0);
  expect(met.size).toBe(pairs);
  expect(choices.every((choice) => choice.every((value, factor) => value < (sizes[factor] ?? 0)))).toBe(true);
});

it('should not make factors of one size go together', () => {
  const met = coveringPairs([60, 3, 3, 3, 3, 3, 14]).map((choice) => choice.slice(1, 6).join());
  expect(new Set(met).size).toBeGreaterThan(0.9 * 3 ** 5);
});

it('should need hardly more choices than the two largest factors force upon it', () => {
  expect(coveringPairs([7, 4, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 4]).length).toBeLessThan(2 * 7 * 4);
});

it('should choose the same each time, the first value of everything first', () => {
  expect(coveringPairs([3, 3, 3])).toEqual(coveringPairs([3, 3, 3]));
  expect(coveringPairs([3, 3, 3])[0]).toEqual([0, 0, 0]);
});
