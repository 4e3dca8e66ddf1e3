import { alike, alikeIn } from '../check/alike.ts';
import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { isRefused, mayHaveReset, type Trace } from '../execution/trace.ts';

export const requirements: readonly Requirement[] = [
  /**
   * What is done to the wrong one, or shown there, is found by the frame rule; it is reported here where it needs ids that
   * look alike: with plain ids it does not fail.
   */
  {
    id: 'look-alikes-apart',
    level: 'derived',
    about: 'meaning',
    clauses: ['IDENTIFIERS-1', 'IDENTIFIERS-2'],
    clause: 'Identifiers',
    title: 'conversations whose ids look alike are kept apart',
    notApplicable: (_, traces) => {
      const hasAlikes = ({ scenario: { users } }: Trace): boolean =>
        users.some((one) => users.some((two) => alike(one, two) !== undefined));
      const refused = traces.find((trace) => hasAlikes(trace) && isRefused(trace) && !mayHaveReset(trace));
      return refused && `the target refuses to create such ids: ${refused.void}`;
    },
    check: byFrame,
    isNeeded: (violation) => alikeIn(violation) !== undefined,
  },
];
