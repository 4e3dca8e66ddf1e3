import { onReset } from '../check/check.ts';
import { expectsToWork } from '../check/expects-to-work.ts';
import type { Requirement } from '../check/requirement.ts';
import type { Reset } from '../scenario/scenario.ts';

export const requirements: readonly Requirement[] = [
  /** A refusal is found by the reset that does not work; it is reported here where it needs a field left out. */
  {
    id: 'optional-fields',
    level: 'required',
    about: 'spelling',
    clauses: ['BODY-7', 'USER-4', 'GROUP-4'],
    clause: 'Request body fields: none is marked required',
    title: 'each optional field may be left out',
    check: onReset((reset, transition) => {
      if (!leavesOut(reset) || !expectsToWork(reset, transition)) return 'skipped';
      return transition.claim === 'confirmed' ? 'passed' : 'skipped';
    }),
    isNeeded: ({ requirement, reset, isAtOnce }) =>
      requirement.about === 'acceptance' && !isAtOnce && reset !== undefined && leavesOut(reset),
  },
];

/** Whether a reset leaves out a field that its call documents. */
const leavesOut = ({ preserveOrder, deleteMessagesPermanently, conversation }: Reset): boolean =>
  preserveOrder === 'absent' || (conversation.kind === 'user' && deleteMessagesPermanently === 'absent');
