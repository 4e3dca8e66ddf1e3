import { wireSpellings } from '../scenario/choices.ts';
import type { Reset } from '../scenario/scenario.ts';
import { readingsOf } from './readings.ts';
import type { Transition } from './transitions.ts';

/**
 * Whether nothing gives a target a reason to refuse: the request is as documented, alone, and the conversation is in
 * the list with news. What the spec leaves open, a field beside the known ones or a chunked body, may be refused.
 */
export function expectsToWork(reset: Reset, transition: Transition): boolean {
  const { profile, together, hasNews } = transition;
  const { wire = [], extra, wrongTypes, body } = reset;
  const readings = readingsOf(reset, profile);
  if (readings.length === 0 || readings.includes('nothing') || together.length > 0 || !hasNews) return false;
  if (wire.some((form) => wireSpellings[form].mayBeRefused)) return false;
  if (extra !== undefined || wrongTypes !== undefined || body !== undefined) return false;
  return !transition.mayBeUnlisted;
}
