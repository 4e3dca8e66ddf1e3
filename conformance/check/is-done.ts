import { hasCredentials, isReset, type Reset } from '../scenario/scenario.ts';
import { isWithoutEffect, seenEffect } from './effect.ts';
import type { Transition } from './transitions.ts';

/** Whether a reset was done: it was confirmed, or it claims a success of another form and something has changed. */
export function isDone(reset: Reset, transition: Transition): boolean {
  if (!hasCredentials(reset)) return false;
  if (transition.claim === 'confirmed') return true;
  if (transition.claim !== 'claimed' || transition.together.some(({ operation }) => isReset(operation))) return false;
  const seen = seenEffect(transition, reset);
  const wasSeen = seen.place !== undefined || seen.texts !== undefined;
  return (
    wasSeen && !isWithoutEffect(seen) && seen.place !== undefined && (seen.place !== 'kept' || seen.texts !== undefined)
  );
}
