import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { groupSizes, histories } from '../plan/sizes.ts';

export const requirements: readonly Requirement[] = [
  /** It fails where another member can no longer read a message after a group reset. */
  {
    id: 'group-reset-deletes-none-for-others',
    level: 'derived',
    about: 'messages',
    clauses: ['SERVICE-5'],
    clause: 'What the service does: permanent deletion is for user conversations',
    title: 'a group reset deletes no message for the other members',
    requests: ['none', 'field'],
    scenarios: [groupSizes],
    check: byFrame,
  },
  /** It fails where the other side can no longer read a message after a user reset that deletes nothing. */
  {
    id: 'false-deletes-none-for-others',
    level: 'derived',
    about: 'messages',
    clauses: ['BODY-3'],
    clause: 'Request body: deleteMessagesPermanently',
    title: 'without permanent deletion the other participant keeps every message',
    scenarios: [histories],
    check: byFrame,
  },
];
