import { faultsOf } from './fault.ts';
import { forgettingOrder } from './parts/actions.ts';
import {
  afterReturn,
  atLastPlace,
  atPlace,
  beyondPlace,
  byLarger,
  emptied,
  inListLongerThan,
  joinedLate,
  notFirst,
  ofGroup,
  ofUser,
  omitting,
  oneIn,
  permanent,
  preserved,
  saidAs,
  saying,
  silently,
  temporary,
  underLoad,
  withAnotherField,
  withMarks,
  withOwnLast,
  withUnread,
} from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { onTop, type Showing, showing } from './parts/shown-list.ts';

const lost = (...conditions: readonly Condition[]) => onReset(forgettingOrder, silently(preserved), ...conditions);

const oneDown: Showing = {
  words: 'The conversation moves down by one place',
  show: (rows, key) => {
    const at = rows.findIndex((row) => row.key === key);
    const moved = rows.slice(at, at + 1);
    return at === -1 ? rows : rows.toSpliced(at, 1).toSpliced(at + 1, 0, ...moved);
  },
};

/** With `preserveOrder` a conversation does not keep its position. */
export const orderKept = faultsOf({
  'user-order-kept': {
    'user-order-ignored': lost(ofUser),
    'user-order-lost-at-place-5': lost(ofUser, atPlace(5)),
    'user-order-lost-on-page-2': { ...lost(ofUser, temporary, beyondPlace(100)), budget: 'default' },
    'order-lost-with-explicit-false': lost(saying('deleteMessagesPermanently', false)),
    'user-order-lost-by-itself': lost(ofUser, omitting('deleteMessagesPermanently')),
    'order-lost-in-literal-form': lost(saidAs('path-actor'), temporary),
    'order-lost-in-peer-form': lost(saidAs('path-peer'), temporary),
    'user-order-lost-after-own-message': lost(ofUser, withOwnLast),
    'user-order-lost-when-emptied': lost(ofUser, emptied),
    'user-order-lost-for-larger-uid': lost(ofUser, byLarger),
    'user-order-lost-at-times': lost(ofUser, temporary, oneIn(20)),
    'user-order-lost-beside-another-field': { ...lost(ofUser, withAnotherField), under: { unknownField: 'ignored' } },
    'user-order-lost-for-ids-with-marks': lost(ofUser, withMarks),
    'user-order-lost-to-the-top': showing('own', onTop, ofUser, preserved, notFirst),
    'user-order-lost-to-the-end': {
      ...lost(ofUser),
      about: 'With preserveOrder a user conversation moves to the end of the list, as it does without.',
      under: { withoutPreserveOrder: 'moved-last' },
    },
  },
  'group-order-kept': {
    'group-order-ignored': lost(ofGroup),
    'group-order-lost-at-the-end': lost(ofGroup, atLastPlace),
    'group-order-lost-in-long-lists': { ...lost(ofGroup, inListLongerThan(8)), budget: 'default' },
    'group-order-lost-while-unread': lost(ofGroup, withUnread),
    'group-order-lost-after-return': lost(ofGroup, afterReturn),
    'group-order-lost-under-load': { ...lost(ofGroup, underLoad(8)), delay: 3 },
    'group-order-lost-for-late-members': lost(ofGroup, joinedLate),
    'group-order-lost-by-one': showing('own', oneDown, ofGroup, preserved),
  },
  'order-kept-with-permanent-deletion': {
    'order-lost-with-permanent-deletion': lost(permanent),
    'order-lost-with-permanent-deletion-of-unread': lost(permanent, withUnread),
  },
});
