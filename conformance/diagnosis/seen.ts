import type { Failure } from '../check/check-trace.ts';
import { sameSequence } from '../check/compare-list.ts';
import { intervalOf } from '../check/effect.ts';
import { indexOfOperation, isSameView } from '../execution/trace.ts';
import { touchedViews } from '../execution/views.ts';
import { isReset } from '../scenario/scenario.ts';

/** Whether a failure is one of what was seen: where a message puts its row is for the target to say. */
export const isSeen = ({ transition: { intervals } }: Failure): boolean =>
  !intervals.some(({ isPredicted }) => isPredicted);

/** What was seen last of what is compared, before its operation. */
export function lastSeen({ trace, transition, comparison }: Failure): readonly string[] {
  if (comparison.of === 'answer') return [];
  const before = trace.events.slice(0, indexOfOperation(trace, transition.executed));
  const seen = before.flatMap((event) => (event.kind === 'observations' ? event.observations : []));
  return seen.findLast(({ view }) => isSameView(view, comparison))?.seen ?? [];
}

/** Whether what was compared had been waited for, or was seen again so before anything else was done there. */
export function wasSettled({ trace, transition, comparison }: Failure): boolean {
  if (comparison.of === 'answer' || intervalOf(transition, comparison)?.observation.isSettled) return true;
  const { executed, scenario } = transition;
  for (const event of trace.events.slice(indexOfOperation(trace, executed) + 1)) {
    if (event.kind === 'observations') {
      const settled = event.observations.find(({ view, isSettled }) => isSettled && isSameView(view, comparison));
      if (settled !== undefined) return sameSequence(settled.seen, comparison.seen);
    } else {
      const touched = event.operations.flatMap(({ operation }) => touchedViews(scenario, operation));
      if (touched.some((view) => isSameView(view, comparison))) return false;
    }
  }
  return false;
}

/** Whether what was to be seen is known from what messages usually do to a list, and not from what was seen before. */
export function restsOnPrediction(failure: Failure): boolean {
  const { transition, comparison, difference } = failure;
  if (comparison.of === 'answer') return false;
  const { since = [] } = intervalOf(transition, comparison) ?? {};
  // In which order messages leave the rows is for the target to say.
  if (difference?.what === 'order changed' && since.some(({ operation }) => !isReset(operation))) return true;
  if (isSeen(failure)) return false;
  if (difference?.what === 'messages left') return !wasSettled(failure);
  if (difference !== undefined) return difference.what !== 'row lost';
  // A row that was to go, or a message, is there wherever it was expected, unless that was seen too early.
  const isOfPlace = comparison.of === 'list' && comparison.expected.length === comparison.seen.length;
  return isOfPlace || !wasSettled(failure);
}
