import type { Failure } from '../check/check-trace.ts';
import { hasCredentials } from '../scenario/scenario.ts';
import { isOfRefusal, isOfReply } from './name.ts';
import { lastSeen } from './seen.ts';

/** Whether it fails like another one: an answer is wrong in one way, a reset is refused, has no usual effect, or something changed. */
export const isLike = (one: Failure, other: Failure): boolean =>
  familyOf(one) === familyOf(other) || (isAsBefore(other) && hadNoEffect(one));

function familyOf(failure: Failure): string {
  const { requirement, isUnusual } = failure;
  if (isOfReply(requirement)) return requirement;
  return isUnusual === true || hadNoEffect(failure) ? 'effect' : 'state';
}

export const hadNoEffect = ({ requirement, difference }: Failure): boolean =>
  requirement === 'confirmed-did-it' && difference === undefined;

/** What stays, or comes undone after a while, looks where each observation waits as if it had not been done. */
const isAsBefore = ({ difference }: Failure): boolean =>
  difference !== undefined && ['messages left', 'messages returned', 'row gained'].includes(difference.what);

/** Whether something was seen before its operation when the target had settled. */
export const hadSettled = ({ trace: { events }, transition: { step } }: Failure): boolean =>
  events.some(
    (event, at) =>
      event.kind === 'observations' &&
      event.observations.some(({ isSettled }) => isSettled) &&
      events.slice(at).some((later) => later.kind === 'operations' && later.step <= step),
  );

/** Now and then it is no finding, as what the reset did is looked at. */
export const isErrorOfServer = ({ requirement, transition }: Failure): boolean =>
  isOfReply(requirement) && transition.claim === 'indeterminate';

/** Whether it was seen in what the target shows alone, which may be late; what an answer confirms it confirms. */
export function isOfReads({ transition: { reset, claim }, comparison }: Failure): boolean {
  const lacksCredentials = reset !== undefined && !hasCredentials(reset);
  return comparison.of !== 'answer' && !(lacksCredentials && claim === 'confirmed');
}

/** Only what was seen before can be what a refused request took or moved, where it does not do so again. */
export function notOfRefused(failure: Failure): Failure {
  const isForeign = isOfRefusal(failure.requirement) && !isOfWhatWasSeen(failure);
  return isForeign ? { ...failure, requirement: 'nothing-doubled-or-lost' } : failure;
}

function isOfWhatWasSeen(failure: Failure): boolean {
  const { comparison, difference } = failure;
  if (comparison.of === 'answer' || difference === undefined || difference.what === 'order changed') return true;
  if (difference.what === 'row lost') return lastSeen(failure).includes(difference.row);
  return difference.what === 'messages lost' && difference.texts.every((text) => comparison.before.includes(text));
}
