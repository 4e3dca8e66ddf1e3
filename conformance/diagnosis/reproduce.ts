import type { Failure } from '../check/check-trace.ts';
import type { Transition } from '../check/transitions.ts';
import type { Each } from '../execution/observation-plan.ts';
import { requestsFor, requestsOf } from '../execution/trace.ts';
import { conversationName, conversationOf } from '../scenario/conversations.ts';
import {
  isPause,
  lastActIn,
  type Operation,
  operationsOf,
  type Scenario,
  unlessReset,
  withOperations,
} from '../scenario/scenario.ts';
import { isExact } from './blame.ts';
import { type Back, isBack, type Retried, type Retry, retry } from './retry.ts';
import { elapsed, firstStepOf, lastStepOf, upTo } from './steps-of.ts';

export type IsSame = (failure: Failure) => boolean;

/** A scenario whose execution has failed as it should. */
export interface Failing {
  readonly scenario: Scenario;
  readonly retried: Retried;
}

interface Reproduced {
  readonly tried: readonly Retried[];
  /** Undefined where it did not come back. */
  readonly start: Failing | undefined;
  /** Of requests that were sent at once: the same one after the other, where that does not fail so. */
  readonly inTurn?: Retried | undefined;
  /** The same of an operation before, of which it is a late effect. */
  readonly late?: Failure | undefined;
}

/** Executes the scenario of a failure until it fails again, and finds which operation it is that fails. */
export async function reproduce(
  failure: Failure,
  scenario: Scenario,
  isSame: IsSame,
  means: Retry,
): Promise<Reproduced> {
  const tried = await repeat(means, prompt(scenario), isSame, eachOf(failure, means));
  const early = tried.find(isBack);
  const again = early ?? (await retriedLater(failure, scenario, isSame, means));
  const back = isBack(again) ? again : await acrossSeconds(failure, scenario, isSame, means);
  if (back === undefined) return { tried, start: undefined };
  const sought = await searched(means, back, isSame);
  const inTurn = await oneAfterTheOther(means, sought, isSame);
  const isSequential = isBack(inTurn);
  const retried = isSequential ? inTurn : sought;
  const late = await shownLate(means, retried, isSame, failure);
  const start = { scenario: upTo(retried.found), retried };
  return { tried: early === undefined ? [back] : tried, start, late, inTurn: isSequential ? undefined : inTurn };
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
  means: Retry,
): Promise<Retried | undefined> {
  const later = lookedAtAfter(elapsed(failure), scenario, means);
  const hasWaited = means.waits === undefined && scenario.steps.some(isPause);
  if ((later === scenario && !hasWaited) || means.isSpent()) return undefined;
  return retry(means, later, isSame, eachOf(failure, means));
}

/** Where a target may count in whole seconds, one ends before the last step, or before what was written last there. */
async function acrossSeconds(
  failure: Failure,
  scenario: Scenario,
  isSame: IsSame,
  means: Retry,
): Promise<Back | undefined> {
  if (
    means.waits !== undefined ||
    failure.comparison.of === 'answer' ||
    means.isSpent(2 * requestsFor(scenario, failure.trace))
  )
    return;
  const again = await Promise.all(withSecond(scenario).map((one) => retry(means, one, isSame, eachOf(failure, means))));
  return again.find(isBack);
}

function withSecond(scenario: Scenario): readonly Scenario[] {
  const { steps } = scenario;
  const last = lastActIn(scenario);
  const names = new Set(
    steps
      .slice(last, last + 1)
      .flatMap(operationsOf)
      .map(conversationName),
  );
  const isWritten = (one: Operation): boolean => one.do === 'send' && names.has(conversationName(one));
  const written = steps.slice(0, last).findLastIndex((step) => operationsOf(step).some(isWritten));
  const places = [written, last].filter((at) => at > 0);
  return places.map((at) => ({ ...scenario, steps: steps.toSpliced(at, 0, { do: 'wait', until: 'second' }) }));
}

/** What takes longer than the settling time shows only where it is waited for. */
const lookedAtAfter = (ms: number, scenario: Scenario, { target }: Retry): Scenario =>
  ms < target.settleMs ? scenario : { ...scenario, lookAfter: Math.min(Math.ceil(ms / 1_000), longestSeconds) };

/** How often a failure is executed again before it counts as one that does not come back. */
export const repetitions = 3;

/** So often an unusual effect is executed before, with its flag spelled otherwise too. */
export const unusualExecutions = repetitions + 2;

/** About what it takes to repeat a failure. */
export const costOf = (failure: Failure): number =>
  (repetitions + (failure.isUnusual ? unusualExecutions : 0)) * requestsFor(upTo(failure), failure.trace);

