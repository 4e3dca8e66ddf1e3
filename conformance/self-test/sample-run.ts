import type { Case } from '../cases/case.ts';
import type { CaseRun } from '../play/run-case.ts';

export const sampleCase: Case = {
  names: 'plain',
  ids: 0,
  rows: [
    { kind: 'user', messages: 1, from: 'both' },
    { kind: 'user', messages: 1, from: 'both' },
  ],
  steps: [],
};

/** What came of a case in which nothing happened, but for what is given. */
export const sampleRun = (change: Partial<CaseRun> = {}): CaseRun => ({
  case: sampleCase,
  scope: 'cr1-1',
  mismatches: [],
  suspicions: [],
  effects: new Map(),
  exercises: new Map(),
  attempts: [],
  observed: 0,
  story: [{ phase: 'act', what: 'a reset', curl: 'curl', answer: '200' }],
  unarrangeable: undefined,
  patient: true,
  sweep: async () => [],
  ...change,
});
