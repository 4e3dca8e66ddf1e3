import { checkTable } from '../testing/check-table.ts';
import { forGood, ofA, ofGroup, rest, when } from '../testing/trace-builder.ts';

checkTable('false-deletes-none-for-others', {
  passes: {
    'the other side reads every message': when(ofA(), { 'a me': '1' }),
    'left out means false, as was found': when(ofA({ deleteMessagesPermanently: 'absent' }), { 'a me': '1' }),
  },
  fails: {
    'the other side has lost its messages': [when(ofA(), { me: rest, 'a me': '' }), 'a me: 1'],
  },
  doesNotCount: {
    'the deletion was permanent': when(ofA(forGood), { 'a me': '' }),
    'left out may mean either': when(ofA({ deleteMessagesPermanently: 'absent' }), { me: rest, 'a me': '1' }).knowing({
      omittedIsPermanent: new Map(),
    }),
    'the acting user looked': when(ofA(), { me: rest, 'me a': '' }),
  },
});

checkTable('group-reset-deletes-none-for-others', {
  passes: {
    'another member reads every message': when(ofGroup(), { 'mate g': '3' }),
    'a foreign field deletes nothing': when(ofGroup({ extra: { deleteMessagesPermanently: true } }), {
      'mate g': '3',
    }),
  },
  fails: {
    'another member has lost the messages': [when(ofGroup(), { me: 'b a', 'mate g': '' }), 'mate g: 3'],
  },
  doesNotCount: {
    'the acting user looked': when(ofGroup(), { me: 'b a', 'me g': '' }),
  },
});
