import { byFrame } from '../judgement/check.ts';
import { everyPlace } from '../plan/every-place.ts';
import type { Requirement } from './requirement.ts';

export const restKeepsOrder: Requirement = {
  id: 'rest-keeps-order',
  level: 'derived',
  clauses: ['SERVICE-6', 'GROUP-6'],
  clause: 'What the service does',
  title: 'the other conversations of the list keep their relative order',
  scenarios: (extent) => [...everyPlace('user', extent), ...everyPlace('group', extent)],
  check: byFrame('rest-keeps-order'),
};

export const nothingDoubledOrLost: Requirement = {
  id: 'nothing-doubled-or-lost',
  level: 'derived',
  clauses: ['SERVICE-6'],
  clause: 'What the service does',
  title: 'no other conversation appears, vanishes, is doubled or loses messages',
  scenarios: restKeepsOrder.scenarios,
  check: byFrame('nothing-doubled-or-lost'),
};
