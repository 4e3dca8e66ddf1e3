import { setTimeout as sleep } from 'node:timers/promises';
import { firstHalf } from '../deliver.ts';
import { errorObject, errorReply } from '../error-reply.ts';
import { faultNamed } from '../faults/catalogue.ts';
import { type FaultyHandler, faultyHandler } from '../faults/misbehave.ts';
import { randomNumbers } from '../faults/random-numbers.ts';
import type { Delivery, HttpRequest } from '../http-message.ts';
import { applyTo, type OpenWorld } from '../open-world.ts';
import { matches } from './matching.ts';
import type { Effect, PlannedFault } from './planned-fault.ts';

/** A fault that waits for its requests. */
export interface ArmedFault {
  readonly planned: PlannedFault;
  /** By the world's clock. */
  readonly until: number | undefined;
  met: number;
  /** A number from 0 to 1; the seed decides which. */
  readonly chance: () => number;
  readonly wrong: FaultyHandler | undefined;
}

export function armFault(world: OpenWorld, planned: PlannedFault): ArmedFault {
  const { seconds, seed = 1 } = planned;
  const wrong = 'wrong' in planned ? faultNamed(planned.wrong) : undefined;
  const healthy = { next: async (request: HttpRequest) => applyTo(world, request, world.clock.now()), cell: world };
  return {
    planned,
    until: seconds === undefined ? undefined : world.clock.now() + seconds,
    met: 0,
    chance: randomNumbers(String(seed)),
    wrong: wrong && faultyHandler(wrong, healthy, world.keys.apiKey, seed),
  };
}

export const isSpent = ({ planned, until, met }: ArmedFault, now: number): boolean =>
  (planned.times !== undefined && met >= planned.times) || (until !== undefined && now >= until);

/** Answers a request with the faults that it meets: the latencies of all, and otherwise the first one's effect. */
export async function answerWrongly(
  world: OpenWorld,
  armed: readonly ArmedFault[],
  request: HttpRequest,
): Promise<Delivery> {
  const at = world.clock.now();
  const before = world.state;
  const met = armed.filter((fault) => !isSpent(fault, at) && matches(fault.planned.matching ?? {}, request));
  for (const fault of met) fault.met += 1;
  const chief = met.find(({ planned }) => !('latencyMs' in planned));
  const reply = chief === undefined ? applyTo(world, request, at) : await replyOf(world, chief, request, at);
  const names = met.map(({ planned }) => nameOf(planned)).join(', ');
  world.journal.record(at, request, { reply, before, after: world.state }, names === '' ? undefined : names);

  const latency = met.reduce((sum, fault) => sum + latencyOf(fault), 0);
  if (latency > 0) await sleep(latency);
  return reply;
}

function replyOf(
  world: OpenWorld,
  { planned, wrong }: ArmedFault,
  request: HttpRequest,
  at: number,
): Delivery | Promise<Delivery> {
  if (wrong !== undefined) return wrong.handle(request);
  if ('status' in planned) return errorAnswer(planned, at);
  if ('drop' in planned && planned.drop === 'before') return { status: 0, body: '', cut: 'before' };
  const reply = applyTo(world, request, at);
  if ('drop' in planned) return { ...reply, cut: 'before' };
  if ('body' in planned && planned.body === 'malformed') return { ...reply, body: firstHalf(reply.body) };
  return { ...reply, cut: 'half-way' };
}

/** In milliseconds; 0 for what is no latency. */
export function latencyOf({ planned, chance }: ArmedFault): number {
  if (!('latencyMs' in planned)) return 0;
  const { latencyMs } = planned;
  if (typeof latencyMs === 'number') return latencyMs;
  return latencyMs.from + Math.floor(chance() * (latencyMs.to - latencyMs.from + 1));
}

function errorAnswer({ status, retryAfter }: Extract<Effect, { status: number }>, now: number): Delivery {
  const reply = errorReply(status, errorObject(codeOf(status), 'This answer is a fault on purpose.'));
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  if (seconds === undefined) return reply;
  return { ...reply, headers: ['Retry-After', String(seconds), 'X-Rate-Limit-Reset', String(now + seconds)] };
}

function codeOf(status: number): string {
  if (status === 429) return 'ERR_TOO_MANY_REQUESTS';
  return status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_INTERNAL';
}

/** As the journal names it. */
function nameOf(planned: PlannedFault): string {
  if ('wrong' in planned) return planned.wrong;
  if ('status' in planned) return `status ${planned.status}`;
  if ('drop' in planned) return `drop ${planned.drop}`;
  return 'body' in planned ? `body ${planned.body}` : 'latency';
}
