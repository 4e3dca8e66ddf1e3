import { isJsonObject } from '../../decode-json.ts';
import type { HttpReply, HttpRequest } from '../../http-message.ts';
import { asObject, jsonObject } from './asked-reset.ts';

/** A row of a conversation list, as the server shows it. */
export interface ListRow {
  /** Distinguishes the rows of one list. */
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
  const { data } = jsonObject(body);
  return Array.isArray(data) ? data.map(readRow) : [];
}

function readRow(json: unknown): ListRow {
  const row = asObject(json);
  const kind = row['conversationType'] === 'group' ? 'group' : 'user';
  const other = asObject(row['conversationWith']);
  const id = String(other[kind === 'group' ? 'guid' : 'uid']);
  const last = isJsonObject(row['lastMessage']) ? String(row['lastMessage']['sender']) : undefined;
  return { key: rowKey(kind, id), kind, id, unread: Number(row['unreadMessageCount']), lastSender: last, json };
}

/** The same answer with other rows; the very answer, where they are its own. */
export function withRows(reply: HttpReply, own: readonly ListRow[], rows: readonly ListRow[]): HttpReply {
  if (rows.length === own.length && rows.every((row, index) => row === own[index])) return reply;
  return { ...reply, body: JSON.stringify({ ...jsonObject(reply.body), data: rows.map(({ json }) => json) }) };
}
