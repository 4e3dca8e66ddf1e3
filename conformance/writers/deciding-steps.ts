import type { Counterexample, ReportStep } from '../report/document.ts';
import { describeReset } from '../scenario/describe-reset.ts';
import { keyOf, operationsOf, type Reset } from '../scenario/scenario.ts';

/** The place of a step that is shown, or how many in a row are not. */
export type ShownStep = number | { readonly leftOut: number };

const justBefore = 3;

/**
 * Which of many steps are shown: what is judged; what was done just before; the resets of the same conversation, then the
 * others, the last ones first; and as much of the rest as there is room for.
 */
export function decidingSteps(
  { operation, scenario }: Pick<Counterexample, 'operation' | 'scenario'>,
  steps: readonly Pick<ReportStep, 'phase' | 'what'>[],
  most: number,
): readonly ShownStep[] {
  const all = scenario.steps.flatMap(operationsOf).filter((one): one is Reset => one.do === 'reset');
  const judged = all.find((one) => describeReset(one) === operation);
  const isSame = (one: Reset) => judged !== undefined && sidesOf(one) === sidesOf(judged);
  const resets = new Map(all.map((one) => [describeReset(one), isSame(one)]));
  const act = steps.findIndex(({ phase }) => phase === 'act');
  const weight = ({ phase, what }: Pick<ReportStep, 'phase' | 'what'>, at: number): number => {
    if (phase === 'act') return 0;
    if (at > act) return 5;
    if (act - at <= justBefore) return 1;
    const isOfSame = resets.get(what);
    return isOfSame === undefined ? 4 : isOfSame ? 2 : 3;
  };
  const weighed = steps.map((step, at) => ({ at, weight: weight(step, at) }));
  const chosen = weighed.toSorted((a, b) => a.weight - b.weight || b.at - a.at);
  const acts = steps.filter(({ phase }) => phase === 'act').length;
  return withGaps(
    chosen.slice(0, Math.max(most, acts)).map(({ at }) => at),
    steps.length,
  );
}

/** The two sides of a conversation, whoever resets it. */
const sidesOf = ({ actor, conversation }: Reset): string =>
  conversation.kind === 'group' ? keyOf(conversation) : [actor, conversation.id].toSorted().join(' ');

/** A single step takes no more room than saying that it is left out. */
function withGaps(chosen: readonly number[], count: number): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  let next = 0;
  for (const at of [...chosen.toSorted((a, b) => a - b), count]) {
    if (at - next === 1) shown.push(next);
    else if (at > next) shown.push({ leftOut: at - next });
    if (at < count) shown.push(at);
    next = at + 1;
  }
  return shown;
}
