import { type SeenEffect, seenEffect } from '../judgement/effect.ts';
import type { Failure } from '../judgement/judge.ts';
import { type Transition, transitionsOf } from '../judgement/transitions.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import { type Retry, retry } from './retry.ts';

/** What an unusual effect turned out to be. */
export type Verdict =
  /** The same reset with an explicit false has another effect. */
  | { readonly kind: 'differs from false'; readonly other: Transition }
  /** The same scenario has another effect on fresh ids. */
  | { readonly kind: 'contradicts itself'; readonly other: Transition; readonly times: number; readonly of: number }
  /** It does the same each time: it depends on something that the spec leaves open. */
  | { readonly kind: 'lawful' }
  /** It could not be executed again. */
  | { readonly kind: 'unclear' };

const repetitions = 3;

/** Executes a scenario with an unusual effect again, and the one that says the same with the flag spelled otherwise. */
export async function compareVariants(means: Retry, scenario: Scenario, failure: Failure): Promise<Verdict> {
  const { transition } = failure;
  const { operation } = transition.executed;
  if (operation.do !== 'reset') return { kind: 'unclear' };
  const variant = spelledOtherwise(scenario, operation);
  const runs = Array.from({ length: repetitions }, () => scenario);
  const [same, others] = await Promise.all([
    Promise.all(runs.map((one) => effectOf(means, one))),
    variant === undefined ? [] : Promise.all([variant, variant].map((one) => effectOf(means, one))),
  ]);
  const again = same.filter((one) => one !== undefined);
  if (again.length === 0) return { kind: 'unclear' };
  // What was not seen is no evidence.
  const isPredicted = transition.intervals.some((interval) => interval.isPredicted);
  const first = isPredicted ? again[0]?.effect : effectText(seenEffect(transition, operation));
  const different = again.filter(({ effect }) => effect !== first);
  const [other, ...more] = others.filter((one) => one !== undefined);
  const spelled = [other, ...more];
  const isStable = different.length === 0;
  if (
    isStable &&
    other !== undefined &&
    spelled.every((one) => one?.effect === other.effect && other.effect !== first)
  ) {
    return { kind: 'differs from false', other: other.transition };
  }
  const [unlike] = different;
  if (unlike === undefined) return { kind: 'lawful' };
  const times = again.length - different.length;
  return { kind: 'contradicts itself', other: unlike.transition, times, of: again.length };
}

const effectText = ({ place, texts }: SeenEffect): string => `${place} ${texts}`;

/** With `preserveOrder` false in place of nothing, or nothing in place of false. */
function spelledOtherwise(scenario: Scenario, reset: Reset): Scenario | undefined {
  const last = scenario.steps.at(-1);
  if (last?.do !== 'reset' || reset.preserveOrder === 'true') return undefined;
  const { body, ...rest } = last;
  const plain: Reset =
    body === 'none'
      ? { ...rest, preserveOrder: 'false' }
      : { ...last, preserveOrder: reset.preserveOrder === 'absent' ? 'false' : 'absent' };
  return { ...scenario, steps: [...scenario.steps.slice(0, -1), plain] };
}

async function effectOf(
  means: Retry,
  scenario: Scenario,
): Promise<{ readonly effect: string; readonly transition: Transition } | undefined> {
  const { trace } = await retry(means, scenario, () => false);
  if (trace.void !== undefined || trace.lost > 0) return undefined;
  const last = scenario.steps.findLastIndex((step) => step.do !== 'wait');
  const transition = transitionsOf(trace, means.profile).find((one) => one.step === last && !one.isLater);
  if (transition?.executed.operation.do !== 'reset' || transition.claim !== 'confirmed') return undefined;
  return { effect: effectText(seenEffect(transition, transition.executed.operation)), transition };
}
