import {
  addMember,
  type Behaviour,
  type ChatState,
  type Conversation,
  conversationsOf,
  createGroup,
  createUser,
  emptyState,
  type Guid,
  messagesOf,
  parseGuid,
  parseUid,
  resetGroupConversation,
  resetUserConversation,
  type Step,
  sendMessage,
  type Uid,
  withGroup,
  withUser,
} from '../../core/index.ts';
import { keyOf } from '../play/ledger.ts';
import type { Peer } from '../target/driver.ts';
import type { Deed, Operation } from './history.ts';
import type { Model } from './linearize.ts';

/** The core with the target's behaviour, as one user sees it, but for the rows that are free to stay, move or go. */
export function chatModel(
  behaviour: Behaviour,
  viewer: string,
  conversations: readonly Peer[],
  free: ReadonlySet<string>,
): Model<ChatState> {
  // Whether there was a row to be reset is open once one is gone; here it only counts what was confirmed.
  const lenient: Behaviour = { ...behaviour, missingConversation: 'accepted' };
  return {
    apply: (state, { deed, outcome }) => {
      if (deed.do === 'list' || deed.do === 'read') {
        if (outcome.kind !== 'seen') return state;
        const shown = deed.do === 'list' ? rowsOf(state, deed.actor) : textsOf(state, deed.actor, deed.conversation);
        const isBound = (entry: string) => deed.do === 'read' || !free.has(entry);
        return sameEntries(shown.filter(isBound), outcome.entries.filter(isBound)) ? state : undefined;
      }
      // When a target may refuse is open, so that a refusal says nothing of the order.
      if (outcome.kind === 'refused') return state;
      const step = perform(state, deed, lenient);
      if (outcome.kind === 'unknown') return step.state;
      return step.outcome.ok === (outcome.kind === 'done') ? step.state : undefined;
    },
    fingerprint: (state) =>
      [rowsOf(state, viewer), ...conversations.map((peer) => textsOf(state, viewer, peer))]
        .map((entries) => [...entries].sort().join())
        .join('|'),
  };
}

/** The rows of a user that a permanent deletion by the other side may have moved or taken away. */
export const freeRows = (viewer: string, operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap(({ deed, outcome }) =>
      outcome.kind !== 'refused' && deletesFor(viewer, deed) ? [keyOf({ kind: 'user', id: deed.actor })] : [],
    ),
  );

/** Whether somebody else deletes the messages of the two for good. */
const deletesFor = (viewer: string, deed: Deed): boolean =>
  deed.do === 'reset' && deed.permanently && deed.conversation.kind === 'user' && deed.conversation.id === viewer;

/** Which operations one user's side can tell of: their own, and those that change what they see. */
export function concerns(
  viewer: string,
  members: (peer: Peer) => readonly string[],
): (operation: Operation) => boolean {
  return ({ deed, outcome }) => {
    if (deed.actor === viewer) return true;
    if (outcome.kind === 'refused') return false;
    return deed.do === 'send' ? sees(viewer, deed.to, members) : deletesFor(viewer, deed);
  };
}

const sees = (viewer: string, { kind, id }: Peer, members: (peer: Peer) => readonly string[]): boolean =>
  kind === 'user' ? id === viewer : members({ kind, id }).includes(viewer);

/** The state of a world in which these users and groups have written nothing yet. */
export function startState(
  users: readonly string[],
  groups: readonly { readonly id: string; readonly members: readonly string[] }[],
  behaviour: Behaviour,
): ChatState {
  let state = emptyState;
  for (const uid of users) state = createUser(state, { uid: uidOf(uid), name: uid, at: 0 }).state;
  for (const { id, members } of groups) {
    const guid = guidOf(id);
    state = createGroup(state, { guid, name: id, type: 'public', at: 0 }, behaviour).state;
    for (const uid of members) state = addMember(state, { guid, uid: uidOf(uid), at: 0 }, behaviour).state;
  }
  return state;
}

export function perform(state: ChatState, deed: Deed, behaviour: Behaviour): Step<unknown> {
  const actor = uidOf(deed.actor);
  if (deed.do === 'send') {
    const message = { category: 'message', type: 'text', text: deed.text, at: 0 };
    return sendMessage(state, { sender: actor, to: conversationOf(deed.to), ...message });
  }
  if (deed.do !== 'reset') throw new Error(`${deed.do} changes nothing`);
  const { conversation, form, preserveOrder, permanently } = deed;
  if (conversation.kind === 'group') {
    return resetGroupConversation(state, { actor, guid: guidOf(conversation.id), preserveOrder }, behaviour);
  }
  const other = uidOf(conversation.id);
  const names =
    form === 'path-actor'
      ? { path: actor, conversationWith: other }
      : form === 'path-peer'
        ? { path: other }
        : { path: other, conversationWith: actor };
  const command = { actor, ...names, preserveOrder, deleteMessagesPermanently: permanently };
  return resetUserConversation(state, command, behaviour);
}

function rowsOf(state: ChatState, viewer: string): readonly string[] {
  const page = conversationsOf(state, uidOf(viewer), { from: 0, count: 1_000 });
  if (!page.ok) return [];
  return page.value.rows.map(({ conversation }) =>
    keyOf(
      conversation.kind === 'user' ? { kind: 'user', id: conversation.uid } : { kind: 'group', id: conversation.guid },
    ),
  );
}

function textsOf(state: ChatState, viewer: string, peer: Peer): readonly string[] {
  const messages = messagesOf(state, uidOf(viewer), conversationOf(peer), { from: 'newest', limit: 1_000 });
  return messages.ok ? messages.value.map(({ text }) => text) : [];
}

const sameEntries = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((entry) => b.includes(entry));

const conversationOf = ({ kind, id }: Peer): Conversation =>
  kind === 'user' ? withUser(uidOf(id)) : withGroup(guidOf(id));

/** The suite's own ids are lawful under every behaviour. */
function uidOf(id: string): Uid {
  const uid = parseUid(id, 'sensitive');
  if (!uid.ok) throw new Error(`${id} is no uid: ${uid.refusal}`);
  return uid.value;
}

function guidOf(id: string): Guid {
  const guid = parseGuid(id, 'sensitive');
  if (!guid.ok) throw new Error(`${id} is no guid: ${guid.refusal}`);
  return guid.value;
}
