import { reset, send } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checkTable, fails, passes, rowsOf, skips } from '../testing/check-table.ts';
import { begin, keep, ofA, ofB, ofGroup } from '../testing/trace-builder.ts';

const permanently = { ...keep, deleteMessagesPermanently: 'true' } as const;

/** The rows of each of them: one reset of a row in the middle that it is about, and some that it is not about. */
function tableOf(id: string, own: Reset, others: Readonly<Record<string, Reset>>): void {
  const row = own.conversation.id;
  const [one, two] = row === 'g' ? ['b', 'a'] : ['g', 'a'];
  const from = row === 'g' ? 'mate' : row;
  const ofOthers = reset('mate', toUser('a'));
  const [first, middle] = [`${row} ${one} ${two}`, `${one} ${row} ${two}`];
  const [last, gone] = [`${one} ${two} ${row}`, `${one} ${two}`];
  const kept = (list: string, seen = list) => begin(list).reset(own).see({ me: seen });
  checkTable(id, {
    'the row stands where it stood': passes(kept(middle)),
    'sent together with a reset of others': passes(begin(middle).together(ofOthers, own).see({ me: middle })),
    'the row has gone to the end': fails(kept(first, last), `me: ${first}`),
    'the row has gone to the top': fails(kept(middle, first), `me: ${middle}`),
    'the row has left the list': fails(kept(middle, gone), `me: ${middle}`),
    'the row has left a list of one': fails(kept(row, ''), `me: ${row}`),
    'the first row could hardly have moved': skips(kept(first)),
    'a row of two could hardly have moved': skips(kept(`${one} ${row}`)),
    'another row has moved': skips(kept(last, `${two} ${one} ${row}`)),
    'the row was not in the list, and may have been made': skips(kept(gone, first)),
    'a message came at the same time, and may have raised the row': skips(
      begin(middle)
        .together(send(from, row === 'g' ? toGroup('g') : toUser('me')), own)
        .see({ me: middle }),
    ),
    ...rowsOf(Object.entries(others), ([what, other]) => [what, skips(begin(middle).reset(other).see({ me: middle }))]),
  });
}

tableOf('user-order-kept', ofB(keep), {
  'it says false': ofB(),
  'it leaves the field out': ofB({ preserveOrder: 'absent' }),
  'a wrong type may mean false': ofB({ ...keep, wrongTypes: keep }),
  'of a group': ofGroup(keep),
  'a permanent one': ofB(permanently),
});
tableOf('group-order-kept', ofGroup(keep), { 'of a user': ofA(keep), 'a permanent one': ofB(permanently) });
tableOf('order-kept-with-permanent-deletion', ofB(permanently), {
  'not permanent': ofB(keep),
  'of a group': ofGroup(keep),
});
