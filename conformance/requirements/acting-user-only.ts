import { byFrame, byFrameAnd, onReset } from '../check/check.ts';
import { isWithoutEffect, seenEffect, shows, usualEffect } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';

const untouched = { level: 'derived', about: 'others', clause: 'Authentication, rule 2' } as const;

export const requirements: readonly Requirement[] = [
  /** It fails where the reset shows on somebody else's side and not on that of the acting user. */
  {
    id: 'acting-user-only',
    level: 'required',
    about: 'others',
    clauses: ['INTRO-2', 'SERVICE-4', 'AUTHENTICATION-5'],
    clause: 'Authentication, rule 2',
    title: 'the reset is applied to the conversation of the user named in onBehalfOf',
    check: byFrameAnd(
      onReset((reset, transition) => {
        const seen = seenEffect(transition, reset);
        const isSeen = transition.claim === 'confirmed' && shows(usualEffect(reset, transition.profile), seen);
        return isSeen && !isWithoutEffect(seen) ? 'passed' : 'skipped';
      }),
    ),
  },
  /** It fails where a reset changes the list of another participant, or what they read in other conversations. */
  {
    id: 'other-participants-untouched',
    ...untouched,
    clauses: ['SERVICE-4', 'AUTHENTICATION-5'],
    title: 'the lists and messages of the other participants stay as they are',
    check: byFrame,
  },
  /** It fails where a reset changes anything for somebody who takes no part in the conversation. */
  {
    id: 'bystanders-untouched',
    ...untouched,
    clauses: ['SERVICE-4', 'AUTHENTICATION-5'],
    title: 'users outside the conversation see no change',
    check: byFrame,
  },
];
