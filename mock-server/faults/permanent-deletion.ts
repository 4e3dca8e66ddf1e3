import { get, groupHistoryKey, slice, type Uid } from '../../core/index.ts';
import { faultsOf } from './fault.ts';
import { alsoResetting, type Pick, taking } from './parts/actions.ts';
import { afterReturn, atTimes, permanent, preserved, saidAs } from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import {
  areOfOne,
  keyOf,
  messagesIn,
  ofActor,
  type Select,
  thenChanging,
  undoneByMessage,
  unhidden,
  withMessages,
} from './parts/stored-messages.ts';

const ignored = (...conditions: readonly Condition[]) =>
  onReset(taking({ deleteMessagesPermanently: false }), permanent, ...conditions);

/** Leaves some messages behind, for both sides to read. */
const leaving = (select: Select) =>
  thenChanging((state, before, it) => {
    const left = select(messagesIn(before, it.reset), it);
    return left.length === 0 ? state : unhidden(withMessages(state, keyOf(it.reset), left), before, it);
  });
const sparing = (select: Select) => onReset(leaving(select), permanent);

const ofOther: Select = (messages, { reset }) => messages.filter(({ sender }) => sender !== reset.actor);
const unread: Select = (messages, { row }) => (row.unread === 0 ? [] : messages.slice(-row.unread));

/** Another conversation of the acting user, with a user. */
const nextUserRow: Pick = ({ rows, row }) =>
  rows
    .filter((one) => one.kind === 'user' && one !== row && one.lastSender !== undefined)
    .slice(0, 1)
    .map((one) => ({ ...one, preserveOrder: true, permanently: true }));

/** Takes what the two have written in the groups that they share. */
const deletingInSharedGroups = thenChanging((state, _before, { reset }) => {
  const pair: readonly string[] = [reset.actor, reset.other];
  const shared = slice(state.groups).filter(({ members }) => pair.every((uid) => get(members, uid as Uid)));
  return shared.reduce((left, { guid }) => {
    const history = slice(get(left.histories, groupHistoryKey(guid)));
    const kept = history.filter(({ sender }) => !pair.includes(sender));
    return kept.length === history.length ? left : withMessages(left, groupHistoryKey(guid), kept);
  }, state);
});

/** A permanent deletion does not take all messages of the conversation, or takes those of others. */
export const permanentDeletion = faultsOf({
  'permanent-deletes-all': {
    'permanent-deletion-ignored': { ...ignored(), under: { messagesAfterReset: 'visible' } },
    'permanent-deletion-lost-with-order': ignored(preserved),
    'permanent-deletion-lost-in-echo-form': ignored(saidAs('path-peer-echo')),
    'permanent-deletion-lost-after-return': ignored(afterReturn),
    'permanent-deletion-lost-at-times': ignored(atTimes),
    'own-messages-survive': sparing(ofActor),
    'others-messages-survive': sparing(ofOther),
    'messages-before-the-newest-100-survive': { ...sparing((all) => all.slice(0, -100)), budget: 'default' },
    'messages-after-the-oldest-100-survive': { ...sparing((all) => all.slice(100)), budget: 'default' },
    'oldest-message-survives': sparing((all) => all.slice(0, 1)),
    'unread-messages-survive': sparing(unread),
    'deleted-messages-return': undoneByMessage(
      areOfOne,
      (state, before, reset) =>
        withMessages(state, keyOf(reset), [...messagesIn(before, reset), ...messagesIn(state, reset)]),
      permanent,
    ),
  },
  'permanent-deletes-no-other': {
    'neighbours-messages-deleted': onReset(alsoResetting(nextUserRow), permanent),
    'shared-groups-messages-deleted': onReset(deletingInSharedGroups, permanent),
  },
});