/** Until it comes back. What does not come back alone may be a race between two executions: the others are side by side. */
export async function repeat(
  means: Retry,
  scenario: Scenario,
  isSame: IsSame,
  each?: Each,
  times = repetitions,
): Promise<readonly Retried[]> {
  const again = (): Promise<Retried> => retry(means, scenario, isSame, each);
  const first = await again();
  if (isBack(first) || means.isSpent(requestsOf(first.trace) * (times - 1))) return [first];
  return [first, ...(await Promise.all(Array.from({ length: times - 1 }, again)))];
}

/** Where each observation waits until the target has settled, so many steps are observed. */
const mostWaits = 8;

/** What one list or conversation shows otherwise is looked for there; an effect has two sides. */
const seenAt = ({ comparison, difference }: Failure): Each['of'] =>
  difference === undefined || comparison.of === 'answer' ? undefined : comparison;

/** Where several operations may have led to a failure an observation follows each of them. */
function eachOf(failure: Failure, { waits, target }: Retry): Each | undefined {
  if (isExact(failure) || failure.comparison.of === 'answer') return undefined;
  const isSlow = waits === 'each' || target.lags();
  const from = Math.max(firstStepOf(failure), isSlow ? lastStepOf(failure) - mostWaits : 0);
  // In which order requests sent at once were done, several views tell together.
  return { from, of: failure.transition.together.length > 0 ? undefined : seenAt(failure) };
}

/** What fails with one request after the other too does not need two at once. */
async function oneAfterTheOther(means: Retry, { found, trace }: Back, isSame: IsSame): Promise<Retried | undefined> {
  const { scenario } = trace;
  const from = found.transition.step;
  const step = scenario.steps[from];
  if (step?.do !== 'together') return undefined;
  const steps = [...scenario.steps.slice(0, from), ...step.operations];
  return retry(means, { ...scenario, steps }, isSame, { from, of: seenAt(found) });
}

/** An observation follows each step that may have failed, where that is not known. */
async function searched(means: Retry, back: Back, isSame: IsSame): Promise<Back> {
  const each = eachOf(back.found, means);
  const retried = each && (await retry(means, back.trace.scenario, isSame, each));
  return isBack(retried) ? retried : back;
}

/**
 * What shows late, or now after one operation and now after another, may be the effect of a reset before: it comes without
 * the resets after that one too, as long after it, or without all that was done then, where a message hides it.
 */
async function shownLate(
  means: Retry,
  back: Back,
  isSame: IsSame,
  { requirement }: Failure,
): Promise<Failure | undefined> {
  const { found, transitions, isEarly } = back;
  if ((isEarly && found.requirement === requirement) || found.comparison.of === 'answer') return undefined;
  const scenario = upTo(found);
  const { steps } = scenario;
  const isBefore = ({ step, reset, claim }: Transition) =>
    step < found.transition.step && reset !== undefined && claim !== 'refused';
  const done = transitions.filter(isBefore);
  /** With what is left of the operations after one. */
  const after = async ({ step, executed }: Transition, left: typeof unlessReset) => {
    const rest = withOperations({ ...scenario, steps: steps.slice(step + 1) }, left);
    const shorter = { ...scenario, steps: [...steps.slice(0, step + 1), ...rest.steps] };
    return (await retry(means, lookedAtAfter(elapsed(found, executed), shorter, means), isSame)).found;
  };
  for (const left of [unlessReset, () => undefined]) {
    let late: { readonly first: Transition; readonly failure: Failure } | undefined;
    let [from, to] = [0, done.length];
    for (let at = to - 1; from < to && !means.isSpent(); at = Math.floor((from + to) / 2)) {
      const first = done[at];
      const failure = first && (await after(first, left));
      if (first !== undefined && failure !== undefined) late = { first, failure };
      else if (late === undefined) break;
      [from, to] = failure === undefined ? [at + 1, to] : [from, at];
    }
    // A message after it only shows it, or is needed.
    if (late !== undefined) return (left === unlessReset && (await after(late.first, () => undefined))) || late.failure;
  }
  return undefined;
}

/** Who acted, and who saw that something is wrong. */
export function concernedBy({ transition: { executed, together, intervals }, comparison }: Failure): readonly string[] {
  const actors = [executed, ...together].map(({ operation }) => conversationOf(operation)[0]);
  const amiss = intervals.filter(({ differences }) => differences.length > 0);
  const owners = amiss.map(({ observation }) => observation.view.owner);
  return [...new Set(comparison.of === 'answer' ? actors : [...actors, comparison.owner, ...owners])];
}
