import { byFrame } from '../check/check.ts';
import type { Requirement } from './requirement.ts';

/**
 * What is done to the wrong one is found by the frame rule; it is reported here where it needs ids that look alike.
 */
export const lookAlikesApart: Requirement = {
  id: 'look-alikes-apart',
  level: 'derived',
  clauses: ['IDENTIFIERS-1', 'IDENTIFIERS-2'],
  clause: 'Identifiers',
  title: 'conversations whose ids look alike are kept apart',
  requests: ['none'],
  check: byFrame('look-alikes-apart'),
};
