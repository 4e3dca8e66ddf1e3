import { type Checked, checkTrace, type Failure } from '../check/check-trace.ts';
import { openKnowledge } from '../check/knowledge.ts';
import { execute, type Waits } from '../execution/execute.ts';
import type { Each } from '../execution/observation-plan.ts';
import type { Trace } from '../execution/trace.ts';
import type { Profile } from '../profile/profile.ts';
import { requirements } from '../requirements.ts';
import { isPause, lastActIn, type Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import type { Diagnosis } from './diagnosis.ts';
import { atTheEnd } from './steps-of.ts';

/** On what scenarios are executed again, on fresh ids. */
export interface RetryOn {
  readonly target: Target;
  readonly profile: Profile;
  /** Which observations wait until the target has settled; where none does, what shows late is not waited for either. */
  readonly waits?: Waits;
}

/** What a diagnosis executes them with. */
export interface Retry extends RetryOn {
  /** Everything that failed in the run, as far as that is known. */
  readonly failures: readonly Failure[];
  /** Whether the violations that were looked into have cost enough, or would with so many more requests. */
  readonly isSpent: (more?: number) => boolean;
}

export interface Retried extends Pick<Checked, 'transitions' | 'failures'> {
  readonly trace: Trace;
  /** The first of it that was wanted; of the last step, where that fails so. */
  readonly found: Failure | undefined;
  /** Whether the last observation, when the target has settled, was not needed. */
  readonly isEarly: boolean;
}

interface Plan extends Partial<Each> {
  /** Whether only what is seen when the target has settled counts. */
  readonly isSettled?: boolean;
}

/**
 * Executes a scenario again, observing everything before and after its last step, or each `from` a step. Ends as soon as
 * something fails that is wanted; otherwise when the target has settled, as what shows late shows then.
 */
export async function retry(
  { target, profile: found, waits }: RetryOn,
  scenario: Scenario,
  isWanted: (failure: Failure) => boolean,
  { isSettled = false, ...plan }: Plan = {},
): Promise<Retried> {
  // What fails again is compared with what was seen before: a row that a message came to is looked for, not expected.
  const profile: Profile = { ...found, messageRaises: false };
  const execution = await execute(target, scenario, {
    plan: { from: lastActIn(scenario), ...plan },
    waits,
    follower: openKnowledge(scenario, profile),
  });
  const judged = (trace: Trace, isEarly: boolean): Retried => {
    const { failures, transitions } = checkTrace(trace, profile, requirements);
    const [found] = atTheEnd(failures.filter(isWanted), scenario);
    return { trace, transitions, failures, found, isEarly };
  };
  const early = judged(execution.trace(), true);
  const isOver = scenario.lookAfter === undefined && !scenario.steps.some(isPause);
  return (waits === 'never' && isOver) || (isBack(early) && !isSettled)
    ? early
    : judged(await execution.finish(), false);
}

/** An execution in which what was wanted came back. */
export type Back = Retried & { readonly found: Failure };
export const isBack = (one: Retried | undefined): one is Back => one?.found !== undefined;

/** How often it came back. */
export const timesBack = (tried: readonly Retried[]): Diagnosis['reproduced'] => ({
  times: tried.filter(isBack).length,
  of: tried.length,
});
