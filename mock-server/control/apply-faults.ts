import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from '../authenticate.ts';
import { timeOf } from '../clock.ts';
import { faultNamed } from '../faults/catalogue.ts';
import { faultyHandler } from '../faults/faulty-handler.ts';
import { randomNumbers } from '../faults/random-numbers.ts';
import type { HttpReply, HttpRequest } from '../http-message.ts';
import { errorObject, errorReply } from '../refusal.ts';
import { applyTo, armedIn, type Sandbox } from '../sandbox.ts';
import type { ErrorCode } from '../wire-types.ts';
import { matcher } from './matching.ts';
import { type Effect, longestLatency, type PlannedFault } from './planned-fault.ts';

/** A fault that waits for its requests. */
export type ArmedFault = ReturnType<typeof armFault>;

/** The id counts from 1 in its sandbox. */
export function armFault(sandbox: Sandbox, id: number, planned: PlannedFault) {
  const { times = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY, seed = 1, matching = {} } = planned;
  const until = timeOf(sandbox.clock) + seconds;
  const chance = randomNumbers(String(seed));
  const wrong = 'wrong' in planned ? faultNamed(planned.wrong) : undefined;
  const armed = {
    id,
    planned,
    met: 0,
    isSpent: (now: number): boolean => armed.met >= times || now >= until,
    matches: matcher(matching),
    /** In milliseconds; 0 for what is no latency. */
    latency: () => latencyOf(planned, chance),
    /** A reset disarms the fault. What it still does then, it does to what was there before. */
    wrong: wrong && faultyHandler(wrong, sandbox, seed).handle,
  };
  return armed;
}

/** Answers a request with the faults that it meets: all latencies, and the first of the others. */
export async function answerWithFaults(sandbox: Sandbox, request: HttpRequest, access: Access): Promise<HttpReply> {
  const at = timeOf(sandbox.clock);
  const { cell, journal } = sandbox;
  const before = cell.state;
  const fitting = armedIn(sandbox).filter(({ matches }) => matches(request));
  const chief = fitting.find((fault) => !isLatency(fault));
  const met = fitting.filter((fault) => fault === chief || isLatency(fault));
  // Counted before anything is awaited, so that no request beside this one meets a fault too often.
  for (const fault of met) fault.met += 1;
  const { isWrong, ...reply } =
    chief?.wrong === undefined
      ? { ...replyTo(sandbox, chief?.planned, request, access, at), isWrong: chief !== undefined }
      : await chief.wrong(request);
  if (chief !== undefined && !isWrong) chief.met -= 1;
  const faults = met.filter((fault) => isWrong || fault !== chief).map(({ planned }) => nameOf(planned));
  const observed = {
    ...{ at, request, access, before, after: cell.state, reply, isWrong },
    faults: faults.length === 0 ? undefined : faults,
  };
  if (sandbox.cell === cell) journal.record(observed);
  else journal.notify(observed);

  const latency = latencyOfAll(met);
  if (latency > 0) await sleep(latency);
  return reply;
}

/** The latencies of the faults that a request meets, together no longer than one may be. */
export function latencyOfAll(met: readonly ArmedFault[]): number {
  const sum = met.reduce((before, { latency }) => before + latency(), 0);
  return Math.min(longestLatency, sum);
}

const isLatency = ({ planned }: ArmedFault): boolean => 'latencyMs' in planned;

/** With a fault that is neither latency nor from the catalogue, or with none. */
function replyTo(
  { cell, handle }: Sandbox,
  fault: PlannedFault | undefined,
  request: HttpRequest,
  access: Access,
  at: number,
): HttpReply {
  if (fault !== undefined && 'status' in fault) return errorAnswer(fault, request, at);
  const drop = fault !== undefined && 'drop' in fault ? fault.drop : undefined;
  if (drop === 'before') return { status: 0, body: '', cut: 'before' };
  const reply = applyTo(cell, handle(cell.state, request, at, access));
  if (fault === undefined) return reply;
  if (drop === 'after') return { ...reply, cut: 'before' };
  const half = { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) };
  return 'invalidJson' in fault ? half : { ...half, promised: Buffer.byteLength(reply.body) };
}

function latencyOf(planned: PlannedFault, chance: () => number): number {
  if (!('latencyMs' in planned)) return 0;
  const { latencyMs } = planned;
  if (typeof latencyMs === 'number') return latencyMs;
  return latencyMs.from + Math.floor(chance() * (latencyMs.to - latencyMs.from + 1));
}

function errorAnswer(
  { status, code, message, retryAfter }: Extract<Effect, { status: number }>,
  request: HttpRequest,
  now: number,
): HttpReply {
  // A test may want a code that we do not know.
  const asked = (code as ErrorCode | undefined) ?? codeFor(status, request);
  const error = errorObject(asked, message ?? 'This answer is a fault on purpose.');
  const reply = errorReply(status, error);
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  if (seconds === undefined) return reply;
  return { ...reply, headers: ['Retry-After', String(seconds), 'X-Rate-Limit-Reset', String(now + seconds)] };
}

/** The code that a status would have, had the service itself come to it. */
function codeFor(status: number, { url }: HttpRequest): ErrorCode {
  if (status >= 500) return 'ERR_INTERNAL';
  if (status === 404) return codesOfMissing.find(([part]) => part.test(url))?.[1] ?? 'ERR_API_NOT_FOUND';
  return codes[status] ?? 'ERR_BAD_REQUEST';
}

const codes: Readonly<Partial<Record<number, ErrorCode>>> = {
  401: 'AUTH_ERR_APIKEY_NOT_FOUND',
  403: 'AUTH_ERR_NO_ACCESS',
  429: 'ERR_TOO_MANY_REQUESTS',
};

const codesOfMissing = [
  [/\/conversation(?:[/?]|$)/, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  [/^\/v3\/users\//, 'ERR_UID_NOT_FOUND'],
  [/^\/v3\/groups\//, 'ERR_GUID_NOT_FOUND'],
] as const;

/** As the journal names it. */
function nameOf(planned: PlannedFault): string {
  if ('wrong' in planned) return planned.wrong;
  if ('status' in planned) return `status ${planned.status}`;
  if ('drop' in planned) return `drop ${planned.drop}`;
  if ('latencyMs' in planned) return 'latency';
  return 'cutBody' in planned ? 'cutBody' : 'invalidJson';
}
