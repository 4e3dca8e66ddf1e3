import { checkTable, passes, skips } from '../testing/check-table.ts';
import { begin, ofA, ofGroup } from '../testing/trace-builder.ts';

const noFlag = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;

checkTable('optional-fields', {
  'without preserveOrder': passes(begin().reset(ofA({ preserveOrder: 'absent' }))),
  'without either': passes(begin().reset(ofA(noFlag))),
  'of a group, without preserveOrder': passes(begin().reset(ofGroup({ preserveOrder: 'absent' }))),
  // A refusal is found by the reset that does not work, and reported here where it needs a field to be left out.
  'nothing is left out': skips(begin().reset(ofA())),
  'a group reset has one field only': skips(begin().reset(ofGroup({ deleteMessagesPermanently: 'absent' }))),
  'the target may refuse it for something else': skips(begin().reset(ofA({ ...noFlag, extra: { colour: 'red' } }))),
  'nothing has come since the last reset': skips(begin().reset(ofA()).reset(ofA(noFlag))),
});
