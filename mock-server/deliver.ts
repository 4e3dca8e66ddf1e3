import type { ServerResponse } from 'node:http';
import type { Delivery } from './http-message.ts';

/** Sends a reply as it wants to be sent, with further headers. */
export function deliver(outgoing: ServerResponse, reply: Delivery, further: readonly string[] = []): void {
  if (reply.cut === 'before') {
    outgoing.req.socket.destroy();
    return;
  }
  outgoing.writeHead(reply.status, headersOf(reply, further));
  if (reply.promised !== undefined) {
    outgoing.write(reply.body, () => outgoing.req.socket.destroy());
    return;
  }
  // Given to `end`, a body goes out together with an empty text, and two cost a twentieth of a request more than one.
  outgoing.write(reply.body);
  outgoing.socket?.uncork();
  outgoing.end();
}

/** Names and values in turn, the form that costs node:http least. */
export function headersOf(
  { status, body, promised = Buffer.byteLength(body), contentType = 'application/json', headers = [] }: Delivery,
  further = none,
) {
  // The two statuses that have no body must not speak of its length either.
  const hasBody = status !== 204 && status !== 304;
  const type = hasBody && contentType !== '' ? ['Content-Type', contentType] : none;
  const length = hasBody ? ['Content-Length', String(promised)] : none;
  return [...type, ...length, ...headers, ...further];
}

const none: readonly string[] = [];

/** Each name with its value, of names and values in turn. */
export const pairsIn = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
