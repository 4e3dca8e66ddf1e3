import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpReply } from './http-message.ts';

/** Sends a reply as it wants to be sent, with further headers. */
export function deliver(outgoing: ServerResponse, reply: HttpReply, further?: readonly string[]): void {
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
  { status, body, promised = Buffer.byteLength(body), contentType = 'application/json', headers = none }: HttpReply,
  further = none,
): string[] {
  // The two statuses that have no body must not speak of its length either.
  if (status === 204 || status === 304) return [...headers, ...further];
  const all = ['Content-Length', String(promised), ...headers, ...further];
  if (contentType !== '') all.push('Content-Type', contentType);
  return all;
}

const none: readonly string[] = [];

/** Each name with its value, of names and values in turn. */
export const pairsIn = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));

/**
 * Sends replies that end their connection. What the caller still sends is read and dropped for `lingering` milliseconds:
 * closing a socket with unread bytes can take the reply away from a caller who is busy sending.
 */
export function lastReplies(lingering: number) {
  const replied = new WeakSet<Socket>();

  return {
    /** Replies to a request whose body is not wanted. */
    toRequest: (incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply, further?: readonly string[]) => {
      replied.add(incoming.socket);
      outgoing.shouldKeepAlive = false;
      outgoing.writeHead(reply.status, headersOf(reply, further)).write(reply.body);
      const end = () => {
        clearTimeout(timer);
        outgoing.end();
      };
      const timer = setTimeout(end, lingering);
      incoming.once('close', end).resume();
    },

    /** Replies to bytes that never became a request. */
    toSocket: (socket: Socket, reply: HttpReply, further?: readonly string[]): void => {
      if (replied.has(socket)) return;
      replied.add(socket);
      const head = [
        `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`,
        `Date: ${new Date().toUTCString()}`,
        'Connection: close',
        ...pairsIn(headersOf(reply, further)).map(([name, value]) => `${name}: ${value}`),
      ];
      socket.end(`${head.join('\r\n')}\r\n\r\n${reply.body}`);
      const timer = setTimeout(() => socket.destroy(), lingering);
      socket.once('close', () => clearTimeout(timer));
    },
  };
}
