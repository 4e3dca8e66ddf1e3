import { type Behaviour, type ChatState, emptyState, referenceBehaviour } from '../../core/index.ts';
import { createHandler, type Handler } from '../../mock-server/handle-request.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { startServer } from '../../mock-server/server.ts';
import { type HttpClient, recording, type WireReply } from '../http-client.ts';
import { openTarget, type Target } from '../target.ts';

export const keys = { apiKey: 'a-Key-of-3-words', authOnlyKey: 'one-that-may-not-reset' } as const;

export interface MockOptions {
  readonly behaviour?: Behaviour;
  /** Puts a broken handler, or one that listens, in front of the healthy one. */
  readonly wrap?: (healthy: Handler) => Handler;
}

const handlerOf = ({ behaviour = referenceBehaviour, wrap = (healthy) => healthy }: MockOptions): Handler =>
  wrap(createHandler({ ...keys, behaviour, now: () => Math.floor(Date.now() / 1000) }));

export interface RunningMock {
  readonly url: string;
  /** What is left in it. */
  readonly state: () => ChatState;
  readonly close: () => Promise<void>;
}

/** A mock server of its own, with an empty world. */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const handle = handlerOf(options);
  let state = emptyState;
  const { origin, close } = await startServer({
    host: '127.0.0.1',
    port: 0,
    state: undefined,
    handle: (_state, request) => {
      const handled = handle(state, request);
      state = handled.state;
      return { state: undefined, reply: handled.reply };
    },
  });
  return { url: `${origin}/v3`, state: () => state, close: () => close(0) };
}

/** The same without a wire: all of the engine but its HTTP, in a fraction of the time. */
export function openInMemory(options: MockOptions & { readonly settleMs?: number } = {}): Promise<Target> {
  const { settleMs = 5 } = options;
  const target = {
    baseUrl: 'http://memory/v3',
    apiKey: keys.apiKey,
    driver: undefined,
    connections: 1,
    deadlineMs: 1_000,
    settleMs,
    prefix: 'cr0f1e2d-',
    signal: undefined,
  };
  return openTarget(target, inMemory(handlerOf(options)));
}

function inMemory(handle: Handler): HttpClient {
  let state = emptyState;
  let requests = 0;
  return {
    send: async (request) => {
      requests += 1;
      const { method, path, body = '' } = request;
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ) as HttpRequest['headers'];
      const handled = handle(state, { method, url: `/v3${path}`, headers, body });
      state = handled.state;
      const { status, body: text } = handled.reply;
      const reply: WireReply = {
        kind: 'answered',
        status,
        contentType: 'application/json',
        text,
        json: JSON.parse(text),
      };
      recording.getStore()?.push({ request, reply });
      return reply;
    },
    requests: () => requests,
    latencyMs: () => 0,
    close: async () => {},
  };
}
