import { byFrame, firstOf, onReset } from '../check/check.ts';
import { isWithoutEffect, seenEffect, shows } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';
import { usualEffect } from '../check/usual.ts';

const frame = byFrame('acting-user-only');

export const requirements: readonly Requirement[] = [
  /** It fails where the reset shows on somebody else's side and not on that of the acting user. */
  {
    id: 'acting-user-only',
    level: 'required',
    about: 'others',
    clauses: ['INTRO-2', 'SERVICE-4', 'AUTHENTICATION-5'],
    clause: 'Authentication, rule 2',
    title: 'the reset is applied to the conversation of the user named in onBehalfOf',
    requests: ['none'],
    check: (transition) =>
      firstOf([
        frame(transition),
        onReset((reset, { claim, profile }) => {
          const seen = seenEffect(transition, reset);
          const isSeen = claim === 'confirmed' && shows(usualEffect(reset, profile), seen);
          return isSeen && !isWithoutEffect(seen) ? 'passed' : 'skipped';
        })(transition),
      ]),
  },
  /** It fails where a reset changes the list of another participant, or what they read in other conversations. */
  {
    id: 'other-participants-untouched',
    level: 'derived',
    about: 'others',
    clauses: ['SERVICE-4', 'AUTHENTICATION-5'],
    clause: 'Authentication, rule 2',
    title: 'the lists and messages of the other participants stay as they are',
    requests: ['none'],
    check: byFrame('other-participants-untouched'),
  },
  /** It fails where a reset changes anything for somebody who takes no part in the conversation. */
  {
    id: 'bystanders-untouched',
    level: 'derived',
    about: 'others',
    clauses: ['SERVICE-4', 'AUTHENTICATION-5'],
    clause: 'Authentication, rule 2',
    title: 'users outside the conversation see no change',
    requests: ['none'],
    check: byFrame('bystanders-untouched'),
  },
];
