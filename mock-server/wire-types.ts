/** What the calls answer with, as JSON. The two resets are the specification's; the rest is as this mock has it. */

/** All times are whole UNIX seconds. */
export interface User {
  readonly uid: string;
  readonly name: string;
  readonly status: 'offline';
  readonly role: 'default';
  readonly createdAt: number;
}

export interface Group {
  readonly guid: string;
  readonly name: string;
  readonly type: 'public' | 'private' | 'password';
  readonly membersCount: number;
  readonly conversationId: string;
  readonly createdAt: number;
  readonly owner?: string | undefined;
}

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  /** A UID. */
  readonly sender: string;
  readonly receiverType: 'user' | 'group';
  /** A UID or a GUID. */
  readonly receiver: string;
  readonly category: string;
  readonly type: string;
  readonly data: { readonly text: string };
  readonly sentAt: number;
  readonly updatedAt: number;
}

/** A row of the acting user's list. */
export interface Conversation {
  readonly conversationId: string;
  readonly conversationType: 'user' | 'group';
  /** A number in digits. */
  readonly unreadMessageCount: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Absent where there is nothing to read. */
  readonly lastMessage?: Message | undefined;
  readonly conversationWith: User | Group;
}

/** The envelope of one thing. */
export interface Answer<Data> {
  readonly data: Data;
}

/** The envelope of a page of the conversation list. */
export interface ListAnswer<Row = Conversation> extends Answer<readonly Row[]> {
  readonly meta: { readonly pagination: Pagination };
}

export interface Pagination {
  readonly total: number;
  /** On this page. */
  readonly count: number;
  readonly per_page: number;
  readonly current_page: number;
  readonly total_pages: number;
}

/** The envelope of messages, oldest first. */
export interface MessagesAnswer extends Answer<readonly Message[]> {
  readonly meta: { readonly current: { readonly limit: number; readonly count: number } };
}

/** What a reset, and all that has nothing to show, answers with. */
export interface Confirmation {
  readonly success: boolean;
  readonly message: string;
}

/** The envelope of every answer that is not a success. */
export interface ErrorAnswer {
  readonly error: ErrorObject;
}

export interface ErrorObject {
  readonly message: string;
  /** The same with a hint, where one is known. */
  readonly devMessage: string;
  readonly source: 'chat-api';
  readonly code: ErrorCode;
  /** What is wrong with each field or parameter, by its name; on requests that are not valid only. */
  readonly details?: Readonly<Record<string, readonly string[]>>;
}

/** Every code there is, but for those that a fault on purpose is given. */
export const errorCodes = [
  'AUTH_ERR_EMPTY_APIKEY',
  'AUTH_ERR_APIKEY_NOT_FOUND',
  'AUTH_ERR_NO_ACCESS',
  'ERR_API_NOT_FOUND',
  'ERR_BAD_REQUEST',
  'ERR_UID_NOT_FOUND',
  'ERR_GUID_NOT_FOUND',
  'ERR_CONVERSATION_NOT_ACCESSIBLE',
  'ERR_NOT_A_MEMBER',
  'ERR_ALREADY_JOINED',
  'ERR_UID_ALREADY_EXISTS',
  'ERR_GUID_ALREADY_EXISTS',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_UNSPECIFIED',
  'ERR_INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
