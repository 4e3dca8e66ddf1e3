import type { Failure } from '../check/check-trace.ts';
import { differenceOf, type SeenEffect, seenEffect } from '../check/effect.ts';
import { type Transition, transitionsOf } from '../check/transitions.ts';
import { usualEffect } from '../check/usual.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import { repetitions } from './reproduce.ts';
import { isSeen, type Retry, retry } from './retry.ts';

/** What an unusual effect turned out to be, executed again `of` times. */
export type Verdict =
  /** The same reset with an explicit false has another effect. */
  | { readonly kind: 'differs from false'; readonly other: Transition; readonly of: number }
  /** The same scenario has another effect on fresh ids, so often. */
  | { readonly kind: 'contradicts itself'; readonly other: Transition; readonly times: number; readonly of: number }
  /** It does the same each time: it depends on something that the spec leaves open. */
  | { readonly kind: 'lawful'; readonly of: number }
  /** It could not be executed again. */
  | { readonly kind: 'unclear' };

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
  const [repeated] = again;
  if (repeated === undefined) return { kind: 'unclear' };
  const first = isSeen(failure) ? seenEffect(transition, operation) : repeated.effect;
  const usual = usualEffect(operation, means.profile);
  const differs = (one: SeenEffect, other: SeenEffect): boolean =>
    differenceOf(one, other, transition, usual) !== undefined;
  const different = again.filter(({ effect }) => differs(first, effect));
  const spelled = others.flatMap((one) => one ?? []);
  const [other] = spelled;
  const [unlike] = different;
  if (unlike !== undefined) {
    return { kind: 'contradicts itself', other: unlike.transition, times: different.length, of: again.length };
  }
  return other !== undefined && spelled.every(({ effect }) => differs(first, effect) && !differs(effect, other.effect))
    ? { kind: 'differs from false', other: other.transition, of: again.length }
    : { kind: 'lawful', of: again.length };
}

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
): Promise<{ readonly effect: SeenEffect; readonly transition: Transition } | undefined> {
  const { trace, profile } = await retry(means, scenario, () => false);
  if (trace.void !== undefined || trace.lost > 0) return undefined;
  const last = scenario.steps.findLastIndex((step) => step.do !== 'wait');
  const transition = transitionsOf(trace, profile).find((one) => one.step === last && !one.isLater);
  if (transition?.executed.operation.do !== 'reset' || transition.claim !== 'confirmed') return undefined;
  return { effect: seenEffect(transition, transition.executed.operation), transition };
}
