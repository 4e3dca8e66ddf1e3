import { type Behaviour, type ChatState, emptyState, referenceBehaviour } from '../../core/index.ts';
import { createHandler, type Handled } from '../../mock-server/handle-request.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { startServer } from '../../mock-server/server.ts';
import type { Connect } from '../target/http-client.ts';
import { openTarget, type Target } from '../target/target.ts';

export const keys = { apiKey: 'a-Key-of-3-words', authOnlyKey: 'one-that-may-not-reset' } as const;

/** The API, by the clock. */
type Answering = (state: ChatState, request: HttpRequest) => Handled;

/** Puts a broken one, or one that listens, in front of the healthy one. */
export type Wrap = (healthy: Answering) => Answering;

export interface MockOptions {
  readonly behaviour?: Behaviour;
  readonly wrap?: Wrap;
}

/** One mock with an empty world. */
function worldOf({ behaviour = referenceBehaviour, wrap = (healthy) => healthy }: MockOptions) {
  const api = createHandler({ ...keys, behaviour });
  const handle = wrap((state, request) => api(state, request, Math.floor(Date.now() / 1000)));
  let state = emptyState;
  return {
    state: () => state,
    answer: (request: HttpRequest) => {
      const handled = handle(state, request);
      state = handled.state;
      return handled.reply;
    },
  };
}

export interface RunningMock {
  readonly url: string;
  /** What is left in it. */
  readonly state: () => ChatState;
  readonly close: () => Promise<void>;
}

/** A mock server of its own. */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { state, answer } = worldOf(options);
  const { origin, close } = await startServer({ host: '127.0.0.1', port: 0, handle: answer });
  return { url: `${origin}/v3`, state, close: () => close(0) };
}

export interface MockInMemory {
  readonly connect: Connect;
  /** What is left in it. */
  readonly state: () => ChatState;
}

export interface InMemoryOptions extends MockOptions {
  /** Whether a request gets no answer, by its number. */
  readonly isSilent?: (nth: number) => boolean;
}

/** The same without a wire: all of the suite but its HTTP, in a fraction of the time. Undefined is no answer. */
export function mockInMemory(options: InMemoryOptions = {}): MockInMemory {
  const { state, answer } = worldOf(options);
  const { isSilent = () => false } = options;
  const connect: Connect = () => {
    let requests = 0;
    return {
      exchange: async ({ method, path, headers, body = '' }) => {
        // A turn of the event loop, as a wire would take: whoever else runs in this process gets one, too.
        await new Promise(setImmediate);
        requests += 1;
        if (isSilent(requests)) throw new Error('the target has died');
        const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
        const reply = answer({ method, url: `/v3${path}`, headers: Object.fromEntries(lowered), body });
        return { status: reply.status, contentType: 'application/json', text: reply.body };
      },
      close: async () => {},
    };
  };
  return { connect, state };
}

/** A target on a mock in memory, for what is tested below a whole run. */
export function openInMemory(options: InMemoryOptions & { readonly settleMs?: number } = {}): Promise<Target> {
  const { settleMs = 5 } = options;
  return openTarget(
    {
      baseUrl: 'http://memory/v3',
      apiKey: keys.apiKey,
      driver: undefined,
      connections: 1,
      deadlineMs: 1_000,
      settleMs,
      prefix: 'cr0f1e2d-',
      signal: undefined,
    },
    mockInMemory(options).connect,
  );
}
