import type { HttpRequest } from '../http-message.ts';
import type { MockServer } from '../start-mock-server.ts';

/** A body is JSON, unless it is text. */
export const sent = (body: unknown): { readonly body?: string } =>
  body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };

/** What a handler gets of `GET /conversations` or the like: under `/v3`, as alice where the headers do not say otherwise. */
export function requestOf(line: string, body?: unknown, headers: HttpRequest['headers'] = {}): HttpRequest {
  const [method = '', path = ''] = line.split(' ');
  const usual = { onbehalfof: 'alice', 'content-type': 'application/json' };
  return { method, url: `/v3${path}`, headers: { ...usual, ...headers }, body: sent(body).body ?? '' };
}

/** Asks without a socket, with the server's key and as alice where the headers do not say otherwise. */
export function ask(
  { url, apiKey, handle }: Pick<MockServer, 'url' | 'apiKey' | 'handle'>,
  line: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  const usual = { apikey: apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' };
  return handle(new Request(`${url}${path}`, { method, headers: { ...usual, ...headers }, ...sent(body) }));
}
