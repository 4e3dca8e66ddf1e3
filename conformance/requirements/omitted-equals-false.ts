import { comparisonOf, onReset } from '../check/check.ts';
import { listInterval, seenEffect, unusualIn } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';
import { usualEffect } from '../check/usual.ts';

export const requirements: readonly Requirement[] = [
  /** An unusual effect fails here where the same reset with an explicit false has another one. */
  {
    id: 'omitted-equals-false',
    level: 'required',
    about: 'meaning',
    clauses: ['BODY-6', 'USER-4', 'GROUP-4', 'GROUP-7'],
    clause: 'Request body: preserveOrder; Reset group conversation, rule 2',
    title: 'preserveOrder left out means false',
    check: onReset((reset, transition) => {
      const usual = usualEffect(reset, transition.profile);
      const isLeftOut = reset.preserveOrder === 'absent' || reset.body === 'none';
      if (!isLeftOut || usual === undefined || usual.place === 'kept' || transition.claim !== 'confirmed')
        return 'skipped';
      const seen = seenEffect(transition, reset);
      const list = listInterval(transition, reset.actor);
      if (seen.place === undefined || list === undefined || list.differences.length > 0) return 'skipped';
      if (unusualIn(transition, reset, seen) === undefined) return seen.place === 'kept' ? 'skipped' : 'passed';
      return { comparison: comparisonOf(transition, list), isUnusual: true };
    }),
  },
];
