import type { Failure } from '../check/check-trace.ts';
import { intervalOf } from '../check/effect.ts';

/** Whether a failure is one of what was seen: where a message puts its row is for the target to say. */
export const isSeen = ({ transition: { intervals } }: Failure): boolean =>
  !intervals.some(({ isPredicted }) => isPredicted);

/** Whether what was compared had been waited for. */
export const wasSettled = ({ transition, failed: { comparison } }: Failure): boolean =>
  comparison.of === 'answer' || intervalOf(transition, comparison)?.observation.isSettled === true;

/** Whether what was to be seen is known from where messages usually put a row, and not from what was seen before. */
export function restsOnPrediction(failure: Failure): boolean {
  const { comparison, difference } = failure.failed;
  if (isSeen(failure) || comparison.of === 'answer') return false;
  if (difference !== undefined) return difference.what !== 'row lost';
  // A row that was to go, or a message, is there wherever it was expected, unless that was seen too early.
  const isOfPlace = comparison.of === 'list' && comparison.expected.length === comparison.seen.length;
  return isOfPlace || !wasSettled(failure);
}
