import { setTimeout as sleep } from 'node:timers/promises';
import type { Access, Keys } from '../authenticate.ts';
import { firstHalf } from '../deliver.ts';
import { faultNamed } from '../faults/catalogue.ts';
import { faultyHandler } from '../faults/faulty-handler.ts';
import { randomNumbers } from '../faults/random-numbers.ts';
import { createHandler } from '../handle-request.ts';
import type { Delivery, HttpRequest } from '../http-message.ts';
import { errorObject, errorReply } from '../refusal.ts';
import { applyTo, type Sandbox } from '../sandbox.ts';
import { matcher } from './matching.ts';
import type { Effect, PlannedFault } from './planned-fault.ts';

/** A fault that waits for its requests. */
export interface ArmedFault {
  readonly planned: PlannedFault;
  /** By the sandbox's clock. */
  readonly until: number | undefined;
  met: number;
  readonly matches: (request: HttpRequest) => boolean;
  /** In milliseconds; 0 for what is no latency. */
  readonly latency: () => number;
  readonly reply: (request: HttpRequest, access: Access, at: number) => Answered | Promise<Answered>;
}

/** `isWrong` is false where a wrong answer by name turned out to be the healthy one, with the healthy effect. */
type Answered = Delivery & { readonly isWrong?: boolean };

export function armFault(sandbox: Sandbox, planned: PlannedFault, keys: Keys): ArmedFault {
  const { seconds, seed = 1, matching = {} } = planned;
  const chance = randomNumbers(String(seed));
  return {
    planned,
    until: seconds === undefined ? undefined : sandbox.clock.now() + seconds,
    met: 0,
    matches: matcher(matching),
    latency: () => latencyOf(planned, chance),
    reply: 'wrong' in planned ? wrongReply(sandbox, planned.wrong, keys, seed) : plainReply(sandbox, planned),
  };
}

export const isSpent = ({ planned, until, met }: ArmedFault, now: number): boolean =>
  (planned.times !== undefined && met >= planned.times) || (until !== undefined && now >= until);

/**
 * Answers a request with the faults that it meets: the latencies of all, and otherwise the first one's effect. A `wrong`
 * one is met where the answer or the effect is another than the healthy server's.
 */
export async function answerWithFaults(
  sandbox: Sandbox,
  armed: readonly ArmedFault[],
  request: HttpRequest,
  access: Access,
): Promise<Delivery> {
  const at = sandbox.clock.now();
  const before = sandbox.state;
  const due = armed.filter((fault) => !isSpent(fault, at) && fault.matches(request));
  const sure = due.filter(({ planned }) => !('wrong' in planned));
  for (const fault of sure) fault.met += 1;
  const chief = due.find(({ planned }) => !('latencyMs' in planned));
  const reply: Answered =
    chief === undefined ? healthy(sandbox, request, access, at) : await chief.reply(request, access, at);
  if (chief !== undefined && reply.isWrong) chief.met += 1;
  const met = due.filter((fault) => sure.includes(fault) || (fault === chief && reply.isWrong));
  const fault = met.map(({ planned }) => nameOf(planned)).join(', ');
  const wrong = fault === '' ? undefined : { fault, reply };
  sandbox.journal.record({ at, request, access, before, after: sandbox.state, wrong });

  const latency = met.reduce((sum, { latency }) => sum + latency(), 0);
  if (latency > 0) await sleep(latency);
  return reply;
}

const healthy = (sandbox: Sandbox, request: HttpRequest, access: Access, at: number): Delivery =>
  applyTo(sandbox, sandbox.handle(sandbox.state, request, at, access));

function wrongReply(sandbox: Sandbox, name: string, keys: Keys, seed: number): ArmedFault['reply'] {
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error(`a fault that was not checked: ${name}`);
  const handle = createHandler({ ...keys, behaviour: sandbox.behaviour });
  return faultyHandler(fault, { handle, cell: sandbox, now: sandbox.clock.now }, keys.apiKey, seed).handle;
}

function plainReply(sandbox: Sandbox, planned: Exclude<PlannedFault, { wrong: string }>): ArmedFault['reply'] {
  if ('status' in planned) return (_request, _access, at) => errorAnswer(planned, at);
  return (request, access, at) => {
    if ('drop' in planned && planned.drop === 'before') return { status: 0, body: '', cut: 'before' };
    const reply = healthy(sandbox, request, access, at);
    if ('drop' in planned) return { ...reply, cut: 'before' };
    return 'invalidJson' in planned ? { ...reply, body: firstHalf(reply.body) } : { ...reply, cut: 'half-way' };
  };
}

function latencyOf(planned: PlannedFault, chance: () => number): number {
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
export function nameOf(planned: PlannedFault): string {
  if ('wrong' in planned) return planned.wrong;
  if ('status' in planned) return `status ${planned.status}`;
  if ('drop' in planned) return `drop ${planned.drop}`;
  if ('cutBody' in planned) return 'cutBody';
  return 'invalidJson' in planned ? 'invalidJson' : 'latency';
}
