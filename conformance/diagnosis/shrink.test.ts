import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { requestsOf } from '../execution/trace.ts';
import { reset, scenarioOf, times, worldOf } from '../plan/world.ts';
import { openFaulty } from '../testing/diagnosing.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { retry } from './retry.ts';
import { shrink } from './shrink.ts';

it.each([
  ['half of what there is room for, where that is little', 4, 1, 2],
  ['as many as leave room for what follows', 14, 3, 7],
])('should try %s, beside what is far smaller', async (_, room, least, most) => {
  const world = worldOf(times(8, () => 'group'));
  const scenario = scenarioOf(
    world,
    world.rows.map((row) => reset(world.me, row, { preserveOrder: 'true' })),
  );
  const target = await openFaulty('names-nobody-for-groups');
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  // Nothing may be left out.
  const isSame = ({ requirement, trace }: Failure) =>
    requirement === 'message-names-acting-user' && trace.scenario.steps.length === scenario.steps.length;
  const retried = await retry(means, scenario, isSame);
  const each = requestsOf(retried.trace);
  const before = target.cost();
  const patience = { executions: 99, until: Number.POSITIVE_INFINITY, cost: before + room * each };
  const { isSmallest } = await shrink(means, { scenario, retried }, isSame, patience);
  const spent = (target.cost() - before) / each;
  expect([isSmallest, spent >= least, spent <= most]).toEqual([false, true, true]);
});
