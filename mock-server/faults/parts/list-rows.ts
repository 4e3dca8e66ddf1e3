import { type ChatState, conversationsOf, type Uid } from '../../../core/index.ts';
import type { HttpRequest } from '../../http-message.ts';

/** A row of a conversation list. */
export interface ListRow {
  readonly kind: 'user' | 'group';
  readonly id: string;
  readonly unread: number;
  /** Undefined while there is no message to be read. */
  readonly lastSender: string | undefined;
}

/** Anybody's list, or the first 1,000 rows of it; none where there is no such user. */
export function rowsOf(state: ChatState, uid: string): readonly ListRow[] {
  const page = conversationsOf(state, uid as Uid, { from: 0, count: 1000 });
  const rows = page.ok ? page.value.rows : [];
  return rows.map(({ conversation, unread, lastMessage }) => ({
    kind: conversation.kind,
    id: conversation.kind === 'user' ? conversation.uid : conversation.guid,
    unread,
    lastSender: lastMessage?.sender,
  }));
}

export const isListRequest = ({ method, url }: HttpRequest): boolean =>
  method === 'GET' && /^\/v3\/conversations(?:\?|$)/.test(url);
