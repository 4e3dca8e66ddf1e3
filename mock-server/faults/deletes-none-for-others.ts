import { faultsOf } from './fault.ts';
import { alsoResetting, otherMembers, taking } from './parts/actions.ts';
import { afterReturn, ofGroup, ofUser, preserved, saying, withOwnLast } from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { alsoDeleting, ofActor, type Select } from './parts/stored-messages.ts';

const explicitFalse = saying('deleteMessagesPermanently', false);
const asTrue = (...conditions: readonly Condition[]) =>
  onReset(taking({ deleteMessagesPermanently: true }), ofUser, explicitFalse, ...conditions);

const all: Select = (messages) => messages;
const newest: Select = (messages) => messages.slice(-1);
const older: Select = (messages) => messages.slice(0, -100);
const deleting = (select: Select, ...conditions: readonly Condition[]) =>
  onReset(alsoDeleting(select), ofGroup, ...conditions);

const hidingFromOthers = alsoResetting((it) => otherMembers(it).map((one) => ({ ...one, preserveOrder: true })));
const namingUser: Condition = ({ reset }) => reset.fields['conversationWith'] !== undefined;

/** A reset that must not delete takes messages from others. */
export const deletesNoneForOthers = faultsOf({
  'false-deletes-none-for-others': {
    'explicit-false-deletes': asTrue(),
    'explicit-false-deletes-with-order': asTrue(preserved),
    'explicit-false-deletes-after-own-message': asTrue(withOwnLast),
    'explicit-false-deletes-after-return': asTrue(afterReturn),
    'explicit-false-is-left-out': {
      ...onReset(taking({ deleteMessagesPermanently: undefined }), explicitFalse),
      under: { deleteMessagesPermanentlyOmitted: 'as-true' },
    },
    'newest-message-deleted-for-others': onReset(alsoDeleting(newest), ofUser, explicitFalse),
  },
  'group-reset-deletes-none-for-others': {
    'group-messages-deleted': deleting(all),
    'group-messages-deleted-when-asked-to': deleting(all, saying('deleteMessagesPermanently', true)),
    'group-messages-deleted-where-a-user-is-named': deleting(all, namingUser),
    'own-group-messages-deleted': deleting(ofActor),
    'long-group-history-deleted': { ...deleting(older), budget: 'default' },
    'group-messages-hidden-from-a-member': onReset(hidingFromOthers, ofGroup),
  },
});
