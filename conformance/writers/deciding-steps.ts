import type { Counterexample, ReportStep } from '../report/document.ts';
import { describeReset } from '../scenario/describe-reset.ts';
import { operationsOf } from '../scenario/scenario.ts';

type Step = Pick<ReportStep, 'phase' | 'what'>;

const justBefore = 3;

/**
 * The places of those of many steps that are shown: what is judged; what was done just before; the other resets, the last
 * ones first; and as much of the rest as there is room for.
 */
export function decidingSteps(
  { scenario }: Pick<Counterexample, 'scenario'>,
  steps: readonly Step[],
  most: number,
): readonly number[] {
  const resets = new Set(scenario.steps.flatMap(operationsOf).map((one) => one.do === 'reset' && describeReset(one)));
  const act = steps.findIndex(({ phase }) => phase === 'act');
  const weight = ({ phase, what }: Step, at: number): number => {
    if (phase === 'act') return 0;
    if (at < act && act - at <= justBefore) return 1;
    return resets.has(what) ? 2 : 3;
  };
  return steps
    .map((step, at) => ({ at, weight: weight(step, at) }))
    .toSorted((a, b) => a.weight - b.weight || b.at - a.at)
    .filter((step, index) => step.weight === 0 || index < most)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
}
