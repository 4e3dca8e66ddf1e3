import { type ChatState, get, groupHistoryKey, slice, type Uid } from '../../core/index.ts';
import { faultsOf } from './fault.ts';
import { alsoResetting, type Pick, taking } from './parts/actions.ts';
import { afterReturn, oneIn, permanent, preserved, saidAs, silently } from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import {
  isBetween,
  keyOf,
  messagesIn,
  ofActor,
  type Select,
  thenChanging,
  undoneByMessage,
  unhidden,
  withMessages,
} from './parts/stored-messages.ts';

const ignoring = taking('deleteMessagesPermanently is ignored', { deleteMessagesPermanently: false });
const ignored = (...conditions: readonly Condition[]) => onReset(ignoring, silently(permanent), ...conditions);

/** Some messages are left behind, for both sides to read. */
const sparing = (which: string, select: Select) =>
  onReset(
    thenChanging(`A permanent deletion leaves ${which}`, (state, before, it) => {
      const left = select(messagesIn(before, it.reset), it);
      return left.length === 0 ? state : unhidden(withMessages(state, keyOf(it.reset), left), before, it);
    }),
    silently(permanent),
  );

const ofOther: Select = (messages, { reset }) => messages.filter(({ sender }) => sender !== reset.actor);
const unread: Select = (messages, { row }) => (row.unread === 0 ? [] : messages.slice(-row.unread));

/** Another conversation of the acting user, with a user. */
const nextUserRow: Pick = ({ reset, rows, row }) =>
  rows
    .filter(({ kind, key, lastSender }) => kind === 'user' && key !== row.key && lastSender !== undefined)
    .slice(0, 1)
    .map(({ id }) => ({ as: reset.actor, kind: 'user', other: id, preserveOrder: true, permanently: true }));

function withoutMessagesInSharedGroups(state: ChatState, pair: readonly string[]): ChatState {
  const shared = slice(state.groups).filter(({ members }) => pair.every((uid) => get(members, uid as Uid)));
  return shared.reduce((left, { guid }) => {
    const history = slice(get(left.histories, groupHistoryKey(guid)));
    const kept = history.filter(({ sender }) => !pair.includes(sender));
    return kept.length === history.length ? left : withMessages(left, groupHistoryKey(guid), kept);
  }, state);
}

const alsoNeighbours = alsoResetting('A permanent deletion is applied to another conversation too', nextUserRow);
const alsoInSharedGroups = thenChanging(
  'A permanent deletion takes what the two have written in the groups that they share',
  (state, _before, { reset }) => withoutMessagesInSharedGroups(state, [reset.actor, reset.other]),
);

/** A permanent deletion does not take all messages of the conversation, or takes those of others. */
export const permanentDeletion = faultsOf({
  'permanent-deletes-all': {
    'permanent-deletion-ignored': { ...ignored(), under: { messagesAfterReset: 'visible' } },
    'permanent-deletion-lost-with-order': ignored(preserved),
    'permanent-deletion-lost-in-echo-form': ignored(saidAs('path-peer-echo')),
    'permanent-deletion-lost-after-return': ignored(afterReturn),
    'permanent-deletion-lost-at-times': ignored(oneIn(20)),
    'own-messages-survive': sparing('the messages that the acting user sent', ofActor),
    'others-messages-survive': sparing('the messages that the other user sent', ofOther),
    'messages-before-the-newest-100-survive': {
      ...sparing('all but the newest hundred messages', (all) => all.slice(0, -100)),
      budget: 'default',
    },
    'messages-after-the-oldest-100-survive': {
      ...sparing('all but the oldest hundred messages', (all) => all.slice(100)),
      budget: 'default',
    },
    'oldest-message-survives': sparing('the oldest message', (all) => all.slice(0, 1)),
    'unread-messages-survive': sparing('the messages that the acting user has not read', unread),
    'deleted-messages-return': undoneByMessage(
      'Permanently deleted messages are back with the next message.',
      isBetween,
      (state, before, reset) =>
        withMessages(state, keyOf(reset), [...messagesIn(before, reset), ...messagesIn(state, reset)]),
      permanent,
    ),
  },
  'permanent-deletes-no-other': {
    'neighbours-messages-deleted': onReset(alsoNeighbours, silently(permanent)),
    'shared-groups-messages-deleted': onReset(alsoInSharedGroups, silently(permanent)),
  },
});
