import { faultsOf } from './fault.ts';
import { alsoResetting, insteadResetting, type Pick } from './parts/actions.ts';
import * as when from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';
import { others, othersReversed, type Showing, showing } from './parts/shown-list.ts';
import { areOfOne, restored, undoneByMessage } from './parts/stored-messages.ts';

const lastTwoOthersSwapped: Showing = (rows, id) => {
  const [one, two] = others(rows, id).slice(-2);
  if (one === undefined || two === undefined) return rows;
  return rows.map((row) => (row === one ? two : row === two ? one : row));
};

const lastOtherOnTop: Showing = (rows, id) => {
  const last = others(rows, id).at(-1);
  return last === undefined ? rows : [last, ...rows.filter((row) => row !== last)];
};

const twice: Showing = (rows, id) => rows.flatMap((row) => (row.conversationId === id ? [row, row] : [row]));
const cutAfterTen: Showing = (rows) => rows.slice(0, 10);

/** Other rows of the acting user's list. */
const nextRow: Pick = ({ rows, at }) => rows.slice(at + 1, at + 2);
const firstRow: Pick = ({ rows, row }) => rows.slice(0, 1).filter((one) => one !== row);
const firstRowInstead = insteadResetting(firstRow);

/** The other conversations of the acting user's list do not keep their order, or a row is there twice, or gone. */
export const restOfTheList = faultsOf({
  'rest-keeps-order': {
    'others-reversed': showing('own', othersReversed, when.ofUser),
    'last-two-swapped-by-group-reset': showing('own', lastTwoOthersSwapped, when.ofGroup),
    'last-on-top-after-removal': showing('own', lastOtherOnTop, when.freed, when.inListLongerThan(3)),
  },
  'nothing-doubled-or-lost': {
    'row-doubled': showing('own', twice, when.preserved),
    'row-below-lost': onReset(alsoResetting(nextRow), when.ofUser, when.freed, when.temporary),
    'row-below-lost-at-times': onReset(alsoResetting(nextRow), when.temporary, when.inListLongerThan(2), when.atTimes),
    'first-row-lost-with-group': onReset(alsoResetting(firstRow), when.ofGroup, when.preserved, when.notFirst),
    'list-cut-after-ten': { ...showing('own', cutAfterTen, when.ofUser, when.preserved), budget: 'default' },
    'first-row-reset-instead': onReset(firstRowInstead, when.saidAs('path-actor'), when.freed, when.notFirst),
    'removed-row-returns': undoneByMessage(
      (reset, message) => [message.actor, message.other].includes(reset.actor) && !areOfOne(reset, message),
      restored,
      when.freed,
      when.temporary,
    ),
  },
});
