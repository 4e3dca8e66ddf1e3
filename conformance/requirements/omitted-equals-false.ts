import { comparisonOf, onReset } from '../check/check.ts';
import { intervalOf, seenEffect, unusualIn, usualEffect } from '../check/effect.ts';
import { saysNoOrder } from '../check/readings.ts';
import type { Requirement } from '../check/requirement.ts';
import { listOf } from '../execution/views.ts';

export const requirements: readonly Requirement[] = [
  /** An unusual effect fails here where the same reset with an explicit false has another one. */
  {
    id: 'omitted-equals-false',
    level: 'required',
    about: 'meaning',
    clauses: ['BODY-6', 'USER-4', 'GROUP-4', 'GROUP-7'],
    clause: 'Request body: preserveOrder; Reset group conversation, rule 2',
    title: 'preserveOrder left out means false',
    notApplicable: ({ usual, forms: [form = 'path-actor'] }) =>
      (usual.get(`${form} free temporary`)?.place ?? 'removed') === 'removed'
        ? undefined
        : 'withoutPreserveOrder: a row that stays in the list may stand where it would stand with preserveOrder too',
    check: onReset((reset, transition) => {
      const usual = usualEffect(reset, transition.profile);
      if (!saysNoOrder(reset) || usual === undefined || usual.place === 'kept' || transition.claim !== 'confirmed')
        return 'skipped';
      const seen = seenEffect(transition, reset);
      const list = intervalOf(transition, listOf(reset.actor));
      if (seen.place === undefined || list === undefined || list.differences.length > 0) return 'skipped';
      if (unusualIn(transition, reset, seen) === undefined) return seen.place === 'kept' ? 'skipped' : 'passed';
      return { comparison: comparisonOf(transition, list), isUnusual: true };
    }),
  },
];
