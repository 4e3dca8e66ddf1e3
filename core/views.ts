import { listedSide, reach } from './access.ts';
import type { ChatState, Message, Side, User } from './chat-state.ts';
import { type Conversation, historyKey } from './conversation.ts';
import { sideOf } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { accept, type Result, refuse } from './result.ts';
import { get, last, rank, size, slice } from './tree.ts';

/** A row of a conversation list. Without messages that its user can read it has no last message. */
export interface ConversationView {
  readonly conversation: Conversation;
  readonly unread: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastMessage: Message | undefined;
}

export interface ListQuery {
  readonly kind?: Conversation['kind'] | undefined;
  /** Only rows with something unread. */
  readonly unread?: boolean;
  /** The position of the first row wanted. */
  readonly from: number;
  readonly count: number;
}

export interface ListPage {
  /** Rows that match, on all pages. */
  readonly total: number;
  readonly rows: readonly ConversationView[];
}

/** A user's conversations, first shown first. An unfiltered page costs the page; a filter looks at every row. */
export function conversationsOf(state: ChatState, actor: Uid, query: ListQuery): Result<ListPage, Refusal> {
  const user = get(state.users, actor);
  if (user === undefined) return refuse({ kind: 'unknownActor', uid: actor });
  const { kind, unread = false, from, count } = query;
  const view = (conversation: Conversation) => viewOf(state, user, sideOf(user.list, conversation), conversation);
  if (kind === undefined && !unread) {
    return accept({ total: size(user.list.order), rows: slice(user.list.order, from, count).map(view) });
  }
  const matching = slice(user.list.order).filter(
    (conversation) =>
      (kind === undefined || conversation.kind === kind) &&
      (!unread || (sideOf(user.list, conversation)?.unread ?? 0) > 0),
  );
  return accept({ total: matching.length, rows: matching.slice(from, from + count).map(view) });
}

/** One row of the list; refused with `missingConversation` while it does not stand there. */
export function conversationOf(
  state: ChatState,
  actor: Uid,
  conversation: Conversation,
): Result<ConversationView, Refusal> {
  const user = reach(state, actor, conversation);
  if (!user.ok) return user;
  const side = listedSide(user.value, conversation);
  return side.ok ? accept(viewOf(state, user.value, side.value, conversation)) : side;
}

function viewOf(state: ChatState, user: User, side: Side | undefined, conversation: Conversation): ConversationView {
  if (side === undefined) throw new Error(`a row without a side in the list of ${user.uid}`);
  const newest = last(get(state.histories, historyKey(user.uid, conversation)));
  return {
    conversation,
    unread: side.unread,
    createdAt: side.createdAt,
    updatedAt: side.updatedAt,
    lastMessage: newest !== undefined && newest.key > side.hiddenUpTo ? newest.value : undefined,
  };
}

/** Which messages: the newest, the newest before an id, or the oldest after one; the id itself is left out. */
export type MessageWindow =
  | { readonly from: 'newest'; readonly limit: number }
  | { readonly from: 'before' | 'after'; readonly id: number; readonly limit: number };

/** The messages of a conversation that the acting user can read, oldest first. */
export function messagesOf(
  state: ChatState,
  actor: Uid,
  conversation: Conversation,
  window: MessageWindow,
): Result<readonly Message[], Refusal> {
  const user = reach(state, actor, conversation);
  if (!user.ok) return user;
  const history = get(state.histories, historyKey(actor, conversation));
  const hiddenUpTo = sideOf(user.value.list, conversation)?.hiddenUpTo ?? 0;
  const firstVisible = rank(history, hiddenUpTo + 1);
  if (window.from === 'after') {
    return accept(slice(history, Math.max(firstVisible, rank(history, window.id + 1)), window.limit));
  }
  const end = window.from === 'before' ? rank(history, window.id) : size(history);
  const start = Math.max(firstVisible, end - window.limit);
  return accept(slice(history, start, Math.max(end - start, 0)));
}
