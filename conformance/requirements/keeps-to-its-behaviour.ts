import { comparisonOf, onReset } from '../check/check.ts';
import { intervalOf, isWithoutEffect, seenEffect, unusualIn, usualEffect } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';
import { listOf, messagesOf } from '../execution/views.ts';
import { randomWalks } from '../plan/random-walks.ts';

export const requirements: readonly Requirement[] = [
  /** An effect that is not the usual one fails where the same scenario on fresh ids has another effect. */
  {
    id: 'keeps-to-its-behaviour',
    level: 'derived',
    about: 'effect',
    clauses: ['SERVICE-2', 'SERVICE-3'],
    clause: 'What the service does',
    title: 'the same case on fresh ids has the same effect',
    scenarios: [randomWalks],
    check: onReset((reset, transition) => {
      const seen = seenEffect(transition, reset);
      const usual = usualEffect(reset, transition.profile);
      if (transition.claim !== 'confirmed' || usual === undefined || seen.place === undefined) return 'skipped';
      const unusual = unusualIn(transition, reset, seen);
      if (unusual === undefined) return 'passed';
      if (isWithoutEffect(seen)) return 'skipped';
      const { actor, conversation } = reset;
      const shown = intervalOf(transition, unusual === 'place' ? listOf(actor) : messagesOf(actor, conversation));
      // What no target may show has a name of its own.
      if (shown === undefined || shown.differences.length > 0) return 'skipped';
      return { comparison: comparisonOf(transition, shown), isUnusual: true };
    }),
  },
];
