import {
  every,
  freed,
  inListLongerThan,
  notFirst,
  ofGroup,
  ofUser,
  oneIn,
  preserved,
  temporary,
} from './conditions.ts';
import { alsoResetting, type Picking } from './deeds.ts';
import type { FaultsByName } from './fault.ts';
import { onReset } from './scene.ts';
import {
  cutAfter,
  lastOtherOnTop,
  lastTwoOthersSwapped,
  othersReversed,
  thenShowingOwnList,
  twice,
} from './shown-list.ts';

/** Another row of the acting user's list. */
const rowAt =
  (offset: (at: number) => number): Picking =>
  ({ reset, rows, at }) => {
    const row = rows[offset(at)];
    return row === undefined || row === rows[at] ? [] : [{ as: reset.actor, kind: row.kind, other: row.id }];
  };
const rowBelow = rowAt((at) => at + 1);
const firstRow = rowAt(() => 0);

/** The other conversations of the acting user's list do not stay as they were. */
export const listFaults: FaultsByName = {
  'others-reversed': {
    about: 'A reset turns the order of the other conversations around.',
    requirement: 'rest-keeps-order',
    misbehave: thenShowingOwnList(ofUser, othersReversed),
  },
  'last-two-swapped-by-group-reset': {
    about: 'A group reset swaps the last two of the other conversations.',
    requirement: 'rest-keeps-order',
    misbehave: thenShowingOwnList(ofGroup, lastTwoOthersSwapped),
  },
  'last-on-top-after-removal': {
    about: 'When a conversation leaves the list, the last one moves to its top.',
    requirement: 'rest-keeps-order',
    misbehave: thenShowingOwnList(every(freed, inListLongerThan(3)), lastOtherOnTop),
  },
  'row-doubled': {
    about: 'After a reset with preserveOrder the conversation stands in the list twice.',
    requirement: 'nothing-doubled-or-lost',
    misbehave: thenShowingOwnList(preserved, twice),
  },
  'row-below-lost': {
    about: 'When a user conversation leaves the list, the one below leaves with it.',
    requirement: 'nothing-doubled-or-lost',
    misbehave: onReset(every(ofUser, freed, temporary), alsoResetting(rowBelow)),
  },
  'row-below-lost-at-times': {
    about: 'One time in twenty the conversation below is reset as well.',
    requirement: 'nothing-doubled-or-lost',
    budget: 'default',
    misbehave: onReset(every(temporary, inListLongerThan(2), oneIn(20)), alsoResetting(rowBelow)),
  },
  'first-row-lost-with-group': {
    about: 'A group reset with preserveOrder removes the first conversation of the list.',
    requirement: 'nothing-doubled-or-lost',
    misbehave: onReset(every(ofGroup, preserved, notFirst), alsoResetting(firstRow)),
  },
  'list-cut-after-ten': {
    about: 'After a reset the list ends with its tenth conversation.',
    requirement: 'nothing-doubled-or-lost',
    budget: 'default',
    misbehave: thenShowingOwnList(every(ofUser, preserved), cutAfter(10)),
  },
};
