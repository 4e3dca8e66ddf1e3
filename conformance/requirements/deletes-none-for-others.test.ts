import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { forGood, ofA, ofGroup, rest, when } from '../testing/trace-builder.ts';

const leftOut = { deleteMessagesPermanently: 'absent' } as const;
const foreign = { deleteMessagesPermanently: true };

checkTable('false-deletes-none-for-others', {
  'the other side reads every message': passes(when(ofA(), { 'a me': '1' })),
  'left out means false, as was found': passes(when(ofA(leftOut), { 'a me': '1' })),
  'the other side has lost its messages': fails(when(ofA(), { me: rest, 'a me': '' }), 'a me: 1'),
  'the deletion was permanent': skips(when(ofA(forGood), { 'a me': '' })),
  'left out may mean either': skips(
    when(ofA(leftOut), { me: rest, 'a me': '1' }).knowing({ omittedIsPermanent: new Map() }),
  ),
  'the acting user looked': skips(when(ofA(), { me: rest, 'me a': '' })),
});

checkTable('group-reset-deletes-none-for-others', {
  'another member reads every message': passes(when(ofGroup(), { 'mate g': '3' })),
  'a foreign field deletes nothing': passes(when(ofGroup({ extra: foreign }), { 'mate g': '3' })),
  'another member has lost the messages': fails(when(ofGroup(), { me: 'b a', 'mate g': '' }), 'mate g: 3'),
  'the acting user looked': skips(when(ofGroup(), { me: 'b a', 'me g': '' })),
});
