import { actingUserOnly } from './acting-user-only.ts';
import { answerForm } from './answer-form.ts';
import { confirmationNames } from './confirmation-names.ts';
import { confirmedDidIt } from './confirmed-did-it.ts';
import { credentials } from './credentials.ts';
import { deletesNoneForOthers } from './deletes-none-for-others.ts';
import type { Fault } from './fault.ts';
import { keepsToItsBehaviour } from './keeps-to-its-behaviour.ts';
import { lookAlikesApart } from './look-alikes-apart.ts';
import { omittedEqualsFalse } from './omitted-equals-false.ts';
import { optionalFields } from './optional-fields.ts';
import { orderKept } from './order-kept.ts';
import { permanentDeletion } from './permanent-deletion.ts';
import { quietAfterConcurrency } from './quiet-after-concurrency.ts';
import { refusedChangedNothing } from './refused-changed-nothing.ts';
import { resetWorks } from './reset-works.ts';
import { restOfTheList } from './rest-of-the-list.ts';
import { wireForms } from './wire-forms.ts';

const all = [
  resetWorks,
  answerForm,
  confirmationNames,
  optionalFields,
  wireForms,
  orderKept,
  omittedEqualsFalse,
  restOfTheList,
  permanentDeletion,
  deletesNoneForOthers,
  actingUserOnly,
  lookAlikesApart,
  credentials,
  refusedChangedNothing,
  confirmedDidIt,
  keepsToItsBehaviour,
  quietAfterConcurrency,
].flat();

export type FaultName = (typeof all)[number]['name'];

/** Every fault: what the suite is tested with, and what a mock server can be made to do wrong. */
export const faults: readonly Fault<FaultName>[] = all;

export const faultNamed = (name: string) => faults.find((fault) => fault.name === name);
