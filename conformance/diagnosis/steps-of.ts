import type { Failure } from '../check/check-trace.ts';
import { indexOfOperation, isSameView, type View } from '../execution/trace.ts';
import { allViews } from '../execution/views.ts';
import { lastActIn, operationsOf, type Scenario } from '../scenario/scenario.ts';
import { suspectsOf } from './blame.ts';

/** The scenario up to the step that fails. */
export const truncated = (scenario: Scenario, step: number): Scenario => ({
  ...scenario,
  steps: scenario.steps.slice(0, step + 1),
});

/**
 * The scenario up to the last step that may have led to a failure. What shows it may be a conversation that begins later:
 * its first message comes before that step then.
 */
export function upTo(failure: Failure): Scenario {
  const { comparison } = failure;
  const { scenario } = failure.trace;
  const step = lastStepOf(failure);
  const shorter = truncated(scenario, step);
  if (comparison.of === 'answer' || isVisible(shorter, comparison)) return shorter;
  const later = scenario.steps.slice(step + 1).flatMap(operationsOf);
  const first = later.find((one) => isVisible({ ...shorter, steps: [one] }, comparison));
  return first === undefined ? shorter : { ...shorter, steps: shorter.steps.toSpliced(-1, 0, first) };
}

const isVisible = (scenario: Scenario, view: View): boolean => allViews(scenario).some((one) => isSameView(one, view));

/** Of these failures those of the last step: whatever fails before is another one's fault. All of them where it fails nothing. */
export function atTheEnd(failures: readonly Failure[], scenario: Scenario): readonly Failure[] {
  const last = lastActIn(scenario);
  const own = failures.filter(({ transition }) => transition.step === last);
  return own.length === 0 ? failures : own;
}

/** The last step that may have led to what was seen. */
export const lastStepOf = (failure: Failure): number => Math.max(...stepsOf(failure));
export const firstStepOf = (failure: Failure): number => Math.min(...stepsOf(failure));

function stepsOf(failure: Failure): readonly number[] {
  const suspects = suspectsOf(failure);
  return failure.trace.events.flatMap((event) =>
    event.kind === 'operations' && event.operations.some((one) => suspects.includes(one)) ? [event.step] : [],
  );
}

/** How many milliseconds there were between an operation, its own when left out, and the observation that shows what is wrong. */
export function elapsed({ trace, transition }: Failure, executed = transition.executed): number {
  const { events } = trace;
  const { intervals } = transition;
  const shown = intervals.find(({ differences }) => differences.length > 0)?.observation;
  const operated = events[indexOfOperation(trace, executed)];
  const observed = events.find((event) => event.kind === 'observations' && shown && event.observations.includes(shown));
  return operated === undefined || observed === undefined ? 0 : observed.at - operated.at;
}
