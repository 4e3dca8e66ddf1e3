import type { Failure } from '../check/check-trace.ts';
import { requestsOf } from '../execution/trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isExact } from './blame.ts';
import { hadNoEffect } from './kinds-of-failure.ts';
import type { IsSame } from './reproduce.ts';
import { isBack, type Retried, type Retry, retry } from './retry.ts';
import type { Shrunk } from './shrink.ts';
import { plainerScenarios } from './smaller.ts';

/** Whether it fails again where the last observation alone waits, and where each does, which may be known. */
export const onceMore = (
  scenario: Scenario,
  isSame: IsSame,
  options: Retry,
  waiting?: Retried,
): Promise<readonly Retried[]> =>
  Promise.all([retry(options, scenario, isSame), waiting ?? whereEachWaits(scenario, isSame, options)]);

export const whereEachWaits = (scenario: Scenario, isSame: IsSame, options: Retry): Promise<Retried> =>
  retry({ ...options, waits: 'each' }, scenario, isSame);

/**
 * Without a pause, as it may need that one step comes soon after another, and observed but once, when the target has
 * settled. What had no effect is observed before too: what is still there then was there before, however early that was.
 */
export async function seenAtLast(main: Failure, scenario: Scenario, isSame: IsSame, options: Retry): Promise<Retried> {
  const once = await retry(options, scenario, isSame, { from: scenario.steps.length });
  return isBack(once) || !hadNoEffect(main) ? once : retry(options, scenario, isSame, { isSettled: true });
}

/**
 * Nothing names a violation that it does not need, however early the shrinking had to end. Undefined where that costs too
 * much beside others.
 */
export async function madePlain(
  means: Retry & { readonly isFirst: boolean },
  first: Shrunk,
  isSame: IsSame,
): Promise<Shrunk | undefined> {
  let shrunk = first;
  const lawful = new Set<string>();
  for (;;) {
    const next = plainerScenarios(shrunk.scenario).find((one) => !lawful.has(JSON.stringify(one)));
    if (next === undefined) return shrunk;
    if (!means.isFirst && means.isSpent(requestsOf(shrunk.retried.trace))) return undefined;
    const retried = await retry(means, next, (one) => isSame(one) && isExact(one));
    if (isBack(retried)) shrunk = { ...shrunk, scenario: next, retried };
    else lawful.add(JSON.stringify(next));
  }
}
