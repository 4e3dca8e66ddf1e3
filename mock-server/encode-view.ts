import {
  type ChatState,
  type Conversation,
  type ConversationView,
  conversationId,
  type Group,
  type Guid,
  get,
  type Message,
  type Uid,
  type User,
} from '../core/index.ts';
import type * as wire from './wire-types.ts';

export const encodeUser = ({ uid, name, createdAt }: User): wire.User => ({
  uid,
  name,
  status: 'offline',
  role: 'default',
  createdAt,
});

export const encodeGroup = ({ guid, name, type, owner, createdAt, members }: Group): wire.Group => ({
  guid,
  name,
  type,
  membersCount: members?.size ?? 0,
  conversationId: groupConversationId(guid),
  createdAt,
  owner,
});

export const groupConversationId = (guid: Guid): string => `group_${guid}`;

/** A message of the conversation that `viewer` has with the other side. */
export function encodeMessage(viewer: Uid, conversation: Conversation, message: Message): wire.Message {
  const { id, sender, category, type, text, sentAt } = message;
  return {
    id: String(id),
    conversationId: conversationId(viewer, conversation),
    sender,
    receiverType: conversation.kind,
    receiver: receiverOf(viewer, conversation, message),
    category,
    type,
    data: { text },
    sentAt,
    updatedAt: sentAt,
  };
}

function receiverOf(viewer: Uid, conversation: Conversation, { sender }: Message): string {
  if (conversation.kind === 'group') return conversation.guid;
  return sender === viewer ? conversation.uid : viewer;
}

/** A row of the viewer's list; without messages that can be read it has no `lastMessage`. */
export function encodeConversation(state: ChatState, viewer: Uid, view: ConversationView): wire.Conversation {
  const { conversation, unread, createdAt, updatedAt, lastMessage } = view;
  return {
    conversationId: conversationId(viewer, conversation),
    conversationType: conversation.kind,
    // A string in every public example.
    unreadMessageCount: String(unread),
    createdAt,
    updatedAt,
    lastMessage: lastMessage && encodeMessage(viewer, conversation, lastMessage),
    conversationWith: encodeOtherSide(state, conversation) as wire.User | wire.Group,
  };
}

/** Undefined for nobody: who is deleted leaves all lists. */
function encodeOtherSide(state: ChatState, conversation: Conversation): wire.User | wire.Group | undefined {
  if (conversation.kind === 'user') {
    const user = get(state.users, conversation.uid);
    return user && encodeUser(user);
  }
  const group = get(state.groups, conversation.guid);
  return group && encodeGroup(group);
}
