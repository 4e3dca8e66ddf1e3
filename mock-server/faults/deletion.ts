import type { Message } from '../../core/index.ts';
import { jsonObject } from './asked-reset.ts';
import {
  afterReturn,
  every,
  ofGroup,
  ofUser,
  omitting,
  oneIn,
  permanent,
  preserved,
  saidAs,
  saying,
  withOwnLast,
  withUnread,
} from './conditions.ts';
import { alsoResetting, otherMembers, type Picking, taking } from './deeds.ts';
import type { FaultsByName, Misbehaviour, StateTrespass } from './fault.ts';
import { type Condition, onReset, type Scene } from './scene.ts';
import {
  alsoDeleting,
  alsoDeletingInSharedGroups,
  keyOf,
  leaving,
  messagesIn,
  type Select,
  withMessages,
} from './stored-messages.ts';

const temporarily = (...corner: readonly Condition[]) =>
  onReset(every(permanent, ...corner), taking({ deleteMessagesPermanently: false }));
const explicitFalse = saying('deleteMessagesPermanently', false);
const forAll = (...corner: readonly Condition[]) =>
  onReset(every(ofUser, explicitFalse, ...corner), taking({ deleteMessagesPermanently: true }));
/** A permanent deletion leaves some of the messages. */
const sparing = (select: Select, ...corner: readonly Condition[]) =>
  onReset(every(permanent, ...corner), leaving(select));
/** A group reset deletes some of the messages for everybody. */
const deletingInGroup = (select: Select, ...corner: readonly Condition[]) =>
  onReset(every(ofGroup, ...corner), alsoDeleting(select));

const byActor = ({ sender }: Message, { reset }: Scene): boolean => sender === reset.actor;

/** Another conversation of the acting user, with a user. */
const nextUserRow: Picking = ({ reset, rows, row }) =>
  rows
    .filter(({ kind, key, lastSender }) => kind === 'user' && key !== row.key && lastSender !== undefined)
    .slice(0, 1)
    .map(({ id }) => ({ as: reset.actor, kind: 'user', other: id, preserveOrder: true, permanently: true }));

