import { byFrameAnd, type Check, onReset } from '../check/check.ts';
import { intervalOf, seenEffect } from '../check/effect.ts';
import { mustPreserve } from '../check/readings.ts';
import type { Requirement } from '../check/requirement.ts';
import { listOf } from '../execution/views.ts';
import { lasting } from '../plan/lasting.ts';
import { places } from '../plan/sizes.ts';
import { keyOf } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';

/** A move of the row that was to keep its place is found by the frame rule; places that could hardly move do not count. */
const kept = (concerns: (reset: Reset) => boolean): Check =>
  byFrameAnd(
    onReset((reset, transition) => {
      if (!concerns(reset) || !mustPreserve(reset, transition.profile) || transition.claim !== 'confirmed')
        return 'skipped';
      const list = intervalOf(transition, listOf(reset.actor));
      const before = list?.before;
      if (list === undefined || before === undefined || list.differences.length > 0) return 'skipped';
      // A message that came meanwhile may have raised the row.
      if (seenEffect(transition, reset).place === undefined) return 'skipped';
      // In a list of two, or in the first place, it could hardly have moved.
      return before.length >= 3 && before.indexOf(keyOf(reset.conversation)) >= 1 ? 'passed' : 'skipped';
    }),
  );

const isPermanent = ({ deleteMessagesPermanently }: Reset): boolean => deleteMessagesPermanently === 'true';

const common = { level: 'required', about: 'order', restsOnOrder: true } as const;

export const requirements: readonly Requirement[] = [
  {
    id: 'user-order-kept',
    ...common,
    clauses: ['SERVICE-6', 'BODY-5'],
    clause: 'Request body: preserveOrder',
    title: 'with preserveOrder a user conversation keeps its position',
    scenarios: [places, lasting],
    check: kept((reset) => reset.conversation.kind === 'user' && !isPermanent(reset)),
  },
  {
    id: 'group-order-kept',
    ...common,
    clauses: ['SERVICE-6', 'BODY-5', 'GROUP-6'],
    clause: 'Reset group conversation, rule 1',
    title: 'with preserveOrder a group conversation keeps its position',
    scenarios: [places],
    check: kept(({ conversation }) => conversation.kind === 'group'),
  },
  {
    id: 'order-kept-with-permanent-deletion',
    ...common,
    clauses: ['BODY-5'],
    clause: 'Request body: preserveOrder',
    title: 'preserveOrder holds together with deleteMessagesPermanently',
    scenarios: [places],
    check: kept((reset) => reset.conversation.kind === 'user' && isPermanent(reset)),
  },
];
