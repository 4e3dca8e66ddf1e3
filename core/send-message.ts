import {
  type ChatState,
  type CommandResult,
  done,
  type Message,
  refused,
  type Side,
  type User,
  withList,
} from './chat-state.ts';
import { type Conversation, historyKey, withUser } from './conversation.ts';
import { firstPlace, newSide, sideOf, withSide } from './conversation-list.ts';
import type { Uid } from './ids.ts';
import { get, set, slice, type Tree } from './tree.ts';

export interface SendMessage {
  readonly sender: Uid;
  readonly to: Conversation;
  readonly category: string;
  readonly type: string;
  readonly text: string;
  readonly at: number;
}

/** Puts the conversation on top of every participant's list, the sender's too; a row that a reset removed is back. */
export function sendMessage(state: ChatState, command: SendMessage): CommandResult<Message> {
  const { sender, to, at } = command;
  const user = get(state.users, sender);
  if (user === undefined) return refused(state, { kind: 'unknownActor', uid: sender });

  const id = state.counter + 1;
  let users: Tree<Uid, User>;
  if (to.kind === 'user') {
    if (to.uid === sender) return refused(state, { kind: 'withOneself', uid: sender });
    const receiver = get(state.users, to.uid);
    if (receiver === undefined) return refused(state, { kind: 'unknownUser', uid: to.uid });
    users = set(state.users, sender, withNews(user, to, id, at, 0));
    users = set(users, to.uid, withNews(receiver, withUser(sender), id, at, 1));
  } else {
    const group = get(state.groups, to.guid);
    if (group === undefined) return refused(state, { kind: 'unknownGroup', guid: to.guid });
    if (get(group.members, sender) === undefined) {
      return refused(state, { kind: 'notAMember', uid: sender, guid: to.guid });
    }
    users = state.users;
    for (const uid of slice(group.members)) {
      const member = get(users, uid);
      if (member !== undefined) users = set(users, uid, withNews(member, to, id, at, uid === sender ? 0 : 1));
    }
  }

  const { category, type, text } = command;
  const message: Message = { id, sender, category, type, text, sentAt: at };
  const key = historyKey(sender, to);
  const history = set(get(state.histories, key), id, message);
  return done({ ...state, users, histories: set(state.histories, key, history), counter: id }, message);
}

function withNews(user: User, conversation: Conversation, id: number, at: number, unread: 0 | 1): User {
  const known = sideOf(user.list, conversation) ?? newSide(conversation, at);
  const side: Side = {
    ...known,
    place: firstPlace(id),
    unread: known.unread + unread,
    createdAt: known.place === undefined ? at : known.createdAt,
    updatedAt: at,
  };
  return withList(user, withSide(user.list, side, known));
}
