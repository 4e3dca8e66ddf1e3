export {
  type Addressing,
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  type SingleAxis,
  type StatusCase,
  type Statuses,
  singleAxes,
  statusCases,
} from './behaviour.ts';
export {
  type ChatState,
  type CommandResult,
  type ConversationList,
  emptyState,
  type Group,
  type Message,
  type Side,
  type User,
} from './chat-state.ts';
export {
  type Conversation,
  conversationId,
  groupHistoryKey,
  historyKey,
  withGroup,
  withUser,
} from './conversation.ts';
// For reading a world into a state and writing it out again.
export { emptyList, newSide, sideOf, withSide } from './conversation-list.ts';
export { type Guid, type IdentifierCase, parseGuid, parseUid, type Uid } from './ids.ts';
export { type MarkRead, markRead } from './mark-read.ts';
export {
  addMember,
  type CreateGroup,
  type CreateUser,
  createGroup,
  createUser,
  type Membership,
  removeGroup,
  removeMember,
  removeUser,
} from './people.ts';
export type { Refusal } from './refusal.ts';
export type { ResetDone } from './reset.ts';
export { type ResetGroupConversation, resetGroupConversation } from './reset-group-conversation.ts';
export { type ResetUserConversation, resetUserConversation } from './reset-user-conversation.ts';
export { accept, type Result, refuse } from './result.ts';
export { type SendMessage, sendMessage } from './send-message.ts';
export { get, rank, set, slice, type Tree } from './tree.ts';
export {
  type ConversationView,
  conversationOf,
  conversationsOf,
  type ListPage,
  type ListQuery,
  type MessageWindow,
  messagesOf,
} from './views.ts';
