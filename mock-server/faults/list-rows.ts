import type { HttpReply, HttpRequest } from '../http-message.ts';
import { isObject, parsed } from './asked-reset.ts';

/** A row of a conversation list, as the server shows it. */
export interface ListRow {
  /** Tells the rows of one list apart. */
  readonly key: string;
  readonly kind: 'user' | 'group';
  readonly id: string;
  readonly unread: number;
  /** Undefined while there is no message to be read. */
  readonly lastSender: string | undefined;
  readonly json: unknown;
}

export const rowKey = (kind: 'user' | 'group', id: string): string => `${kind} ${id}`;

export const isListRequest = ({ method, url }: HttpRequest): boolean =>
  method === 'GET' && /^\/v3\/conversations(?:\?|$)/.test(url);

/** The rows of an answer to `GET /conversations`; none in a refusal. */
export function rowsIn({ body }: HttpReply): readonly ListRow[] {
  const reply = parsed(body);
  const data = isObject(reply) ? reply['data'] : undefined;
  return Array.isArray(data) ? data.map(readRow) : [];
}

function readRow(json: unknown): ListRow {
  const row = isObject(json) ? json : {};
  const kind = row['conversationType'] === 'group' ? 'group' : 'user';
  const other = isObject(row['conversationWith']) ? row['conversationWith'] : {};
  const id = String(other[kind === 'group' ? 'guid' : 'uid']);
  const last = isObject(row['lastMessage']) ? String(row['lastMessage']['sender']) : undefined;
  return { key: rowKey(kind, id), kind, id, unread: Number(row['unreadMessageCount']), lastSender: last, json };
}

/** The same answer with other rows. */
export function withRows(reply: HttpReply, rows: readonly ListRow[]): HttpReply {
  const whole = parsed(reply.body);
  return { ...reply, body: JSON.stringify({ ...(isObject(whole) ? whole : {}), data: rows.map(({ json }) => json) }) };
}
