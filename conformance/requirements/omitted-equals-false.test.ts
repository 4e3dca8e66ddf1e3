import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, keep, ofA, ofGroup, rest, unchanged, when } from '../testing/trace-builder.ts';

const leftOut = { preserveOrder: 'absent' } as const;

checkTable('omitted-equals-false', {
  'the row goes, as with false': passes(when(ofA(leftOut), { me: rest })),
  'the row moves where it moves with false': passes(when(ofGroup(leftOut), { me: 'b a g' }).usually('last', 'visible')),
  'the row keeps its place': fails(when(ofA(leftOut), { me: unchanged }), `me: ${rest}`),
  'with no body the row keeps its place': fails(
    when(ofGroup({ ...leftOut, body: 'none' }), { me: unchanged }),
    'me: b a',
  ),
  'a wrong type stands in its place': skips(
    when(ofA({ ...leftOut, wrongTypes: { preserveOrder: 'false' } }), { me: rest }).knowing({ wrongType: 'coerced' }),
  ),
  'the row goes; with false it moves': fails(
    when(ofA(leftOut), { me: rest }).usually('last', 'visible'),
    `me: ${unchanged}`,
  ),
  'it says false': skips(when(ofA(), { me: rest })),
  'it says true': skips(when(ofA(keep), { me: unchanged })),
  'with false too, the row keeps its place': skips(when(ofA(leftOut), { me: unchanged }).usually('kept', 'hidden')),
  'the row would stand there either way': skips(when(ofA(leftOut), { me: unchanged }).usually('last', 'visible')),
  'the row was not in the list': skips(begin(rest).reset(ofA(leftOut)).see({ me: rest })),
});