/** Permanent deletion takes too little or too much. */
export const deletionFaults: FaultsByName = {
  'permanent-deletion-ignored': {
    about: 'deleteMessagesPermanently is ignored, so that everybody can still read everything.',
    requirement: 'permanent-deletes-all',
    under: { messagesAfterReset: 'visible' },
    misbehave: temporarily(),
  },
  'permanent-deletion-lost-with-order': {
    about: 'deleteMessagesPermanently is ignored next to preserveOrder.',
    requirement: 'permanent-deletes-all',
    misbehave: temporarily(preserved),
  },
  'permanent-deletion-lost-in-echo-form': {
    about: 'deleteMessagesPermanently is ignored when conversationWith names the acting user.',
    requirement: 'permanent-deletes-all',
    misbehave: temporarily(saidAs('path-peer-echo')),
  },
  'permanent-deletion-lost-after-return': {
    about: 'deleteMessagesPermanently is ignored when a message has come after an earlier reset.',
    requirement: 'permanent-deletes-all',
    misbehave: temporarily(afterReturn),
  },
  'permanent-deletion-lost-at-times': {
    about: 'deleteMessagesPermanently is ignored one time in twenty.',
    requirement: 'permanent-deletes-all',
    budget: 'default',
    misbehave: temporarily(oneIn(20)),
  },
  'own-messages-survive': {
    about: 'A permanent deletion leaves the messages that the acting user sent.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages, scene) => messages.filter((one) => byActor(one, scene))),
  },
  'others-messages-survive': {
    about: 'A permanent deletion leaves the messages that the other user sent.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages, scene) => messages.filter((one) => !byActor(one, scene))),
  },
  'messages-before-the-newest-100-survive': {
    about: 'A permanent deletion takes the newest hundred messages only.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages) => messages.slice(0, -100)),
  },
  'messages-after-the-oldest-100-survive': {
    about: 'A permanent deletion takes the oldest hundred messages only.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages) => messages.slice(100)),
  },
  'oldest-message-survives': {
    about: 'A permanent deletion leaves the oldest message.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages) => messages.slice(0, 1)),
  },
  'unread-messages-survive': {
    about: 'A permanent deletion leaves the messages that the acting user has not read.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: sparing((messages, { row }) => messages.slice(-row.unread), withUnread),
  },
  'deleted-messages-return': {
    about: 'Permanently deleted messages are back with the next message.',
    requirement: 'permanent-deletes-all',
    needs: 'state',
    misbehave: returning(),
  },
  'neighbours-messages-deleted': {
    about: 'A permanent deletion takes the messages of another conversation of the acting user too.',
    requirement: 'permanent-deletes-no-other',
    misbehave: onReset(permanent, alsoResetting(nextUserRow)),
  },
  'shared-groups-messages-deleted': {
    about: 'A permanent deletion takes what the two have written in the groups that they share.',
    requirement: 'permanent-deletes-no-other',
    needs: 'state',
    misbehave: onReset(permanent, alsoDeletingInSharedGroups),
  },
  'explicit-false-deletes': {
    about: 'deleteMessagesPermanently false deletes permanently, as if it were enough that it is there.',
    requirement: 'false-deletes-none-for-others',
    misbehave: forAll(),
  },
  'explicit-false-deletes-with-order': {
    about: 'deleteMessagesPermanently false deletes permanently next to preserveOrder.',
    requirement: 'false-deletes-none-for-others',
    misbehave: forAll(preserved),
  },
  'explicit-false-deletes-after-own-message': {
    about: 'deleteMessagesPermanently false deletes permanently when the last message is the acting user’s own.',
    requirement: 'false-deletes-none-for-others',
    misbehave: forAll(withOwnLast),
  },
  'explicit-false-deletes-after-return': {
    about: 'deleteMessagesPermanently false deletes permanently when a message has come after an earlier reset.',
    requirement: 'false-deletes-none-for-others',
    misbehave: forAll(afterReturn),
  },
  'explicit-false-is-left-out': {
    about: 'deleteMessagesPermanently false counts as left out, which here means true.',
    requirement: 'false-deletes-none-for-others',
    under: { deleteMessagesPermanentlyOmitted: 'as-true' },
    misbehave: onReset(explicitFalse, taking({ deleteMessagesPermanently: undefined })),
  },
  'newest-message-deleted-for-others': {
    about: 'deleteMessagesPermanently false deletes the newest message for everybody.',
    requirement: 'false-deletes-none-for-others',
    needs: 'state',
    misbehave: onReset(
      every(ofUser, explicitFalse),
      alsoDeleting((messages) => messages.slice(-1)),
    ),
  },
  'group-messages-deleted': {
    about: 'A group reset deletes the messages for every member.',
    requirement: 'group-reset-deletes-none-for-others',
    needs: 'state',
    misbehave: deletingInGroup((messages) => messages),
  },
  'group-messages-deleted-when-asked-to': {
    about: 'A group reset that carries deleteMessagesPermanently deletes the messages for every member.',
    requirement: 'group-reset-deletes-none-for-others',
    needs: 'state',
    misbehave: deletingInGroup((messages) => messages, saying('deleteMessagesPermanently', true)),
  },
  'group-messages-deleted-where-a-user-is-named': {
    about: 'A group reset that carries conversationWith deletes the messages for every member.',
    requirement: 'group-reset-deletes-none-for-others',
    needs: 'state',
    misbehave: deletingInGroup(
      (messages) => messages,
      (scene) => !omitting('conversationWith')(scene),
    ),
  },
  'own-group-messages-deleted': {
    about: 'A group reset deletes for every member what the acting user sent.',
    requirement: 'group-reset-deletes-none-for-others',
    needs: 'state',
    misbehave: deletingInGroup((messages, scene) => messages.filter((one) => byActor(one, scene))),
  },
  'long-group-history-deleted': {
    about: 'A group reset deletes all but the newest hundred messages for every member.',
    requirement: 'group-reset-deletes-none-for-others',
    budget: 'default',
    needs: 'state',
    misbehave: deletingInGroup((messages) => messages.slice(0, -100)),
  },
  'group-messages-hidden-from-a-member': {
    about: 'A group reset hides the messages from another member as well.',
    requirement: 'group-reset-deletes-none-for-others',
    misbehave: onReset(ofGroup, alsoResetting(otherMembers({ preserveOrder: true }))),
  },
};

/** Keeps what was deleted, and puts it back when the next message comes. */
function returning(): Misbehaviour<StateTrespass> {
  const deleting = onReset<StateTrespass>(permanent, async (scene) => {
    const { cell, memory } = scene.context;
    memory.set(`deleted ${keyOf(scene.reset)}`, messagesIn(cell.state, scene.reset));
    // Reached only once they are back.
    scene.missed();
    return scene.perform();
  });
  return async (request, next, context) => {
    if (request.method !== 'POST' || request.url !== '/v3/messages') return deleting(request, next, context);
    const reply = await next(request);
    const { receiver, receiverType } = jsonObject(request.body);
    if (receiverType !== 'user' || reply.status !== 200) return reply;
    const sent = { kind: receiverType, actor: request.headers['onbehalfof'] ?? '', other: String(receiver) } as const;
    const deleted = context.memory.get(`deleted ${keyOf(sent)}`) as readonly Message[] | undefined;
    if (deleted === undefined || deleted.length === 0) return reply;
    context.memory.delete(`deleted ${keyOf(sent)}`);
    const { state } = context.cell;
    context.cell.state = withMessages(state, keyOf(sent), [...deleted, ...messagesIn(state, sent)]);
    context.reached();
    return reply;
  };
}
