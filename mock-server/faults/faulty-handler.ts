import { setTimeout as sleep } from 'node:timers/promises';
import { type ChatState, type Guid, get, slice } from '../../core/index.ts';
import { accessOf } from '../authenticate.ts';
import { timeOf } from '../clock.ts';
import { sameEffect } from '../control/same-effect.ts';
import type { HttpReply, HttpRequest } from '../http-message.ts';
import { applyTo, type Sandbox } from '../sandbox.ts';
import type { BrokenServer, Fault } from './fault.ts';
import { randomNumbers } from './random-numbers.ts';

/** `isWrong` where the answer or the effect is another than the healthy server's. */
export type FaultyReply = HttpReply & { readonly isWrong: boolean };

/** A sandbox with one fault, until it is reset. What that leaves to chance, `seed` decides. */
export function faultyHandler(fault: Fault, { behaviour, keys, handle, cell, clock }: Sandbox, seed: number) {
  const healthy = (state: ChatState, request: HttpRequest) =>
    handle(state, request, timeOf(clock), accessOf(request, keys));
  let reached = 0;
  let inFlight = 0;

  const common = {
    ...{ behaviour, apiKey: keys.apiKey },
    users: () => slice(cell.state.users).map(({ uid }) => uid),
    members: (guid: string) => slice(get(cell.state.groups, guid as Guid)?.members),
    chance: randomNumbers(`${fault.name} ${seed}`),
    memory: new Map<string, unknown>(),
    inFlight: () => inFlight,
    state: () => cell.state,
  };

  async function answer(request: HttpRequest) {
    if (fault.delay !== undefined) await sleep(fault.delay);
    const before = cell.state;
    let healthyReply: HttpReply | undefined;
    let didMore = false;
    let isLate = false;
    const server: BrokenServer = {
      ...common,
      next: (asked) => {
        const reply = applyTo(cell, healthy(cell.state, asked));
        if (asked === request) healthyReply = reply;
        else didMore ||= asked.method !== 'GET' && reply.status < 300;
        return reply;
      },
      change: (change) => {
        const changed = change(cell.state);
        didMore ||= changed !== cell.state;
        cell.state = changed;
      },
      later: (milliseconds, act) => {
        isLate = true;
        setTimeout(act, milliseconds).unref();
      },
    };
    const reply = await fault.apply(request, server);
    const didOtherwise = didMore || reply !== healthyReply;
    const isWrong = isLate || (didOtherwise && differs(before, request, reply));
    if (isWrong) reached += 1;
    return { ...reply, isWrong };
  }

  /** From what the healthy server would have made of it. */
  function differs(before: ChatState, request: HttpRequest, { status, body, contentType }: HttpReply): boolean {
    const expected = healthy(before, request);
    if (contentType !== undefined || status !== expected.reply.status || body !== expected.reply.body) return true;
    return !sameEffect(cell.state, expected.state);
  }

  return {
    handle: (request: HttpRequest): Promise<FaultyReply> => {
      inFlight += 1;
      return answer(request).finally(() => {
        inFlight -= 1;
      });
    },
    /** How often it was wrong. */
    reached: () => reached,
  };
}
