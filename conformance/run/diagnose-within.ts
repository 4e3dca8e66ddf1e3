import type { Failure } from '../check/check-trace.ts';
import { type Diagnosed, diagnose } from '../diagnosis/diagnose.ts';
import { type Extent, wholeRun } from '../plan/extent.ts';
import type { TestOptions } from './execute-and-check.ts';

/** How often a violation is made smaller, and how long at most, which a busy machine does not need. */
const shrinking = {
  smoke: { executions: 36, ms: 12_000 },
  quick: { executions: 60, ms: 20_000 },
  default: { executions: 90, ms: 30_000 },
  thorough: { executions: 200, ms: 60_000 },
} as const;

/** All violations together may cost so much of what a correct target costs, and each at least so many requests. */
const costOfViolations = 0.4;
const leastShare = 250;

/** Spends no more on what failed than the budget allows, after a run that has cost so much as it was planned. */
export function diagnoseWithin(
  { budget, profile }: Extent,
  planned: number,
  failures: readonly Failure[],
  { target, progress, options: { stopAt } }: TestOptions,
): Promise<Diagnosed> {
  const { executions, ms } = shrinking[budget];
  const { cost } = target;
  const most = Math.min(planned, wholeRun[budget]) * (1 + costOfViolations);
  const until = performance.now() + ms * 2;
  return diagnose(failures, {
    ...{ target, profile, stopAt },
    patience: (left) => ({
      executions,
      until: performance.now() + ms,
      cost: Math.max(cost() + leastShare, left > 1 ? most - leastShare : most),
    }),
    isSpent: (more = 0) => cost() + more > most || performance.now() > until,
    onProgress: (done, of) => progress({ phase: 'shrinking', done, of }),
  });
}
