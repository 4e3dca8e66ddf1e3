import { onReset } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { bursts } from '../plan/bursts.ts';

export const requirements: readonly Requirement[] = [
  /** What goes wrong is found by the other requirements; it is reported here where it needs requests sent at once. */
  {
    id: 'quiet-after-concurrency',
    level: 'derived',
    about: 'effect',
    clauses: ['RESPONSE-3'],
    clause: 'Response body: data.success',
    title: 'after concurrent requests, all that was confirmed has happened and nothing else',
    requests: [],
    scenarios: [bursts],
    check: onReset((_reset, { together, intervals }) => {
      const isQuiet = intervals.length > 0 && intervals.every(({ differences }) => differences.length === 0);
      return together.length > 0 && isQuiet ? 'passed' : 'skipped';
    }),
    isNeeded: ({ requirement, isAtOnce }) => isAtOnce && requirement.about !== 'answer',
  },
];
