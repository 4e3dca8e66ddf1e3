import { byFrame } from '../check/check.ts';
import { places } from '../plan/sizes.ts';
import type { Requirement } from './requirement.ts';

/** It fails where rows that were not reset change places among each other. */
export const restKeepsOrder: Requirement = {
  id: 'rest-keeps-order',
  level: 'derived',
  clauses: ['SERVICE-6', 'GROUP-6'],
  clause: 'What the service does',
  title: 'the other conversations of the list keep their relative order',
  requests: ['none'],
  scenarios: [places],
  check: byFrame('rest-keeps-order'),
};

/** It fails where a row that was not reset comes, goes or stands twice, or messages of it can no longer be read. */
export const nothingDoubledOrLost: Requirement = {
  id: 'nothing-doubled-or-lost',
  level: 'derived',
  clauses: ['SERVICE-6'],
  clause: 'What the service does',
  title: 'no other conversation appears, vanishes, is doubled or loses messages',
  requests: ['none'],
  scenarios: [places],
  check: byFrame('nothing-doubled-or-lost'),
};
