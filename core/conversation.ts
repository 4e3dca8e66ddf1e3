import type { Guid, Uid } from './ids.ts';

/** A conversation as one of its users sees it: the other side, never the user whose list it stands in. */
export type Conversation =
  | { readonly kind: 'user'; readonly uid: Uid }
  | { readonly kind: 'group'; readonly guid: Guid };

export const withUser = (uid: Uid): Conversation => ({ kind: 'user', uid });
export const withGroup = (guid: Guid): Conversation => ({ kind: 'group', guid });

/** Distinguishes the conversations of one user. The space stands in no identifier, so no uid spells a group. */
export const sideKey = (conversation: Conversation): string =>
  conversation.kind === 'user' ? conversation.uid : `group ${conversation.guid}`;

/**
 * Distinguishes all conversations. The space stands in no identifier, so no pair spells a group, and `a` with
 * `b_user_c` and `a_user_b` with `c`, which have one service id, are two conversations.
 */
export const historyKey = (owner: Uid, conversation: Conversation): string =>
  conversation.kind === 'group' ? groupHistoryKey(conversation.guid) : inOrder(owner, ' ', conversation.uid);

/** The history of a group is one for all members. */
export const groupHistoryKey = (guid: Guid): string => guid;

/** The id as the service spells it: `{smaller uid}_user_{larger uid}` or `group_{guid}`. */
export const conversationId = (owner: Uid, conversation: Conversation): string =>
  conversation.kind === 'group' ? `group_${conversation.guid}` : inOrder(owner, '_user_', conversation.uid);

/** The smaller uid first, so that both users spell their conversation alike. */
const inOrder = (one: Uid, between: string, other: Uid): string =>
  one < other ? `${one}${between}${other}` : `${other}${between}${one}`;
