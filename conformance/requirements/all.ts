import { actingUserOnly, bystandersUntouched, otherParticipantsUntouched } from './acting-user-only.ts';
import { mediaType, status200, successTrue } from './answer-form.ts';
import { messageNamesActingUser, messageNamesConversation, messageNamesNoOther } from './confirmation-names.ts';
import { confirmedDidIt } from './confirmed-did-it.ts';
import { noActingUserRefused, noKeyRefused, wrongKeyRefused } from './credentials.ts';
import { falseDeletesNoneForOthers, groupResetDeletesNoneForOthers } from './deletes-none-for-others.ts';
import { keepsToItsBehaviour } from './keeps-to-its-behaviour.ts';
import { lookAlikesApart } from './look-alikes-apart.ts';
import { omittedEqualsFalse } from './omitted-equals-false.ts';
import { optionalFields } from './optional-fields.ts';
import { groupOrderKept, orderKeptWithPermanentDeletion, userOrderKept } from './order-kept.ts';
import { permanentDeletesAll, permanentDeletesNoOther } from './permanent-deletion.ts';
import { quietAfterConcurrency } from './quiet-after-concurrency.ts';
import { refusedChangedNothing } from './refused-changed-nothing.ts';
import type { Requirement } from './requirement.ts';
import { groupResetWorks, userResetWorks } from './reset-works.ts';
import { nothingDoubledOrLost, restKeepsOrder } from './rest-of-the-list.ts';
import { bodyForm, framing, headerCase, percentEncoding } from './wire-forms.ts';

/**
 * Everything that the suite may hold against a target, in the order in which reports show it: of several that one
 * operation violates, the first says most about it.
 */
export const requirements: readonly Requirement[] = [
  noKeyRefused,
  wrongKeyRefused,
  noActingUserRefused,
  refusedChangedNothing,
  userResetWorks,
  groupResetWorks,
  actingUserOnly,
  otherParticipantsUntouched,
  bystandersUntouched,
  permanentDeletesNoOther,
  nothingDoubledOrLost,
  restKeepsOrder,
  userOrderKept,
  groupOrderKept,
  orderKeptWithPermanentDeletion,
  groupResetDeletesNoneForOthers,
  falseDeletesNoneForOthers,
  permanentDeletesAll,
  lookAlikesApart,
  omittedEqualsFalse,
  confirmedDidIt,
  keepsToItsBehaviour,
  quietAfterConcurrency,
  optionalFields,
  bodyForm,
  framing,
  percentEncoding,
  headerCase,
  status200,
  mediaType,
  successTrue,
  messageNamesConversation,
  messageNamesActingUser,
  messageNamesNoOther,
];

export const requirementIds: readonly string[] = requirements.map(({ id }) => id);

export const isRequirementId = (text: string): boolean => requirementIds.includes(text);
