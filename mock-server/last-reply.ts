import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headersOf, pairsIn } from './deliver.ts';
import type { HttpReply } from './http-message.ts';
import { errorObject, errorReply } from './refusal.ts';

/**
 * Replies that end their connection. What the caller still sends is read and dropped for `lingering` milliseconds:
 * closing a socket with unread bytes can take the reply away from a caller who is busy sending.
 */
export function lastReplies(lingering: number) {
  const replied = new WeakSet<Socket>();

  return {
    /** Replies to a request whose body is not wanted. */
    toRequest: (
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      reply: HttpReply,
      further: readonly string[] = [],
    ): void => {
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

/** Answers to what never reaches a handler, and to a handler that fails. */
export const transportReplies = {
  notHttp: refusal(400, 'The request is not HTTP.'),
  missingHost: refusal(400, 'The header Host is missing.'),
  twoHosts: refusal(400, 'The header Host may stand there only once.'),
  tooSlow: refusal(408, 'The request took too long to arrive.'),
  bodyTooLarge: refusal(413, 'The body is larger than 10 KB.'),
  unknownExpectation: refusal(417, 'The only expectation that is met is 100-continue.'),
  headersTooLarge: refusal(431, 'The headers are too large.'),
  handlerFailed: errorReply(500, errorObject('ERR_INTERNAL', 'The mock server failed; its log says how.')),
};

function refusal(status: number, message: string): HttpReply {
  return errorReply(status, errorObject('ERR_BAD_REQUEST', message));
}
