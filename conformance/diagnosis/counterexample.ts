import { sameSequence } from '../check/compare-list.ts';
import { intervalOf } from '../check/effect.ts';
import { isSameView, type Observation, type StepLog, type View } from '../execution/trace.ts';
import type { Comparison, Counterexample, ReportStep } from '../report/document.ts';
import { keyOf } from '../scenario/conversations.ts';
import { isReset } from '../scenario/scenario.ts';
import { describeReply } from '../target/answer.ts';
import { curlOf, lostByCurl } from './curl.ts';
import type { Diagnosis } from './diagnosis.ts';
import { diagnosisLine, variantOf } from './words.ts';

/** A diagnosis as a report holds it. */
export function counterexampleOf(diagnosis: Diagnosis): Counterexample {
  const { failure, scenario, reproduced, isSmallest, also } = diagnosis;
  return {
    diagnosis: diagnosisLine(diagnosis),
    operation: failure.transition.executed.log.what,
    steps: stepsOf(diagnosis),
    comparison: comparisonIn(diagnosis),
    reproduced,
    shrunk: isSmallest,
    also: [...also],
    scenario,
  };
}

function comparisonIn({ requirement, failure, other }: Diagnosis): Comparison {
  const { comparison } = failure;
  if (comparison.of === 'answer') return { ...comparison, subject: failure.transition.executed.log.what };
  const { of, before, expected, freely, seen } = comparison;
  const otherwise = other && intervalOf(other, comparison)?.observation.seen;
  const { operation } = failure.transition.executed;
  const isVariant = requirement === 'omitted-equals-false' && isReset(operation);
  const when = isVariant ? variantOf(operation) : 'in another execution of the same on fresh ids';
  return {
    ...{ of, before, expected, seen, subject: subjectOf(comparison) },
    ...(freely && { freely }),
    // Where it differs in another view, it says nothing here.
    ...(otherwise && !sameSequence(otherwise, seen) && { expected: otherwise, otherwise: when }),
  };
}

const subjectOf = (view: View): string =>
  view.of === 'list' ? `the list of ${view.owner}` : `what ${view.owner} reads in ${keyOf(view.peer)}`;

/** Everything that was done up to the operation, and the observations that show what is wrong. */
function stepsOf({ failure: { trace, transition, comparison } }: Diagnosis): readonly ReportStep[] {
  const steps = trace.arranged.flatMap((log) => reportSteps(log, false));
  const isShown = ({ view }: Observation): boolean => comparison.of !== 'answer' && isSameView(view, comparison);
  const { lookAfter: seconds, steps: all } = trace.scenario;
  let isDone = false;
  let [next, operatedAt] = [0, 0];
  for (const event of trace.events) {
    if (event.kind === 'operations') {
      const isLater = all.slice(next, event.step).some((step) => step.do === 'wait');
      if (next > 0 && isLater) steps.push(waiting('arrange', Math.max(1, Math.round((event.at - operatedAt) / 1_000))));
      [next, operatedAt] = [event.step + 1, event.at];
    }
    const isAct = event.kind === 'operations' && event.step === transition.step;
    const reads = event.kind === 'operations' ? (event.reads ?? []).map((log) => ({ log })) : [];
    // Observations before the operation say what the comparison says.
    const shown = event.kind === 'operations' ? event.operations : isDone ? event.observations.filter(isShown) : [];
    if (seconds !== undefined && event === trace.events.at(-1)) steps.push(waiting('look', seconds));
    for (const { log } of [...reads, ...shown]) steps.push(...reportSteps(log, isAct));
    isDone ||= isAct;
  }
  return steps;
}

const waiting = (phase: ReportStep['phase'], seconds: number): ReportStep => ({
  ...{ phase, what: `wait ${seconds} s` },
  ...{ curl: `sleep ${seconds}`, answer: '' },
});

function reportSteps({ phase, what, exchanges, together }: StepLog, isAct: boolean): readonly ReportStep[] {
  const shown = phase === 'act' && !isAct ? 'arrange' : phase;
  const step = { phase: shown, what, ...(together && { together }) } as const;
  if (exchanges.length === 0) return [{ ...step, curl: '', answer: '' }];
  return exchanges.map(({ request, reply }) => {
    const unlike = lostByCurl(request);
    return { ...step, curl: curlOf(request), ...(unlike && { unlike }), answer: describeReply(reply) };
  });
}
