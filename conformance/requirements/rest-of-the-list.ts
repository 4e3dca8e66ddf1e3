import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { places } from '../plan/sizes.ts';

const common = { level: 'derived', about: 'others', clause: 'What the service does' } as const;

export const requirements: readonly Requirement[] = [
  /** It fails where a row that was not reset comes, goes or stands twice, or messages of it can no longer be read. */
  {
    id: 'nothing-doubled-or-lost',
    ...common,
    clauses: ['SERVICE-6'],
    title: 'no other conversation appears, vanishes, is doubled or loses messages',
    check: byFrame,
    scenarios: [places],
  },
  /** It fails where rows that were not reset change places among each other. */
  {
    id: 'rest-keeps-order',
    ...common,
    restsOnOrder: true,
    clauses: ['SERVICE-6', 'GROUP-6'],
    title: 'the other conversations of the list keep their relative order',
    check: byFrame,
    scenarios: [places],
  },
];
