import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type ChatState, emptyState } from '../../core/index.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import type { Keys } from './broken-servers.ts';
import type { Unwired } from './in-process.ts';

export interface Pace {
  /** Before each answer. */
  readonly delayMs: number;
  /** How old what reads show may be; who and what exists is judged by the present. */
  readonly lagMs: number;
}

/** A mock server that takes its time, and whose reads lag behind. Old states cost nothing, so that it stays quick. */
export function slowMock(behaviour: Behaviour, { delayMs = 0, lagMs = 0 }: Partial<Pace>, keys: Keys): Unwired {
  const api = createHandler({ ...keys, behaviour });
  const handle = (before: ChatState, request: HttpRequest) => api(before, request, Math.floor(Date.now() / 1000));
  let state = emptyState;
  const past: { readonly since: number; readonly state: ChatState }[] = [{ since: 0, state }];

  /** The state as it was when the lag began. */
  function shown(): ChatState {
    const then = performance.now() - lagMs;
    while (past[1] !== undefined && past[1].since <= then) past.shift();
    return past[0]?.state ?? state;
  }

  function reply(request: HttpRequest): HttpReply {
    if (request.method === 'GET') {
      const { reply } = handle(shown(), request);
      return reply.status === 200 ? reply : handle(state, request).reply;
    }
    const handled = handle(state, request);
    if (handled.state !== state) past.push({ since: performance.now(), state: handled.state });
    state = handled.state;
    return handled.reply;
  }

  return {
    handle: async (request) => {
      const answer = reply(request);
      if (delayMs > 0) await sleep(delayMs);
      return answer;
    },
  };
}
