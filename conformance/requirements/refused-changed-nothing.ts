import { byFrame } from '../judgement/check.ts';
import { refusable } from '../plan/refusable.ts';
import type { Requirement } from './requirement.ts';

export const refusedChangedNothing: Requirement = {
  id: 'refused-changed-nothing',
  level: 'derived',
  clauses: ['RESPONSE-3', 'ERRORS-1'],
  clause: 'Response body: success tells that the reset was done',
  title: 'a refused reset changed nothing',
  scenarios: refusable,
  check: byFrame('refused-changed-nothing'),
};
