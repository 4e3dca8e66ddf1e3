import { checkTrace, type Failure } from '../check/check-trace.ts';
import { openKnowledge } from '../check/knowledge.ts';
import { type Diagnosed, type DiagnoseOptions, diagnose } from '../diagnosis/diagnose.ts';
import { noteLateWrites } from '../diagnosis/late-writes.ts';
import type { ObservationPlan } from '../execution/observation-plan.ts';
import { runScenarios } from '../execution/run-scenarios.ts';
import { reset, scenarioOf, together, worldOf } from '../plan/world.ts';
import { requirements } from '../requirements.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import { openOn } from '../self-test/mock-targets.ts';
import { serverNamed } from '../self-test/servers.ts';
import type { Peer } from '../target/driver.ts';
import type { Target } from '../target/target.ts';
import { referenceProfile } from './trace-builder.ts';

/** Three user conversations of one user, and scenarios in them. */
export const world = worldOf(['user', 'user', 'user']);
export const { me } = world;
export const [first, second, third] = world.rows as readonly [Peer, Peer, Peer];
export const scenarioWith = (...steps: readonly Step[]): Scenario => scenarioOf(world, steps);
export const once = scenarioWith(reset(me, first));
export const both = scenarioWith(together([reset(me, first), reset(me, second)]));
export const withoutKey = scenarioWith(reset(me, first), reset(me, second, { apikey: 'absent' }));

/** What a scenario fails on a target. */
export async function failuresOn(
  target: Target,
  one: Scenario,
  profile = referenceProfile,
  plan: ObservationPlan = 'pooled',
): Promise<readonly Failure[]> {
  const follow = (scenario: Scenario) => openKnowledge(scenario, profile);
  const traces = await runScenarios([one], { target, width: 1, plan: () => plan, follow });
  return traces.flatMap((trace) => checkTrace(trace, profile, requirements).failures);
}

/** What that is diagnosed as there, with little patience for making it smaller. */
export async function diagnosedOn(
  target: Target,
  failures: readonly Failure[],
  profile = referenceProfile,
  more: Pick<DiagnoseOptions, 'stopAt' | 'onProgress'> = {},
): Promise<Diagnosed> {
  await noteLateWrites(failures, { target, profile });
  return diagnose(failures, {
    ...{ target, profile, ...more },
    patience: () => ({ executions: 4, until: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY }),
    isSpent: () => false,
  });
}

/** What fails on a target, and what that is diagnosed as. */
export async function found(target: Target, one: Scenario, profile = referenceProfile) {
  const failures = await failuresOn(target, one, profile);
  return { failures, failed: namesOf(failures), ...(await diagnosedOn(target, failures, profile)) };
}

export const namesOf = (all: readonly { readonly requirement: string }[]) => all.map(({ requirement }) => requirement);

/** Those of one requirement. */
export const ofRequirement = (id: string, failures: readonly Failure[]) =>
  failures.filter(({ requirement }) => requirement === id);

/** A server of the first catalogue. */
export const openFaulty = (fault: string, settleMs?: number) => openOn(serverNamed(fault).start(1).handle, settleMs);
