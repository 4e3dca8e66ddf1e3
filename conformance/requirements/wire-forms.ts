import type { Check } from '../check/check.ts';
import { isWithoutEffect, seenEffect } from '../check/effect.ts';
import { expectsToWork } from '../check/expects-to-work.ts';
import type { Requirement } from '../check/requirement.ts';
import type { DeviationKind } from '../plan/deviations.ts';
import { wireForms, wireSpellings } from '../scenario/choices.ts';
import { hasCredentials } from '../scenario/scenario.ts';

/**
 * What a target makes of a spelling is found by the requirements of the reset itself; it is reported here where it needs
 * that spelling. It counts where the reset was done and nothing else was seen.
 */
const spelled = (id: DeviationKind) => {
  const forms = wireForms.filter((form) => wireSpellings[form].requirement === id);
  const check: Check = (transition) => {
    const { reset, claim, intervals, executed } = transition;
    // What was refused is looked at later, together with what came after it.
    if (!reset?.wire?.some((form) => forms.includes(form)) || intervals.length === 0) return 'skipped';
    if (transition.isLater && claim !== 'refused') return 'skipped';
    if (intervals.some(({ differences }) => differences.length > 0)) return 'skipped';
    const mayBeRefused = reset.wire.some((form) => wireSpellings[form].mayBeRefused);
    const isObeyed = claim === 'confirmed' && (mayBeRefused || expectsToWork(reset, transition));
    // HTTP refuses a transfer coding with 501; any other answer than the documented one refuses where nothing has changed.
    const isUnchanged = executed.reply?.kind === 'answered' && isWithoutEffect(seenEffect(transition, reset));
    const isRefused =
      (claim === 'refused' || (claim !== 'confirmed' && isUnchanged)) &&
      forms.some((form) => reset.wire?.includes(form) && wireSpellings[form].mayBeRefused);
    return isObeyed || isRefused ? 'passed' : 'skipped';
  };
  // What lets somebody in without credentials has its own name, however it is spelled.
  const isNeeded: Requirement['isNeeded'] = ({ reset }) =>
    reset !== undefined && hasCredentials(reset) && reset.wire?.some((form) => forms.includes(form)) === true;
  return { id, level: 'derived', about: 'spelling', requests: [id], check, isNeeded } as const;
};

export const requirements: readonly Requirement[] = [
  {
    ...spelled('body-form'),
    clauses: ['BODY-1', 'ENDPOINTS-1'],
    clause: 'Request body: JSON',
    title: 'key order, white space and escapes of the body, and the spelling of its Content-Type, mean nothing',
  },
  {
    ...spelled('framing'),
    clauses: ['BODY-1', 'ENDPOINTS-1'],
    clause: 'Request body: JSON over HTTP',
    title: 'a body in two segments is obeyed; one in chunks is, or is refused with nothing changed',
  },
  {
    ...spelled('percent-encoding'),
    clauses: ['IDENTIFIERS-1', 'IDENTIFIERS-2', 'USER-3', 'GROUP-3'],
    clause: 'Reset user conversation: path parameter',
    title: 'characters that need no percent-encoding may have it',
  },
  {
    ...spelled('header-case'),
    clauses: ['AUTHENTICATION-1', 'AUTHENTICATION-3'],
    clause: 'Authentication: HTTP headers',
    title: 'header names mean the same in any case',
  },
];
