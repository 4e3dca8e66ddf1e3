import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { holdBack, serverConnections } from './connections.ts';
import type { AnswerHeaders } from './cors.ts';
import { deliver, lastReplies } from './deliver.ts';
import type { HttpReply, HttpRequest, RequestLine } from './http-message.ts';
import { readBody } from './read-body.ts';
import { errorObject, errorReply } from './refusal.ts';

/** What a caller may take of the server. Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  body: 10 * 1024,
  headers: 16 * 1024,
  connections: 10_000,
  /** From the first byte of a request to the last one of its headers. */
  headersTimeout: 10_000,
  /** From the first byte of a request to its last. */
  requestTimeout: 30_000,
  /** Between two requests on a connection. */
  keepAliveTimeout: 30_000,
  /** Without a byte taken of an answer that the buffers on the way cannot hold. */
  inactivityTimeout: 60_000,
  /** For going on sending after an answer that ends the connection. */
  lingering: 1000,
};

export type Limits = Readonly<typeof defaultLimits>;

export interface ServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Called with a request once its body is there; the reply may come later. */
  readonly handle: (request: HttpRequest) => HttpReply | Promise<HttpReply>;
  readonly sideHandler?: SideHandler | undefined;
  /** What every answer has beside its own headers, but for those of the side handler. */
  readonly headers?: AnswerHeaders | undefined;
  readonly limits?: Partial<Limits>;
  /** Called with each request that is refused before the handler, and with its answer. */
  readonly onRefused?: ((request: RequestLine, reply: HttpReply) => void) | undefined;
  /** Called with what no caller learns: why a handler failed. */
  readonly log?: (line: string) => void;
}

/** Serves some paths in place of the handler, from reading the body on. */
export interface SideHandler {
  readonly takes: (incoming: IncomingMessage) => boolean;
  readonly serve: (incoming: IncomingMessage, outgoing: ServerResponse, send: (reply: HttpReply) => void) => void;
}

/** Serves a handler over HTTP, once requests are answered. Rejects with node's error when the address is not to be had. */
export async function startServer(options: ServerOptions) {
  const { host, handle, sideHandler, log = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const lastReply = lastReplies(limits.lingering);

  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeout, limits.requestTimeout),
    // Looked for below, so that this answer has a body and its length like all others.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections;

  server.on('request', onRequest);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isAtSide = sideHandler?.takes(incoming) === true;
    if (!isAtSide && Number(incoming.headers['content-length'] ?? 0) <= limits.body) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    refuse(incoming, outgoing, badRequest(417, 'The only expectation that is met is 100-continue.'));
  });
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (!socket.writable) return;
    const reply = replyToError(error);
    const origin = connections.unanswered(socket)?.headers.origin ?? originIn(error.rawPacket);
    lastReply.toSocket(socket, reply, options.headers?.(origin, reply.status));
  });
  const connections = serverConnections(server, limits.keepAliveTimeout);

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (outgoing.socket === null) {
      // Its turn comes when the answer before it has left: who does not read gets no second one.
      const release = holdBack(incoming.socket);
      outgoing.once('socket', () => {
        release();
        onRequest(incoming, outgoing);
      });
      return;
    }
    connections.asked(outgoing.socket, outgoing);
    const hosts = incoming.headersDistinct['host']?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && incoming.httpVersion === '1.1')) {
      const problem = hosts === 0 ? 'is missing' : 'may stand there only once';
      refuse(incoming, outgoing, badRequest(400, `The header Host ${problem}.`));
      return;
    }
    if (sideHandler?.takes(incoming)) {
      sideHandler.serve(incoming, outgoing, (reply) => send(outgoing, reply));
      return;
    }
    readBody(
      incoming,
      limits.body,
      (body) => answer(incoming, outgoing, body),
      () => refuse(incoming, outgoing, tooLarge),
    );
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
    const { method = '', url = '', rawHeaders } = incoming;
    const reply = (one: HttpReply): void => send(outgoing, one, headersBeside(incoming, one));
    const fail = (error: unknown): void => {
      log(`The handler failed on ${method} ${url}: ${error instanceof Error ? error.stack : error}`);
      reply(errorReply(500, errorObject('ERR_INTERNAL', 'The mock server failed; its log says how.')));
    };
    try {
      const handled = handle({ method, url, headers: incoming.headers as HttpRequest['headers'], rawHeaders, body });
      if (handled instanceof Promise) handled.then(reply, fail);
      else reply(handled);
    } catch (error) {
      fail(error);
    }
  }

  function headersBeside({ headers }: IncomingMessage, { status }: HttpReply): readonly string[] | undefined {
    return options.headers?.(headers.origin, status);
  }

  /** Without reading its body. */
  function refuse(incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply): void {
    options.onRefused?.({ method: incoming.method ?? '', url: incoming.url ?? '' }, reply);
    lastReply.toRequest(incoming, outgoing, reply, headersBeside(incoming, reply));
  }

  function send(outgoing: ServerResponse, reply: HttpReply, further?: readonly string[]): void {
    if (!server.listening) outgoing.shouldKeepAlive = false;
    deliver(outgoing, reply, further);
    // A timer for each request would cost 3 % of it; only a caller who does not read what is sent needs one. Nothing that
    // still comes in may start it again.
    if (outgoing.writableLength > 0) {
      outgoing.setTimeout(limits.inactivityTimeout);
      outgoing.once('finish', holdBack(outgoing.req.socket));
    }
  }

  await once(server.listen(options.port, host), 'listening');
  const { port } = server.address() as AddressInfo;
  server.on('error', (error) => log(`The server failed: ${error.message}`));
  return {
    /** `http://HOST:PORT`, with the port that was really bound. */
    origin: originOf(host, port),
    port,
    close: connections.close,
  };
}

/** The two as a URL has them: an IPv6 address stands in brackets. */
export const originOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** With the bytes where they are no request, or not a whole one; without where they took too long. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Of a request whose headers could not be read to their end: the page that it comes from, if that is said there. */
const originIn = (bytes: Buffer | undefined): string | undefined =>
  /^origin:[ \t]*([!-~]+)\r?$/im.exec(bytes?.toString('latin1') ?? '')?.[1];

function replyToError({ code }: ClientError): HttpReply {
  if (code === 'HPE_HEADER_OVERFLOW') return badRequest(431, 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return badRequest(408, 'The request took too long to arrive.');
  return badRequest(400, 'The request is not HTTP.');
}

const badRequest = (status: number, message: string): HttpReply =>
  errorReply(status, errorObject('ERR_BAD_REQUEST', message));

/** To a body beyond the limit. */
export const tooLarge = badRequest(413, 'The body is larger than 10 KB.');
