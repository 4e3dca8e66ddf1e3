import { checkTable } from '../testing/check-table.ts';
import { begin, ofA, ofGroup } from '../testing/trace-builder.ts';

const noFlag = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;

checkTable('optional-fields', {
  passes: {
    'without preserveOrder': begin().reset(ofA({ preserveOrder: 'absent' })),
    'without either': begin().reset(ofA(noFlag)),
    'of a group, without preserveOrder': begin().reset(ofGroup({ preserveOrder: 'absent' })),
  },
  // A refusal is found by the reset that does not work, and reported here where it needs a field to be left out.
  doesNotCount: {
    'nothing is left out': begin().reset(ofA()),
    'a group reset has one field only': begin().reset(ofGroup({ deleteMessagesPermanently: 'absent' })),
    'the target may refuse it for something else': begin().reset(ofA({ ...noFlag, extra: { colour: 'red' } })),
    'nothing has come since the last reset': begin().reset(ofA()).reset(ofA(noFlag)),
  },
});
