import { expect, it } from 'vitest';
import { fewestSteps } from './fewest-steps.ts';

/** Looks for the steps that are needed of so many, and counts the steps of what it tries. */
async function search(count: number, needed: readonly number[], sideBySide = 3, most = Number.POSITIVE_INFINITY) {
  const tried: number[] = [];
  const steps = Array.from({ length: count }, (_, at) => at);
  const found = await fewestSteps(steps, sideBySide, async (some) => {
    const paid = some.slice(0, most - tried.length);
    tried.push(...paid.map(({ length }) => length));
    return { tried: paid.length, enough: paid.findIndex((one) => needed.every((step) => one.includes(step))) };
  });
  return { found, tried };
}

it.each([
  [0, []],
  [1, []],
  [1, [0]],
  [20, []],
  [20, [0]],
  [20, [19]],
  [20, [0, 19]],
  [150, [3, 77, 148]],
  [6, [0, 1, 2, 3, 4, 5]],
])('of %i steps it should find those that are needed: %j', async (count, needed) => {
  for (const sideBySide of [1, 3, 12]) expect((await search(count, needed, sideBySide)).found).toEqual(needed);
});

it('should try few steps first, and not many more than it takes', async () => {
  const { tried } = await search(150, [147, 148]);
  expect(tried).toEqual([0, 1, 2, 4, 8, 16, 3, 1, 2, 2]);
  const all = await search(150, [3, 148]);
  expect(all.tried.length).toBeLessThan(25);
});

it('should end when nothing more can be tried, with what is known to be enough then', async () => {
  const { found, tried } = await search(20, [18], 3, 3);
  expect([found, tried]).toEqual([
    [18, 19],
    [0, 1, 2],
  ]);
});
