import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitWithin, RunEnded, startTimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begin = (limitMs: number, spentMs = 0, tidyingMs = 0) =>
  startTimeLimit(limitMs, performance.now() - spentMs, () => tidyingMs);

it.each([
  ['a share of the time is left to tidy up and to report', 10_000, 0, 0, [8.5, 9.5]],
  ['as much as it takes to tidy up what is there', 10_000, 4_000, 0, [5.5, 9.5]],
  ['a report takes no share of a long limit', 900_000, 0, 0, [765, 897]],
  ['what was spent before counts', 10_000, 0, 1_000, [7.5, 8.5]],
])('%s', async (_, limitMs, tidyingMs, spentMs, ends) => {
  const now = performance.now();
  const { testing, tidying } = begin(limitMs, spentMs, tidyingMs);
  const at: number[] = [];
  for (const signal of [testing, tidying]) {
    signal.addEventListener('abort', () => at.push(Math.round((performance.now() - now) / 100) / 10));
  }
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(at).toEqual(ends);
  expect(testing.reason).toEqual(new RunEnded(`the time limit of ${limitMs / 1_000} s was reached`));
});

it.each([10_000, 30_000, 300_000])('has tidied up when somebody ends the run after %i ms, even late', async (endMs) => {
  const limitMs = limitWithin(endMs);
  const { tidying } = begin(limitMs, 0, limitMs * 0.1);
  await vi.advanceTimersByTimeAsync(endMs + 50);
  expect([limitMs <= endMs, tidying.aborted]).toEqual([true, true]);
});

it('leaves time to tidy up where the machine was too busy to end in time', async () => {
  const { testing, tidying } = begin(10_000, 11_000, 2_000);
  await vi.advanceTimersByTimeAsync(1_900);
  expect([testing.aborted, tidying.aborted]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(200);
  expect(tidying.aborted).toBe(true);
});

it('counts no time in which the machine was too busy to remove anything', async () => {
  const { testing, tidying } = begin(10_000);
  await vi.advanceTimersByTimeAsync(8_500);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_500);
  await vi.advanceTimersByTimeAsync(900);
  expect([testing.aborted, tidying.aborted]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(100);
  expect(tidying.aborted).toBe(true);
  vi.restoreAllMocks();
});

it('ends nothing once it is over itself', async () => {
  const { testing, tidying, end } = begin(1_000);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([testing.aborted, tidying.aborted]).toEqual([false, false]);
});
