import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { requestsOf } from '../execution/trace.ts';
import { reset, scenarioOf, times, type World, worldOf } from '../plan/world.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { openFaulty } from '../testing/diagnosing.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { retry } from './retry.ts';
import { type Patience, shrink } from './shrink.ts';

const groups = (count: number) => worldOf(times(count, () => 'group'));
const resetIn = ({ steps }: Scenario) => steps.flatMap((one) => (one.do === 'reset' ? [one.conversation.id] : []));

/** Resets all groups, of which each confirmation names nobody; which of them are reset says whether it counts. */
async function shrunk(
  world: World,
  isWanted: (guids: readonly string[]) => boolean,
  { executions = 99, cost = Number.POSITIVE_INFINITY }: Partial<Patience>,
) {
  const resets = world.rows.map((row) => reset(world.me, row, { preserveOrder: 'true' }));
  const scenario = scenarioOf(world, resets);
  const target = await openFaulty('names-nobody-for-groups');
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  const isSame = ({ requirement, trace }: Failure) =>
    requirement === 'message-names-acting-user' && isWanted(resetIn(trace.scenario));
  const retried = await retry(means, scenario, isSame);
  const each = requestsOf(retried.trace);
  const before = target.cost();
  const patience = { executions, until: Number.POSITIVE_INFINITY, cost: before + cost * each };
  const small = await shrink(means, { scenario, retried }, isSame, patience);
  return { small, spent: (target.cost() - before) / each };
}

it.each([
  ['two thirds of what there is room for, where that is little', 6, 1, 4.5],
  ['as many as leave room for what follows', 14, 3, 12],
])('should try %s, beside what is far smaller', async (_, cost, least, most) => {
  // Nothing may be left out.
  const { small, spent } = await shrunk(groups(8), ({ length }) => length === 8, { cost });
  expect([small.isSmallest, spent >= least, spent <= most]).toEqual([false, true, true]);
});

it('should find the few steps of many that it takes, each in a few executions', async () => {
  const world = groups(30);
  const needed = [3, 24, 29].map((at) => world.rows[at]?.id ?? '');
  const { small } = await shrunk(world, (guids) => needed.every((one) => guids.includes(one)), { executions: 45 });
  expect([small.isSmallest, resetIn(small.scenario)]).toEqual([true, needed]);
});
