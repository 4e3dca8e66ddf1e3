import { faultsOf } from './fault.ts';
import { alsoResetting, otherMembers, taking } from './parts/actions.ts';
import { afterReturn, given, ofGroup, ofUser, preserved, saying, silently, withOwnLast } from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { alsoDeleting, ofActor, type Select } from './parts/stored-messages.ts';

const explicitFalse = silently(saying('deleteMessagesPermanently', false));

const deletingAll = taking('deleteMessagesPermanently false deletes permanently', { deleteMessagesPermanently: true });
const asTrue = (...conditions: readonly Condition[]) =>
  onReset(deletingAll, silently(ofUser), explicitFalse, ...conditions);
const leavingOut = taking('deleteMessagesPermanently false counts as left out, which here means true', {
  deleteMessagesPermanently: undefined,
});
const newestToo = alsoDeleting('deleteMessagesPermanently false deletes the newest message for everybody', (all) =>
  all.slice(-1),
);

const deleting = (which: string, select: Select, ...conditions: readonly Condition[]) =>
  onReset(alsoDeleting(`A group reset deletes ${which} for every member`, select), silently(ofGroup), ...conditions);
const all: Select = (messages) => messages;
const older: Select = (messages) => messages.slice(0, -100);
const hidingFromOthers = alsoResetting('A group reset hides the messages from other members as well', (it) =>
  otherMembers(it).map((one) => ({ ...one, preserveOrder: true })),
);
const namingUser = given('when a user is named', ({ reset }) => reset.fields['conversationWith'] !== undefined);

/** A reset that must not delete takes messages from others. */
export const deletesNoneForOthers = faultsOf({
  'false-deletes-none-for-others': {
    'explicit-false-deletes': asTrue(),
    'explicit-false-deletes-with-order': asTrue(preserved),
    'explicit-false-deletes-after-own-message': asTrue(withOwnLast),
    'explicit-false-deletes-after-return': asTrue(afterReturn),
    'explicit-false-is-left-out': {
      ...onReset(leavingOut, explicitFalse),
      under: { deleteMessagesPermanentlyOmitted: 'as-true' },
    },
    'newest-message-deleted-for-others': onReset(newestToo, silently(ofUser), explicitFalse),
  },
  'group-reset-deletes-none-for-others': {
    'group-messages-deleted': deleting('the messages', all),
    'group-messages-deleted-when-asked-to': deleting('the messages', all, saying('deleteMessagesPermanently', true)),
    'group-messages-deleted-where-a-user-is-named': deleting('the messages', all, namingUser),
    'own-group-messages-deleted': deleting('what the acting user sent', ofActor),
    'long-group-history-deleted': { ...deleting('all but the newest hundred messages', older), budget: 'default' },
    'group-messages-hidden-from-a-member': onReset(hidingFromOthers, silently(ofGroup)),
  },
});
