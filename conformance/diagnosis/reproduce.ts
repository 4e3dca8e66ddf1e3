import type { Failure } from '../check/check-trace.ts';
import type { Each } from '../execution/execute.ts';
import { conversationOf, isPause, type Scenario } from '../scenario/scenario.ts';
import { type Retried, type Retry, retry } from './retry.ts';
import { elapsed, firstStepOf, isExact, lastStepOf, upTo } from './steps-of.ts';

export type IsSame = (failure: Failure) => boolean;

/** A scenario whose execution has failed as it should. */
export interface Failing {
  readonly scenario: Scenario;
  readonly retried: Retried;
}

export interface Reproduced {
  readonly tried: readonly Retried[];
  /** Undefined where it did not come back. */
  readonly start: Failing | undefined;
  /** Of requests that were sent at once: the same one after the other, where that does not fail so. */
  readonly inTurn?: Retried | undefined;
}

/** Executes the scenario of a failure until it fails again, and finds which operation it is that fails. */
export async function reproduce(
  failure: Failure,
  scenario: Scenario,
  isSame: IsSame,
  means: Retry & { readonly isSpent: () => boolean },
): Promise<Reproduced> {
  const tried = await repeat(means, prompt(scenario), isSame, eachOf(failure, means));
  const early = tried.find(({ failures }) => failures.some(isSame));
  const late = early === undefined ? await retriedLater(failure, scenario, isSame, means) : undefined;
  const back = early ?? late;
  if (back === undefined) return { tried, start: undefined };
  const sought = await searched(means, back, isSame);
  const inTurn = await oneAfterTheOther(means, sought, isSame);
  const isSequential = inTurn?.failures.some(isSame) === true;
  const start = await pinpoint(means, isSequential ? inTurn : sought, isSame);
  return { tried: late === undefined ? tried : [late], start, inTurn: isSequential ? undefined : inTurn };
}

/** A failure that takes longer is not waited for. */
const longestSeconds = 5;

/** Without the time that a scenario takes while it waits for others, which few failures need. */
const prompt = (scenario: Scenario): Scenario => ({
  ...scenario,
  steps: scenario.steps.map((step) => (isPause(step) ? { do: 'wait', until: 'others' } : step)),
});

/** Where it was seen long after its operation, or after a wait, it is observed as long after it once more. */
async function retriedLater(
  failure: Failure,
  scenario: Scenario,
  isSame: IsSame,
  means: Retry & { readonly isSpent: () => boolean },
): Promise<Retried | undefined> {
  const ms = elapsed(failure);
  const isLate = ms >= means.target.settleMs;
  const hasWaited = means.waits === undefined && scenario.steps.some(isPause);
  if (!(isLate || hasWaited) || means.isSpent()) return undefined;
  const lookAfter = Math.min(Math.ceil(ms / 1_000), longestSeconds);
  const retried = await retry(means, isLate ? { ...scenario, lookAfter } : scenario, isSame, eachOf(failure, means));
  return retried.failures.some(isSame) ? retried : undefined;
}

/** How often a failure is executed again before it counts as one that does not come back. */
export const repetitions = 3;

/** Until it comes back. What does not come back alone may be a race between two executions: the others are side by side. */
export async function repeat(
  means: Retry & { readonly isSpent?: () => boolean },
  scenario: Scenario,
  isSame: IsSame,
  each?: Each,
): Promise<readonly Retried[]> {
  const again = (): Promise<Retried> => retry(means, scenario, isSame, each);
  const first = await again();
  if (first.failures.some(isSame) || means.isSpent?.()) return [first];
  return [first, ...(await Promise.all(Array.from({ length: repetitions - 1 }, again)))];
}

/** Where each observation waits until the target has settled, so many steps are observed. */
const mostWaits = 8;

/** Where several operations may have led to a failure an observation follows each of them; an effect has two sides. */
function eachOf(failure: Failure, { waits, target }: Retry): Each | undefined {
  const { comparison, difference } = failure.failed;
  if (isExact(failure) || comparison.of === 'answer') return undefined;
  const isSlow = waits === 'each' || target.lags();
  const from = Math.max(firstStepOf(failure), isSlow ? lastStepOf(failure) - mostWaits : 0);
  return { from, ...(difference === undefined ? {} : { of: comparison }) };
}

/** What fails with one request after the other too does not need two at once. */
async function oneAfterTheOther(means: Retry, back: Retried, isSame: IsSame): Promise<Retried | undefined> {
  const failure = back.failures.find(isSame);
  const { scenario } = back.trace;
  const step = failure && scenario.steps[failure.transition.step];
  if (failure === undefined || step?.do !== 'together') return undefined;
  const steps = [...scenario.steps.slice(0, failure.transition.step), ...step.operations];
  return retry(means, { ...scenario, steps }, isSame, { from: failure.transition.step });
}

/** An observation follows each step that may have failed, where that is not known. */
async function searched(means: Retry, back: Retried, isSame: IsSame): Promise<Retried> {
  const failure = back.failures.find(isSame);
  const each = failure && eachOf(failure, means);
  if (each === undefined) return back;
  const retried = await retry(means, back.trace.scenario, isSame, each);
  return retried.failures.some(isSame) ? retried : back;
}

/** The scenario up to the operation that fails, where it is known which one that is. */
async function pinpoint(means: Retry, back: Retried, isSame: IsSame): Promise<Failing> {
  const failure = back.failures.find(isSame);
  const { scenario } = back.trace;
  if (failure === undefined || !isExact(failure) || failure.transition.step === scenario.steps.length - 1) {
    return failingIn(back, isSame);
  }
  const shorter = { ...upTo(failure), watched: concernedBy(failure) };
  const retried = await retry(means, shorter, isSame);
  return retried.failures.some(isSame) ? { scenario: shorter, retried } : failingIn(back, isSame);
}

function failingIn(retried: Retried, isSame: IsSame): Failing {
  const { scenario } = retried.trace;
  const failure = retried.failures.find(isSame);
  return { retried, scenario: failure === undefined ? scenario : upTo(failure) };
}

/** Who acted, and who saw that something is wrong. */
export function concernedBy({
  transition: { executed, together },
  failed: { comparison },
}: Failure): readonly string[] {
  const actors = [executed, ...together].map(({ operation }) => conversationOf(operation)[0]);
  return [...new Set(comparison.of === 'answer' ? actors : [...actors, comparison.owner])];
}
