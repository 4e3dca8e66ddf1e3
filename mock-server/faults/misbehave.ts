import type { HttpRequest } from '../http-message.ts';
import { directory } from './directory.ts';
import type { Cell, Fault, FaultyReply, Next } from './fault.ts';
import { randomNumbers } from './random-numbers.ts';

/** A healthy server to be broken: behind a function, and for some faults with its state laid open. */
export interface Healthy {
  readonly next: Next;
  readonly cell?: Cell;
}

export interface FaultyHandler {
  readonly handle: (request: HttpRequest) => Promise<FaultyReply>;
  /** How often the fault really did wrong. */
  readonly reached: () => number;
}

/**
 * A healthy server with one fault. What it leaves to chance, `seed` decides. Throws when the fault needs a state and
 * none is laid open.
 */
export function faultyHandler(fault: Fault, healthy: Healthy, apiKey: string, seed: number): FaultyHandler {
  const { cell, next } = healthy;
  const known = directory(cell);
  const chance = randomNumbers(`${fault.name} ${seed}`);
  let reached = 0;
  let inFlight = 0;
  const context = {
    chance,
    memory: new Map<string, unknown>(),
    apiKey,
    inFlight: () => inFlight,
    members: known.members,
    users: known.users,
    reached: () => {
      reached += 1;
    },
  };
  const misbehave = bound();

  function bound(): (request: HttpRequest) => Promise<FaultyReply> {
    if (fault.needs === undefined) return (request) => fault.misbehave(request, next, context);
    if (cell === undefined) throw new Error(`the fault ${fault.name} needs the state of the server that it breaks`);
    return (request) => fault.misbehave(request, next, { ...context, cell });
  }

  return {
    handle: async (request) => {
      inFlight += 1;
      try {
        const reply = await misbehave(request);
        if (reply.status < 300) known.learn(request);
        return reply;
      } finally {
        inFlight -= 1;
      }
    },
    reached: () => reached,
  };
}
