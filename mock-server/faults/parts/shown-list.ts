import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '../../http-message.ts';
import type { Conversation } from '../../wire-types.ts';
import type { NamelessFault } from '../fault.ts';
import { afterwards } from './actions.ts';
import { idOf, jsonObject } from './asked-reset.ts';
import { type Condition, onReset } from './on-reset.ts';

/** How a list is shown; `id` is that of the conversation that was reset, whether it still stands there or not. */
export type Showing = (rows: readonly Conversation[], id: string) => readonly Conversation[];

/** Once a reset was confirmed, the list of the acting or the other user is shown another way from then on. */
export function showing(whose: 'own' | 'other', show: Showing, ...conditions: readonly Condition[]): NamelessFault {
  const note = afterwards(({ reset, server }) => {
    server.memory.set(noteOf(whose === 'own' ? reset.actor : reset.other), idOf(reset));
  });
  const noting = onReset(note, ...conditions);
  return {
    ...noting,
    apply: (request, server) => {
      if (!isListRequest(request)) return noting.apply(request, server);
      const reply = server.next(request);
      const body = jsonObject(reply.body);
      const id = server.memory.get(noteOf(request.headers['onbehalfof'] ?? ''));
      if (typeof id !== 'string' || !Array.isArray(body['data'])) return reply;
      const data = show(body['data'], id);
      return isDeepStrictEqual(data, body['data']) ? reply : { ...reply, body: JSON.stringify({ ...body, data }) };
    },
  };
}

export const isListRequest = ({ method, url }: HttpRequest): boolean =>
  method === 'GET' && /^\/v3\/conversations(?:\?|$)/.test(url);

const noteOf = (uid: string): string => `list of ${uid}`;

export const onTop: Showing = (rows, id) => [...rows.filter((row) => row.conversationId === id), ...others(rows, id)];

/** The row that was reset stays where it is. */
export const othersReversed: Showing = (rows, id) => {
  const reversed = others(rows, id).toReversed();
  return rows.map((row) => (row.conversationId === id ? row : (reversed.shift() ?? row)));
};

export const others: Showing = (rows, id) => rows.filter(({ conversationId }) => conversationId !== id);
