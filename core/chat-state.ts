import type { Conversation } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { accept, type Result, refuse } from './result.ts';
import type { Tree } from './tree.ts';

/** Everything the service knows. Never changed: each command answers with the next one, which shares the rest. */
export interface ChatState {
  readonly users: Tree<Uid, User>;
  readonly groups: Tree<Guid, Group>;
  /** The messages of each conversation by id, so oldest first; a conversation without messages is absent. */
  readonly histories: Tree<string, History>;
  /** Counts messages and moves. It decides ids and list order; the seconds in times are display only. */
  readonly counter: number;
}

export interface User {
  readonly uid: Uid;
  readonly name: string;
  /** Whole UNIX seconds, as all times. */
  readonly createdAt: number;
  readonly list: ConversationList;
}

/** Field by field: in V8 of today a spread costs as much as the rest of a reset. */
export const withList = ({ uid, name, createdAt }: User, list: ConversationList): User => ({
  uid,
  name,
  createdAt,
  list,
});

/** One user's conversations. Every conversation of `order` has its side, and the side its place. */
export interface ConversationList {
  /** First shown first. */
  readonly order: Tree<number, Conversation>;
  readonly sides: Tree<string, Side>;
}

/** What one user has of a conversation. It outlives its row: what was hidden stays hidden. */
export interface Side {
  readonly conversation: Conversation;
  /** The key in `order`; undefined while the conversation is not in the list. */
  readonly place: number | undefined;
  /** Messages up to this id are hidden from this user; 0 hides none. */
  readonly hiddenUpTo: number;
  readonly unread: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Group {
  readonly guid: Guid;
  readonly name: string;
  /** Kept, without effect. */
  readonly type: 'public' | 'private' | 'password';
  readonly owner: Uid | undefined;
  readonly createdAt: number;
  readonly members: Tree<Uid, Uid>;
}

type History = Tree<number, Message>;

export interface Message {
  readonly id: number;
  readonly sender: Uid;
  readonly category: string;
  readonly type: string;
  readonly text: string;
  readonly sentAt: number;
}

export const emptyState: ChatState = { users: undefined, groups: undefined, histories: undefined, counter: 0 };

/** The answer to a command. A refused command comes with the very state that it was given. */
export interface CommandResult<Value> {
  readonly state: ChatState;
  readonly outcome: Result<Value, Refusal>;
}

export const done = <Of>(state: ChatState, value: Of): CommandResult<Of> => ({ state, outcome: accept(value) });
export const refused = (state: ChatState, why: Refusal): CommandResult<never> => ({ state, outcome: refuse(why) });
