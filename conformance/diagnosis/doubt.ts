import type { Failure } from '../check/check-trace.ts';
import { executedIn } from '../execution/trace.ts';
import { isRefusedAnyway } from '../profile/profile.ts';
import { isReset } from '../scenario/scenario.ts';

/**
 * Whether a failure may come of another request than its own, whose answer was lost or was an error of the server: that
 * may still be carried out at any later time. What is refused whatever it is about is not.
 */
export function isDoubtful({ trace, transition: { executed, profile } }: Failure): boolean {
  const others = executedIn(trace).filter((one) => one !== executed && one.answer === 'indeterminate');
  const mayHappen = others.some(({ operation: one }) => isReset(one) && !isRefusedAnyway(one, profile));
  return mayHappen || trace.lost > (executed.reply?.kind === 'lost' ? 1 : 0);
}

export const besideALostAnswer = (requirement: string): string =>
  `${requirement} failed beside a lost answer, and did not come back each time`;
