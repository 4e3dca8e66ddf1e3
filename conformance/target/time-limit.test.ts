import { expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { RunEnded, startTimeLimit } from './time-limit.ts';

it('leaves time to tidy up, and some seconds more for that', async () => {
  const clock = manualClock();
  const { testing, tidying } = startTimeLimit(100_000, clock);
  await clock.pass(84_999);
  expect(testing.aborted).toBe(false);
  await clock.pass(1);
  expect(testing.reason).toEqual(new RunEnded('the time limit of 100 s was reached'));
  await clock.pass(19_999);
  expect(tidying.aborted).toBe(false);
  await clock.pass(1);
  expect(tidying.aborted).toBe(true);
});

it('ends nothing once it is over itself', async () => {
  const clock = manualClock();
  const { testing, tidying, end } = startTimeLimit(1_000, clock);
  end();
  await clock.pass(10_000);
  expect([testing.aborted, tidying.aborted]).toEqual([false, false]);
});
