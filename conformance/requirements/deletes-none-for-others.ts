import { byFrame } from '../check/check.ts';
import { groupSizes } from '../plan/sizes.ts';
import type { Requirement } from './requirement.ts';

/** It fails where the other side can no longer read a message after a user reset that deletes nothing. */
export const falseDeletesNoneForOthers: Requirement = {
  id: 'false-deletes-none-for-others',
  level: 'derived',
  clauses: ['BODY-3'],
  clause: 'Request body: deleteMessagesPermanently',
  title: 'without permanent deletion the other participant keeps every message',
  requests: ['none'],
  check: byFrame('false-deletes-none-for-others'),
};

/** It fails where another member can no longer read a message after a group reset. */
export const groupResetDeletesNoneForOthers: Requirement = {
  id: 'group-reset-deletes-none-for-others',
  level: 'derived',
  clauses: ['SERVICE-5'],
  clause: 'What the service does: permanent deletion is for user conversations',
  title: 'a group reset deletes no message for the other members',
  requests: ['none', 'field of the other call'],
  scenarios: [groupSizes],
  check: byFrame('group-reset-deletes-none-for-others'),
};
