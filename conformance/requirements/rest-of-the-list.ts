import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { places } from '../plan/sizes.ts';

export const requirements: readonly Requirement[] = [
  /** It fails where a row that was not reset comes, goes or stands twice, or messages of it can no longer be read. */
  {
    id: 'nothing-doubled-or-lost',
    level: 'derived',
    about: 'others',
    clauses: ['SERVICE-6'],
    clause: 'What the service does',
    title: 'no other conversation appears, vanishes, is doubled or loses messages',
    scenarios: [places],
    check: byFrame,
  },
  /** It fails where rows that were not reset change places among each other. */
  {
    id: 'rest-keeps-order',
    level: 'derived',
    about: 'others',
    restsOnOrder: true,
    clauses: ['SERVICE-6', 'GROUP-6'],
    clause: 'What the service does',
    title: 'the other conversations of the list keep their relative order',
    scenarios: [places],
    check: byFrame,
  },
];
