import { faultsOf } from './fault.ts';
import { forgettingOrder } from './parts/actions.ts';
import * as when from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { onTop, type Showing, showing } from './parts/shown-list.ts';

const lost = (...conditions: readonly Condition[]) => onReset(forgettingOrder, when.preserved, ...conditions);

const oneDown: Showing = (rows, id) => {
  const at = rows.findIndex((row) => row.conversationId === id);
  const moved = rows.slice(at, at + 1);
  return at === -1 ? rows : rows.toSpliced(at, 1).toSpliced(at + 1, 0, ...moved);
};

/** With `preserveOrder` a conversation does not keep its position. */
export const orderKept = faultsOf({
  'user-order-kept': {
    'user-order-ignored': lost(when.ofUser),
    'user-order-lost-at-place-5': lost(when.ofUser, when.atPlace(5)),
    'user-order-lost-on-page-2': { ...lost(when.ofUser, when.temporary, when.beyondPlace(100)), budget: 'default' },
    'order-lost-with-explicit-false': lost(when.saying('deleteMessagesPermanently', false)),
    'user-order-lost-by-itself': lost(when.ofUser, when.omitting('deleteMessagesPermanently')),
    'order-lost-in-literal-form': lost(when.saidAs('path-actor'), when.temporary),
    'order-lost-in-peer-form': lost(when.saidAs('path-peer'), when.temporary),
    'user-order-lost-after-own-message': lost(when.ofUser, when.withOwnLast),
    'user-order-lost-when-emptied': lost(when.ofUser, when.emptied),
    'user-order-lost-for-larger-uid': lost(when.ofUser, when.byLarger),
    'user-order-lost-at-times': lost(when.ofUser, when.temporary, when.atTimes),
    'user-order-lost-beside-another-field': {
      ...lost(when.ofUser, when.withAnotherField),
      under: { unknownField: 'ignored' },
    },
    'user-order-lost-for-ids-with-marks': { ...lost(when.ofUser, when.withMarks), budget: 'default' },
    'user-order-lost-to-the-top': showing('own', onTop, when.ofUser, when.preserved, when.notFirst),
    'user-order-lost-to-the-end': { ...lost(when.ofUser), under: { withoutPreserveOrder: 'moved-last' } },
  },
  'group-order-kept': {
    'group-order-ignored': lost(when.ofGroup),
    'group-order-lost-at-the-end': lost(when.ofGroup, when.atLastPlace),
    'group-order-lost-in-long-lists': { ...lost(when.ofGroup, when.inListLongerThan(8)), budget: 'default' },
    'group-order-lost-while-unread': lost(when.ofGroup, when.withUnread),
    'group-order-lost-after-return': lost(when.ofGroup, when.afterReturn),
    'group-order-lost-under-load': { ...lost(when.ofGroup, when.underLoad(8)), delay: 3, budget: 'default' },
    'group-order-lost-for-late-members': { ...lost(when.ofGroup, when.joinedLate), budget: 'default' },
    'group-order-lost-by-one': showing('own', oneDown, when.ofGroup, when.preserved),
  },
  'order-kept-with-permanent-deletion': {
    'order-lost-with-permanent-deletion': lost(when.permanent),
    'order-lost-with-permanent-deletion-of-unread': lost(when.permanent, when.withUnread),
  },
});
