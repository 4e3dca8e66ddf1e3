import { checkTable } from '../testing/check-table.ts';
import { begin, keep, ofA, ofGroup, rest, unchanged, when } from '../testing/trace-builder.ts';

const leftOut = { preserveOrder: 'absent' } as const;

checkTable('omitted-equals-false', {
  passes: {
    'the row goes, as with false': when(ofA(leftOut), { me: rest }),
    'the row moves to where it moves with false': when(ofGroup(leftOut), { me: 'b a g' }).usually('last', 'visible'),
  },
  fails: {
    'the row keeps its place': [when(ofA(leftOut), { me: unchanged }), `me: ${rest}`],
    'without a body the row keeps its place': [when(ofGroup({ ...keep, body: 'none' }), { me: unchanged }), 'me: b a'],
    'the row goes, and with false it moves': [
      when(ofA(leftOut), { me: rest }).usually('last', 'visible'),
      `me: ${unchanged}`,
    ],
  },
  doesNotCount: {
    'it says false': when(ofA(), { me: rest }),
    'it says true': when(ofA(keep), { me: unchanged }),
    'with false too, the row keeps its place': when(ofA(leftOut), { me: unchanged }).usually('kept', 'hidden'),
    'the row stands where it would stand either way': when(ofA(leftOut), { me: unchanged }).usually('last', 'visible'),
    'the row was not in the list': begin(rest).reset(ofA(leftOut)).see({ me: rest }),
  },
});
