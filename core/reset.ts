import type { Behaviour } from './behaviour.ts';
import { type ChatState, type Side, type User, withList } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { firstPlace, lastPlace, sideOf, withSide } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { accept, type Result, refuse } from './result.ts';
import { set } from './tree.ts';

/** What a confirmed reset answers: whose conversation it was, and which. */
export interface ResetDone {
  readonly actor: Uid;
  readonly conversation: Conversation;
}

/**
 * What both resets do to the acting user's side. Refused with `missingConversation` where it stands in no list, unless
 * that is accepted: then it changes what there is of it.
 *
 * Authentication, rule 2: no other user's list is touched. Reset group conversation, rule 1: with `preserveOrder` the
 * conversation keeps its position. Without it the spec is silent: axis `withoutPreserveOrder`.
 */
export function resetSide(
  state: ChatState,
  user: User,
  conversation: Conversation,
  { preserveOrder, permanently }: { readonly preserveOrder: boolean; readonly permanently: boolean },
  behaviour: Behaviour,
): Result<ChatState, Refusal> {
  const side = sideOf(user.list, conversation);
  if (side?.place === undefined && behaviour.missingConversation === 'rejected') {
    return refuse({ kind: 'missingConversation', uid: user.uid, conversation });
  }
  if (side === undefined) return accept(state);
  const hide = permanently || behaviour.messagesAfterReset === 'hidden';
  const counter = state.counter + 1;
  const place =
    preserveOrder || side.place === undefined ? side.place : placeAfter(user, side.place, counter, behaviour);
  const reset: Side = {
    conversation: side.conversation,
    place,
    hiddenUpTo: hide ? state.counter : side.hiddenUpTo,
    unread: hide ? 0 : side.unread,
    createdAt: side.createdAt,
    updatedAt: side.updatedAt,
  };
  const list = withSide(user.list, reset, side);
  const users = set(state.users, user.uid, withList(user, list));
  return accept({ users, groups: state.groups, histories: state.histories, counter });
}

function placeAfter(user: User, place: number, counter: number, behaviour: Behaviour): number | undefined {
  switch (behaviour.withoutPreserveOrder) {
    case 'removed':
      return undefined;
    case 'moved-last':
      return lastPlace(user.list);
    case 'moved-first':
      return firstPlace(counter);
    case 'kept':
      return place;
  }
}
