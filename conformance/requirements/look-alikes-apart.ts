import { alikeIn } from '../check/alike.ts';
import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';

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
    check: byFrame,
    isNeeded: (violation) => alikeIn(violation) !== undefined,
  },
];
