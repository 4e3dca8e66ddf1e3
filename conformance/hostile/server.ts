import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { slice } from '../../core/index.ts';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { serve } from '../self-test/handle.ts';
import { mockInMemory } from '../self-test/mock-targets.ts';
import { listening } from '../testing/listening.ts';

/** A request as a hostile target sees it. */
export interface Asked extends Pick<HttpRequest, 'url' | 'headers'> {
  /** The first one is 1. */
  readonly number: number;
  readonly is: 'reset' | 'list' | 'messages' | 'create' | 'removal' | 'other';
  readonly page: number;
}

/** 200 without a body, where nothing else is said. */
export interface Answer extends Partial<HttpReply> {
  readonly afterMs?: number;
}

/** What a target makes of a request: `healthy` does what was asked and answers rightly. */
export type React = (asked: Asked, healthy: () => Answer) => Answer | 'silent';

/** Starts the target of a test, which ends with it; `left` counts the users and groups that are there. */
export type Start = () => Promise<{ url: string; left: () => number }>;

/** A target that speaks HTTP. */
export const reacting = (react: React) => async () => {
  const { answer, state } = mockInMemory();
  let number = 0;
  const { url, close } = await serve(async (request) => {
    const { method, url, headers } = request;
    number += 1;
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
    const asked = { number, is: kindOf(method, url), url, headers, page };
    const reaction = react(asked, () => answer(request));
    if (reaction === 'silent') return new Promise(() => {});
    const { afterMs = 0, ...answered } = reaction;
    if (afterMs > 0) await sleep(afterMs, undefined, { ref: false });
    return { status: 200, body: '', ...answered };
  });
  onTestFinished(close);
  return { url, left: () => slice(state().users).length + slice(state().groups).length };
};

/** A target that does with a connection what it likes once something was asked. */
export const raw = (onRequest: (socket: Socket) => void) => async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => onRequest(socket));
  });
  return { ...(await listening(server)), left: () => 0 };
};

function kindOf(method: string, url: string): Asked['is'] {
  const [path = ''] = url.split('?');
  if (method === 'DELETE') return path.endsWith('/conversation') ? 'reset' : 'removal';
  if (method === 'POST') return /\/(?:users|groups)$/.test(path) ? 'create' : 'other';
  return path.endsWith('/conversations') ? 'list' : path.endsWith('/messages') ? 'messages' : 'other';
}
