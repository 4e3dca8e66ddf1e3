import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../mock-server/http-message.ts';
import { serve } from '../self-test/handle.ts';
import { mockAsked } from '../self-test/mock-targets.ts';

/** A request as a hostile target sees it. */
export interface Asked {
  /** The first one is 1. */
  readonly number: number;
  readonly is: 'reset' | 'list' | 'messages' | 'create' | 'removal' | 'other';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly page: number;
}

/** 200 without a body, where nothing else is said. */
export interface Answer extends Partial<Delivery> {
  readonly afterMs?: number;
}

/** `silent`: there is no answer. */
export type Reaction = Answer | 'silent';

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
  const { answer, state } = mockAsked();
  let number = 0;
  const { url, close } = await serve(async (request) => {
    const { method, url, headers } = request;
    number += 1;
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
    const asked = { number, is: kindOf(method, url), url, headers: headers as Asked['headers'], page };
    const reaction = react(asked, () => answer(request));
    if (reaction === 'silent') return new Promise(() => {});
    const { afterMs = 0, ...answered } = reaction;
    if (afterMs > 0) await sleep(afterMs, undefined, { ref: false });
    return { status: 200, body: '', ...answered };
  });
  return { url, left: () => sizeOf(state().users) + sizeOf(state().groups), close: () => void close() };
}

const sizeOf = (map: { readonly size: number } | undefined): number => map?.size ?? 0;

/** A target that does with a connection what it likes once something was asked. */
export async function raw(onRequest: (socket: Socket) => void): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.once('data', () => onRequest(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    left: () => 0,
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
