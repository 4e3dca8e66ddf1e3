import type { Failure } from '../check/check-trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Retry } from './retry.ts';
import type { Shrunk } from './shrink.ts';
import { truncated } from './steps-of.ts';
import { compareVariants } from './variants.ts';

/** An effect that was not the usual one, and came back as the usual one: the same scenario has two. */
export async function notUsual(failure: Failure, scenario: Scenario, options: Retry): Promise<Diagnosis | string> {
  const shrunk = { scenario: truncated(scenario, failure.transition.step), isSmallest: false };
  return (await diagnoseUnusual(failure, shrunk, options)) ?? 'lawful';
}

/** The diagnosis of an effect by its variants; `lawful`, or why it is in doubt; undefined where it is not theirs to say. */
export async function diagnoseUnusual(
  failure: Failure,
  { scenario, isSmallest }: Pick<Shrunk, 'scenario' | 'isSmallest'>,
  options: Retry,
): Promise<Diagnosis | string | undefined> {
  const { requirement, failed, transition, trace } = failure;
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
  if (trace.lost > 0) return `${requirement} failed once beside a lost answer`;
  const { times, of, other } = verdict;
  const name = isTogether ? 'quiet-after-concurrency' : 'keeps-to-its-behaviour';
  return { ...common, requirement: name, reproduced: { times, of }, other };
}
