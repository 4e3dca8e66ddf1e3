import type { ChatState, Side, User } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { sideOf } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { accept, type Result, refuse } from './result.ts';
import { get } from './tree.ts';

/**
 * The acting user, if that user and the other side exist and a group has the user as its member. The checks stand in
 * the order in which a caller meets them: acting user, ids, membership.
 */
export function reach(state: ChatState, actor: Uid, conversation: Conversation): Result<User, Refusal> {
  const user = get(state.users, actor);
  if (user === undefined) return refuse({ kind: 'unknownActor', uid: actor });
  if (conversation.kind === 'user') {
    if (conversation.uid === actor) return refuse({ kind: 'withOneself', uid: actor });
    if (get(state.users, conversation.uid) === undefined) return refuse({ kind: 'unknownUser', uid: conversation.uid });
    return accept(user);
  }
  const group = get(state.groups, conversation.guid);
  if (group === undefined) return refuse({ kind: 'unknownGroup', guid: conversation.guid });
  if (get(group.members, actor) === undefined) return refuse({ kind: 'nonMember', uid: actor, guid: group.guid });
  return accept(user);
}

/** The user's side of a conversation that stands in the user's list. */
export function listedSide(user: User, conversation: Conversation): Result<Side, Refusal> {
  const side = sideOf(user.list, conversation);
  return side?.place === undefined
    ? refuse({ kind: 'missingConversation', uid: user.uid, conversation })
    : accept(side);
}
