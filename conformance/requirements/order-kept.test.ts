import { reset, send } from '../plan/world.ts';
import { type Reset, toGroup, toUser } from '../scenario/scenario.ts';
import { checkTable, rowsOf } from '../testing/check-table.ts';
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
    passes: {
      'the row stands where it stood': kept(middle),
      'sent together with a reset of others': begin(middle).together(ofOthers, own).see({ me: middle }),
    },
    fails: {
      'the row has gone to the end': [kept(first, last), `me: ${first}`],
      'the row has gone to the top': [kept(middle, first), `me: ${middle}`],
      'the row has left the list': [kept(middle, gone), `me: ${middle}`],
      'the row has left a list of one': [kept(row, ''), `me: ${row}`],
    },
    doesNotCount: {
      'the first row could hardly have moved': kept(first),
      'a row of two could hardly have moved': kept(`${one} ${row}`),
      'another row has moved': kept(last, `${two} ${one} ${row}`),
      'the row was not in the list, and may have been made': kept(gone, first),
      'a message came at the same time, and may have raised the row': begin(middle)
        .together(send(from, row === 'g' ? toGroup('g') : toUser('me')), own)
        .see({ me: middle }),
      ...rowsOf(Object.entries(others), ([what, other]) => [what, begin(middle).reset(other).see({ me: middle })]),
    },
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
