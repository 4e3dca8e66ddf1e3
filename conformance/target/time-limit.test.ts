import { expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { RunEnded, startTimeLimit } from './time-limit.ts';

/** When testing and tidying up are ended, to a tenth of a second; the limit is so long, and tidying up takes so long. */
async function ends(limitMs: number, tidyingMs: number, spentMs = 0) {
  const clock = manualClock();
  const limit = startTimeLimit({ limitMs, spentMs, clock, tidyingMs: () => tidyingMs });
  const at: number[] = [];
  for (const signal of [limit.testing, limit.tidying]) {
    signal.addEventListener('abort', () => at.push(Math.ceil(clock.now() / 100) / 10));
  }
  await clock.pass(limitMs);
  return { at, why: limit.testing.reason };
}

it.each([
  ['a share of the time is left to tidy up and to report', 10_000, 0, 0, [8.5, 9.5]],
  ['as much as it takes to tidy up what is there', 10_000, 4_000, 0, [5.5, 9.5]],
  ['a report takes no share of a long limit', 900_000, 0, 0, [765, 897]],
  ['what was spent before counts', 10_000, 0, 1_000, [7.5, 8.5]],
])('%s', async (_, limitMs, tidyingMs, spentMs, at) => {
  const why = new RunEnded(`the time limit of ${limitMs / 1_000} s was reached`);
  expect(await ends(limitMs, tidyingMs, spentMs)).toEqual({ at, why });
});

it('leaves time to tidy up where the machine was too busy to end in time', async () => {
  const clock = manualClock();
  let now = 0;
  const late = { ...clock, now: () => now };
  const { testing, tidying } = startTimeLimit({ limitMs: 10_000, spentMs: 0, clock: late, tidyingMs: () => 2_000 });
  const passed = async (at: number) => {
    now = at;
    await clock.pass(100);
    return [testing.aborted, tidying.aborted];
  };
  expect(await passed(11_000)).toEqual([true, false]);
  expect(await passed(12_900)).toEqual([true, false]);
  expect(await passed(13_000)).toEqual([true, true]);
});

it('ends nothing once it is over itself', async () => {
  const clock = manualClock();
  const { testing, tidying, end } = startTimeLimit({ limitMs: 1_000, spentMs: 0, clock, tidyingMs: () => 0 });
  end();
  await clock.pass(10_000);
  expect([testing.aborted, tidying.aborted]).toEqual([false, false]);
});
