import { listedSide, reach } from './access.ts';
import { type ChatState, type CommandResult, done, refused } from './chat-state.ts';
import { type Conversation, historyKey } from './conversation.ts';
import { withSide } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import { get, rank, set, size, slice } from './tree.ts';

export interface MarkRead {
  readonly actor: Uid;
  readonly conversation: Conversation;
  /** The last message read; all of them when left out. */
  readonly upTo?: number | undefined;
}

/** Leaves as unread what others wrote after `upTo`; the position in the list does not change. */
export function markRead(state: ChatState, { actor, conversation, upTo }: MarkRead): CommandResult<number> {
  const user = reach(state, actor, conversation);
  if (!user.ok) return refused(state, user.refusal);
  const side = listedSide(user.value, conversation);
  if (!side.ok) return refused(state, side.refusal);

  const history = get(state.histories, historyKey(actor, conversation));
  const from = upTo === undefined ? size(history) : rank(history, Math.max(upTo, side.value.hiddenUpTo) + 1);
  const later = slice(history, from, size(history)).filter((message) => message.sender !== actor).length;
  const unread = Math.min(later, side.value.unread);
  const list = withSide(user.value.list, { ...side.value, unread });
  return done({ ...state, users: set(state.users, actor, { ...user.value, list }) }, unread);
}
