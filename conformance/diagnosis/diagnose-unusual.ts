import type { Failure } from '../check/check-trace.ts';
import { viewKey } from '../execution/trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Diagnosis } from './diagnosis.ts';
import { besideALostAnswer, isDoubtful } from './doubt.ts';
import type { Retry } from './retry.ts';
import type { Shrunk } from './shrink.ts';
import { truncated } from './steps-of.ts';
import { compareVariants } from './variants.ts';

/** An effect that was not the usual one, and came back as the usual one: the same scenario has two. */
export async function notUsual(failure: Failure, scenario: Scenario, options: Retry): Promise<Diagnosis | string> {
  const shrunk = { scenario: truncated(scenario, failure.transition.step), isSmallest: false };
  const found = (await diagnoseUnusual(failure, shrunk, options)) ?? 'lawful';
  // What was seen too early, and never again, is a stale read.
  const isOnce = typeof found === 'object' && isSeenOnce(found);
  return isOnce && !wasSettled(failure) ? 'lawful' : found;
}

/** Whether each repetition had the other effect. */
const isSeenOnce = ({ requirement, other, reproduced: { times, of } }: Diagnosis): boolean =>
  requirement !== 'omitted-equals-false' && other !== undefined && times === of;

/** Whether what was compared had been waited for. */
function wasSettled({ trace: { events }, transition: { intervals }, failed: { comparison } }: Failure): boolean {
  if (comparison.of === 'answer') return true;
  const seen = intervals.find(({ observation: { view } }) => viewKey(view) === viewKey(comparison))?.observation;
  return events.some(
    (event) =>
      event.kind === 'observations' && event.settled && event.observations.some((one) => one === seen && !one.isEarly),
  );
}

/** The diagnosis of an effect by its variants; `lawful`, or why it is in doubt; undefined where it is not theirs to say. */
export async function diagnoseUnusual(
  failure: Failure,
  { scenario, isSmallest }: Pick<Shrunk, 'scenario' | 'isSmallest'>,
  options: Retry,
): Promise<Diagnosis | string | undefined> {
  const { requirement, failed, transition } = failure;
  const verdict = await compareVariants(options, scenario, failure);
  const common = { failure, scenario, isSmallest, also: [] };
  const isTogether = transition.together.length > 0;
  const always = (times: number) => ({ times, of: times });
  if (verdict.kind === 'differs from false' && !isTogether) {
    return { ...common, requirement: 'omitted-equals-false', reproduced: always(verdict.of), other: verdict.other };
  }
  if (!failed.isUnusual) return undefined;
  if (verdict.kind === 'lawful') {
    return isTogether
      ? { ...common, requirement: 'quiet-after-concurrency', reproduced: always(verdict.of) }
      : 'lawful';
  }
  if (verdict.kind !== 'contradicts itself') return `${requirement} could not be looked into again`;
  if (isDoubtful(failure)) return besideALostAnswer(requirement);
  const { times, of, other } = verdict;
  const name = isTogether ? 'quiet-after-concurrency' : 'keeps-to-its-behaviour';
  return { ...common, requirement: name, reproduced: { times, of }, other };
}
