import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type ChatState, emptyState, referenceBehaviour } from '../../core/index.ts';
import { accessOf } from '../../mock-server/authenticate.ts';
import { timeOf } from '../../mock-server/clock.ts';
import { createHandler, type Handled } from '../../mock-server/handle-request.ts';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { applyTo, openSandbox, type Sandbox } from '../../mock-server/sandbox.ts';
import { openTarget, type Target } from '../target/target.ts';
import { connectTo, type Handle } from './handle.ts';

export const keys = { apiKey: 'a-Key-of-3-words', authOnlyKey: 'one-that-may-not-reset' } as const;

/** The API, by the clock. */
type Answering = (state: ChatState, request: HttpRequest) => Handled;

/** Puts a broken one, or one that listens, in front of the healthy one. */
export type Wrap = (healthy: Answering) => Answering;

export const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');

/** Answers every reset in words that name nobody. */
export const wordless: Wrap = (healthy) => (state, request) => {
  const { state: next, reply } = healthy(state, request);
  const body = reply.body.replace(/"message":"The conversation[^"]*"/, '"message":"Done."');
  return { state: next, reply: isReset(request) ? { ...reply, body } : reply };
};

/** What reads show is so old; who and what exists is judged by the present. */
export function lagging(lagMs: number, healthy: Answering): Answering {
  const past = [{ since: 0, state: emptyState }];
  return (state, request) => {
    if (request.method === 'GET') {
      while (past[1] !== undefined && past[1].since <= performance.now() - lagMs) past.shift();
      const { reply } = healthy(past[0]?.state ?? state, request);
      return reply.status === 200 ? { state, reply } : healthy(state, request);
    }
    const handled = healthy(state, request);
    if (handled.state !== state) past.push({ since: performance.now(), state: handled.state });
    return handled;
  };
}

/** Answers later than it does what is asked. */
export const delayed = (delayMs: number, handle: Handle) => async (request: HttpRequest) => {
  const reply = await handle(request);
  if (delayMs > 0) await sleep(delayMs);
  return reply;
};

interface MockOptions {
  readonly behaviour?: Behaviour;
  readonly wrap?: Wrap;
}

/** A mock with an empty world, which lies open. */
export const openMock = (behaviour: Behaviour = referenceBehaviour): Sandbox =>
  openSandbox('', { behaviour, state: emptyState }, { keys, journal: 0, createHandler });

/** All of the suite but its HTTP can be tested on one without a wire, in a fraction of the time. */
export function mockInMemory({ behaviour, wrap = (healthy) => healthy }: MockOptions = {}) {
  const { handle, cell, clock } = openMock(behaviour);
  const wrapped = wrap((state, request) => handle(state, request, timeOf(clock), accessOf(request, keys)));
  const answer = (request: HttpRequest): HttpReply => applyTo(cell, wrapped(cell.state, request));
  return { answer, connect: connectTo(answer), state: () => cell.state };
}

/** A target on a mock in memory, for what is tested below a whole run. */
export const openInMemory = ({ settleMs, ...options }: MockOptions & Partial<Pick<Target, 'settleMs'>> = {}) =>
  openOn(mockInMemory(options).answer, settleMs);

export const openOn = async (handle: Handle, settleMs = 5): Promise<Target> =>
  openTarget(
    {
      ...{ baseUrl: 'http://memory/v3', apiKey: keys.apiKey, prefix: 'cr0f1e2d-', driver: undefined, settleMs },
      ...{ connections: 1, deadlineMs: 1_000, signal: undefined },
    },
    connectTo(handle),
  );
