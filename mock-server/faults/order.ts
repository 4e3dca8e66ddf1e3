import { busy } from './busy.ts';
import {
  afterReturn,
  atLastPlace,
  atPlace,
  beyondPlace,
  byLarger,
  emptied,
  every,
  inListLongerThan,
  joinedLate,
  notFirst,
  ofGroup,
  ofUser,
  omitting,
  oneIn,
  permanent,
  preserved,
  resetBefore,
  saidAs,
  saying,
  temporary,
  underLoad,
  withAnotherField,
  withMarks,
  withOwnLast,
  withoutBody,
  withUnread,
} from './conditions.ts';
import { forgettingOrder, taking } from './deeds.ts';
import type { FaultsByName } from './fault.ts';
import { type Condition, onReset } from './scene.ts';
import { oneDown, onTop, thenShowingOwnList } from './shown-list.ts';

const lost = (...corner: readonly Condition[]) => onReset(every(preserved, ...corner), forgettingOrder);
const keeping = taking({ preserveOrder: true });

/** A conversation does not keep its position although it was told to, or keeps it although nobody said so. */
export const orderFaults: FaultsByName = {
  'user-order-ignored': {
    about: 'preserveOrder is ignored in the reset of a user conversation.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser),
  },
  'group-order-ignored': {
    about: 'preserveOrder is ignored in the reset of a group conversation.',
    requirement: 'group-order-kept',
    misbehave: lost(ofGroup),
  },
  'user-order-lost-at-place-5': {
    about: 'preserveOrder is ignored for the fifth conversation of the list.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, atPlace(5)),
  },
  'group-order-lost-at-the-end': {
    about: 'preserveOrder is ignored for the last conversation of the list.',
    requirement: 'group-order-kept',
    misbehave: lost(ofGroup, atLastPlace, notFirst),
  },
  'group-order-lost-in-long-lists': {
    about: 'preserveOrder is ignored in lists of more than eight conversations.',
    requirement: 'group-order-kept',
    budget: 'default',
    misbehave: lost(ofGroup, inListLongerThan(8)),
  },
  'user-order-lost-on-page-2': {
    about: 'preserveOrder is ignored beyond the hundredth place of the list.',
    requirement: 'user-order-kept',
    budget: 'default',
    misbehave: lost(ofUser, temporary, beyondPlace(100)),
  },
  'order-lost-with-permanent-deletion': {
    about: 'preserveOrder is ignored when the messages are deleted permanently.',
    requirement: 'order-kept-with-permanent-deletion',
    misbehave: lost(permanent),
  },
  'order-lost-with-permanent-deletion-of-unread': {
    about: 'preserveOrder is ignored when unread messages are deleted permanently.',
    requirement: 'order-kept-with-permanent-deletion',
    misbehave: lost(permanent, withUnread),
  },
  'order-lost-with-explicit-false': {
    about: 'preserveOrder is ignored next to deleteMessagesPermanently false.',
    requirement: 'user-order-kept',
    misbehave: lost(saying('deleteMessagesPermanently', false)),
  },
  'user-order-lost-by-itself': {
    about: 'preserveOrder is ignored when deleteMessagesPermanently is left out.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, omitting('deleteMessagesPermanently')),
  },
  'order-lost-in-literal-form': {
    about: 'preserveOrder is ignored when the path names the acting user.',
    requirement: 'user-order-kept',
    misbehave: lost(saidAs('path-actor'), temporary),
  },
  'order-lost-in-peer-form': {
    about: 'preserveOrder is ignored when the path alone names the other user.',
    requirement: 'user-order-kept',
    misbehave: lost(saidAs('path-peer'), temporary),
  },
  'group-order-lost-while-unread': {
    about: 'preserveOrder is ignored while the conversation has unread messages.',
    requirement: 'group-order-kept',
    misbehave: lost(ofGroup, withUnread),
  },
  'user-order-lost-after-own-message': {
    about: 'preserveOrder is ignored when the last message is the acting user’s own.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, withOwnLast),
  },
  'user-order-lost-when-emptied': {
    about: 'preserveOrder is ignored when the conversation was reset before and nobody has written since.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, emptied),
  },
  'group-order-lost-after-return': {
    about: 'preserveOrder is ignored when a message has come after an earlier reset.',
    requirement: 'group-order-kept',
    misbehave: lost(ofGroup, afterReturn),
  },
  'user-order-lost-for-larger-uid': {
    about: 'preserveOrder is ignored when the acting user’s uid sorts after the other’s.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, byLarger),
  },
  'user-order-lost-at-times': {
    about: 'preserveOrder is ignored one time in twenty.',
    requirement: 'user-order-kept',
    budget: 'default',
    misbehave: lost(ofUser, temporary, oneIn(20)),
  },
  'group-order-lost-under-load': {
    about: 'preserveOrder is ignored while eight requests or more are in flight.',
    requirement: 'group-order-kept',
    misbehave: busy(lost(ofGroup, underLoad(8))),
  },
  'group-order-lost-for-late-members': {
    about: 'preserveOrder is ignored for those who joined the group after two others.',
    requirement: 'group-order-kept',
    misbehave: lost(ofGroup, joinedLate),
  },
  'user-order-lost-beside-another-field': {
    about: 'preserveOrder is ignored next to a field that is not documented.',
    requirement: 'user-order-kept',
    under: { unknownField: 'ignored' },
    misbehave: lost(ofUser, withAnotherField),
  },
  'user-order-lost-for-ids-with-marks': {
    about: 'preserveOrder is ignored when the other uid ends in - or _, or has two of them together.',
    requirement: 'user-order-kept',
    misbehave: lost(ofUser, withMarks),
  },
  'user-order-lost-to-the-top': {
    about: 'With preserveOrder a user conversation moves to the top of the list.',
    requirement: 'user-order-kept',
    misbehave: thenShowingOwnList(every(ofUser, preserved, notFirst), onTop),
  },
  'group-order-lost-by-one': {
    about: 'With preserveOrder a group conversation moves down by one place.',
    requirement: 'group-order-kept',
    misbehave: thenShowingOwnList(every(ofGroup, preserved), oneDown),
  },
  'user-order-lost-to-the-end': {
    about: 'With preserveOrder a user conversation moves to the end of the list, as it does without.',
    requirement: 'user-order-kept',
    under: { withoutPreserveOrder: 'moved-last' },
    misbehave: lost(ofUser),
  },
  'omitted-order-means-true': {
    about: 'preserveOrder left out means true in the reset of a user conversation.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(every(ofUser, omitting('preserveOrder')), keeping),
  },
  'omitted-group-order-means-true': {
    about: 'preserveOrder left out means true in the reset of a group conversation.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(every(ofGroup, omitting('preserveOrder')), keeping),
  },
  'omitted-order-means-true-with-permanent-deletion': {
    about: 'preserveOrder left out means true when the messages are deleted permanently.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(every(permanent, omitting('preserveOrder')), keeping),
  },
  'omitted-order-means-the-same-again': {
    about: 'preserveOrder left out means true once the conversation was reset before.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(every(omitting('preserveOrder'), resetBefore), keeping),
  },
  'order-kept-without-a-body': {
    about: 'A user reset without a body keeps the position of the conversation.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(every(ofUser, withoutBody), keeping),
  },
  'false-order-means-true': {
    about: 'preserveOrder false counts as true, as if it were enough that it is there.',
    requirement: 'omitted-equals-false',
    misbehave: onReset(saying('preserveOrder', false), keeping),
  },
};
