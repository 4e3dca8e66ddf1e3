import { byFrameAnd, comparisonOf, onReset } from '../check/check.ts';
import { sameSequence } from '../check/compare-list.ts';
import { intervalOf, isWithoutEffect, seenEffect, shows, unusualIn, usualEffect } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';
import { listOf, messagesOf } from '../execution/views.ts';
import { undisturbed } from '../plan/alone.ts';
import { lasting } from '../plan/lasting.ts';
import { repetitions } from '../plan/sizes.ts';

export const requirements: readonly Requirement[] = [
  /**
   * It fails where a confirmed reset has no effect at all and such resets have one, where it comes undone, and where a
   * message that was sent after it cannot be read.
   */
  {
    id: 'confirmed-did-it',
    level: 'required',
    about: 'effect',
    clauses: ['SERVICE-2', 'SERVICE-3', 'RESPONSE-3'],
    clause: 'Response body: data.success',
    title: 'a confirmed reset has happened, each time, to what was there and to nothing that came later',
    scenarios: [repetitions, lasting],
    alone: undisturbed,
    check: byFrameAnd(
      onReset((reset, transition) => {
        const usual = usualEffect(reset, transition.profile);
        const seen = seenEffect(transition, reset);
        if (transition.claim !== 'confirmed' || !shows(usual, seen)) return 'skipped';
        if (!isWithoutEffect(seen)) return unusualIn(transition, reset, seen) === undefined ? 'passed' : 'skipped';
        // What nothing has come to since its last reset may be left as it is.
        if (!transition.hasNews) return 'skipped';
        const list = intervalOf(transition, listOf(reset.actor));
        const comparison = list && comparisonOf(transition, list);
        if (comparison && !sameSequence(comparison.expected, comparison.seen)) return { comparison };
        // The row stands where it would go: messages alone can show it.
        const view = messagesOf(reset.actor, reset.conversation);
        const texts = intervalOf(transition, view);
        if (texts === undefined) return 'skipped';
        return { comparison: { ...view, before: texts.readable, expected: [], seen: texts.observation.seen } };
      }),
    ),
  },
];
