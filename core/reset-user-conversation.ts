import type { Addressing, Behaviour } from './behaviour.ts';
import { type ChatState, type CommandResult, done, refused } from './chat-state.ts';
import { historyKey, withUser } from './conversation.ts';
import { sideOf, withSide } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { type ResetDone, resetSide } from './reset.ts';
import { accept, type Result, refuse } from './result.ts';
import { get, remove, set } from './tree.ts';

/** The names are as the caller gave them: path `uid`, header `onBehalfOf`, body `conversationWith`. */
export interface ResetUserConversation {
  readonly actor: Uid;
  readonly path: Uid;
  readonly conversationWith?: Uid | undefined;
  readonly deleteMessagesPermanently?: boolean | undefined;
  /** Omitted is false. */
  readonly preserveOrder?: boolean | undefined;
}

/**
 * Reset user conversation: resets the acting user's conversation with one other user.
 *
 * Refused, in this order, with `unknownActor`, `refusedAddressing`, `unknownUser`, `missingConversation`.
 */
export function resetUserConversation(
  state: ChatState,
  command: ResetUserConversation,
  behaviour: Behaviour,
): CommandResult<ResetDone> {
  const { actor, preserveOrder = false } = command;
  const user = get(state.users, actor);
  if (user === undefined) return refused(state, { kind: 'unknownActor', uid: actor });
  const other = otherUser(command, behaviour.addressing);
  if (!other.ok) return refused(state, other.refusal);
  const conversation = withUser(other.value);
  // A list has sides of existing users only, and this one is needed below.
  const exists = sideOf(user.list, conversation) !== undefined || get(state.users, other.value) !== undefined;
  if (!exists) return refused(state, { kind: 'unknownUser', uid: other.value });

  const permanently = command.deleteMessagesPermanently ?? behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  const reset = resetSide(state, user, conversation, { preserveOrder, permanently }, behaviour);
  if (!reset.ok) return refused(state, reset.refusal);
  const forEveryone = permanently && behaviour.permanentDeletion === 'for-everyone';
  return done(forEveryone ? deleteMessages(reset.value, actor, other.value) : reset.value, { actor, conversation });
}

/**
 * The other user of a user reset. One rule covers every form of addressing: the names given are exactly two
 * different users, one of them the acting one.
 */
function otherUser(
  { actor, path, conversationWith }: ResetUserConversation,
  accepted: readonly Addressing[],
): Result<Uid, Refusal> {
  let form: Addressing = 'path-actor';
  if (path !== actor) form = conversationWith === actor ? 'path-peer-echo' : 'path-peer';
  const other = path === actor ? conversationWith : path;
  const isThird = conversationWith !== undefined && conversationWith !== actor && conversationWith !== other;
  const areTwo = other !== undefined && other !== actor && !isThird;
  return areTwo && accepted.includes(form) ? accept(other) : refuse({ kind: 'refusedAddressing' });
}

/** The messages of the pair are gone; the other side's row stays where it is, with nothing left to read. */
function deleteMessages(state: ChatState, actor: Uid, uid: Uid): ChatState {
  const histories = remove(state.histories, historyKey(actor, withUser(uid)));
  const other = get(state.users, uid);
  const side = other && sideOf(other.list, withUser(actor));
  if (other === undefined || side === undefined || side.unread === 0) return { ...state, histories };
  const list = withSide(other.list, { ...side, unread: 0 }, side);
  return { ...state, histories, users: set(state.users, uid, { ...other, list }) };
}
