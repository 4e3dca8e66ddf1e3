import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyState, referenceBehaviour } from '../../core/index.ts';
import { createHandler } from '../../mock-server/handle-request.ts';

/** A request as a hostile target sees it. */
export interface Asked {
  /** The first one is 1. */
  readonly number: number;
  readonly is: 'reset' | 'list' | 'messages' | 'create' | 'removal' | 'other';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly page: number;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly afterMs?: number;
}

/** `cut`: the connection is closed without an answer; `silent`: there is none. */
export type Reaction = Answer | 'cut' | 'silent';

/** What a target makes of a request; `healthy` does what was asked, and gives the right answer. */
export type React = (asked: Asked, healthy: () => Answer) => Reaction;

export interface HostileTarget {
  readonly url: string;
  /** Users and groups that are there. */
  readonly left: () => number;
  readonly close: () => void;
}

/** A target that speaks HTTP. */
export async function reacting(react: React): Promise<HostileTarget> {
  const handle = createHandler({ apiKey: 'local-key', behaviour: referenceBehaviour });
  let state = emptyState;
  let number = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const headers = request.headers as Readonly<Record<string, string>>;
    const body = await text(request);
    number += 1;
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
    const reaction = react({ number, is: kindOf(method, url), url, headers, page }, () => {
      const handled = handle(state, { method, url, headers, body }, Math.floor(Date.now() / 1_000));
      state = handled.state;
      return handled.reply;
    });
    if (reaction === 'silent') return;
    if (reaction === 'cut') return void request.socket.destroy();
    const { status = 200, headers: given = {}, body: said = '', afterMs = 0 } = reaction;
    if (afterMs > 0) await sleep(afterMs, undefined, { ref: false });
    const written = Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]);
    response.writeHead(status, { 'content-type': 'application/json', ...Object.fromEntries(written) }).end(said);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => {}));
  const sizeOf = (map: { readonly size: number } | undefined): number => map?.size ?? 0;
  return listening(server, () => sizeOf(state.users) + sizeOf(state.groups));
}

/** A target that does with a connection what it likes once something was asked. */
export function raw(onRequest: (socket: Socket) => void): Promise<HostileTarget> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).once('data', () => onRequest(socket));
  });
  return listening(server, () => 0);
}

async function listening(server: Server, left: () => number): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    left,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function kindOf(method: string, url: string): Asked['is'] {
  const [path = ''] = url.split('?');
  if (method === 'DELETE') return path.endsWith('/conversation') ? 'reset' : 'removal';
  if (method === 'POST') return /\/(?:users|groups)$/.test(path) ? 'create' : 'other';
  return path.endsWith('/conversations') ? 'list' : path.endsWith('/messages') ? 'messages' : 'other';
}
