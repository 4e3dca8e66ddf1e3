import type { MockServer } from '../start-mock-server.ts';

/** Asks without a socket, with the server's key and as alice where the headers do not say otherwise. A body is JSON, unless it is text. */
export function ask(
  { url, apiKey, handle }: Pick<MockServer, 'url' | 'apiKey' | 'handle'>,
  line: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const usual = { apikey: apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' };
  return handle(new Request(`${url}${path}`, { method, headers: { ...usual, ...headers }, ...sent }));
}
