import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';

export const requirements: readonly Requirement[] = [
  /** It fails where anything at all changes with a request that was refused, for whatever reason. */
  {
    id: 'refused-changed-nothing',
    level: 'derived',
    about: 'refusal',
    clauses: ['RESPONSE-3', 'ERRORS-1'],
    clause: 'Response body: success means that the reset was done',
    title: 'a refused reset changed nothing',
    requests: [
      'unknown acting user',
      'stranger',
      'third user',
      'refused form',
      'body',
      'field',
      'wrong type',
      'wrong type of conversationWith',
    ],
    check: byFrame,
  },
];
