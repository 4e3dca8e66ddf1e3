import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMap, shortened } from '../../fixtures/problem.ts';
import { describeReply } from './answer.ts';
import type { Driver, DriverFactory, DriverReply, DriverRequest, DriverTarget } from './driver.ts';
import type { HttpClient, Purpose, WireReply, WireRequest } from './http-client.ts';
import { restDriver } from './rest-driver.ts';
import type { Mask } from './secrets.ts';

/** What came of a call of the driver. */
export type Called<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The target said no, or said what nobody can read. */
  | { readonly kind: 'refused'; readonly why: string; readonly status: number | undefined }
  /**
   * No answer; of what arranges also where one was lost on the way: it may have happened, or may happen at any later
   * time. `isBusy`: no answer but the wish to be asked later.
   */
  | { readonly kind: 'doubtful'; readonly why: string; readonly isBusy: boolean };

/** What reads is asked for again where an answer was lost; nothing that may have happened is sent again. */
export type CallDriver = <Value>(
  name: keyof Driver,
  act: (driver: Driver) => Promise<Value>,
  purpose?: Purpose,
) => Promise<Called<Value>>;

/** What each function of a driver is for. All but `addMember` have to be there. */
const purposeOf = {
  ...{ createUser: 'arranging', createGroup: 'arranging', addMember: 'arranging', sendMessage: 'arranging' },
  ...{ conversations: 'reading', messages: 'reading' },
  ...{ removeUser: 'removing', removeGroup: 'removing' },
} as const satisfies Readonly<Record<keyof Driver, string>>;
const readAttempts = 3;

/** A request was refused with this status; `message` says what it was for. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, what: string) {
    super(`${what} was answered with ${status}`);
    this.status = status;
  }
}

/** The target gave no answer where the run cannot do without one. */
class TargetSilent extends Error {
  readonly isBusy: boolean;

  constructor(message: string, isBusy = false) {
    super(message);
    this.isBusy = isBusy;
  }
}

export interface DriverCallsOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** That of the nine calls when left out. */
  readonly factory: DriverFactory | undefined;
  readonly client: HttpClient;
  readonly mask: Mask;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly tidyingSignal: AbortSignal | undefined;
  /** The driver is not what a driver has to be. Whoever hears of it ends the run. */
  readonly onFault: (sentence: string) => void;
}

/** When so many answers were lost without one between, nor one within a deadline, nobody waits any more. */
const mostLostInARow = 24;
/** A call of a driver may take so many requests, and the target so many deadlines for them. */
const mostRequests = 250;
const mostDeadlines = 10;
const longestReason = 500;

/** One call under way. */
interface Call {
  readonly purpose: Purpose;
  readonly attempts: number;
  wasLost: boolean;
  requests: number;
  /** What the target took for them. */
  ms: number;
  /** Requests that wait for their turn or their answer, and when there was one last. */
  pending: number;
  activeAt: number;
}

/**
 * Calls a driver, of which nothing is taken on trust: a call ends, whatever the driver or the target does, and comes to
 * a value. It throws only once the run is stopped, or where the driver itself is wrong, which `onFault` is told.
 */
export async function driverCalls(options: DriverCallsOptions): Promise<CallDriver> {
  const { client, apiKey, baseUrl, deadlineMs, mask, signal, onFault } = options;
  const patienceMs = mostDeadlines * deadlineMs;
  let lostInARow = 0;
  let answeredAt = performance.now();
  const isDead = (): boolean => lostInARow >= mostLostInARow && performance.now() - answeredAt > deadlineMs;

  async function patiently(request: WireRequest, call: Call): Promise<{ reply: WireReply; json: unknown }> {
    for (let attempt = 1; ; attempt += 1) {
      call.pending += 1;
      const { reply, json, ms } = await client.ask(request, call.purpose).finally(() => {
        call.pending -= 1;
        call.activeAt = performance.now();
      });
      call.requests += 1;
      call.ms += ms;
      if (reply.kind === 'lost') lostInARow += 1;
      else [lostInARow, answeredAt] = [0, performance.now()];
      const isLost = reply.kind === 'lost' || reply.status >= 500;
      if (isLost) call.wasLost = true;
      if (!isLost || attempt >= call.attempts || isDead() || isBusy(reply)) return { reply, json };
      await sleep(20 * attempt);
    }
  }

  async function request(call: Call, { method, path, as, body }: DriverRequest): Promise<DriverReply> {
    const what = `${method} ${path}`;
    if (isDead() && !call.purpose.isTidying) {
      throw new TargetSilent(`${what} was not sent, as the last ${lostInARow} got no answer`);
    }
    if (call.requests >= mostRequests)
      throw new Error(`${what} was not sent, after ${mostRequests} requests for one call`);
    if (call.ms > patienceMs)
      throw new Error(`${what} was not sent, as the ones before took ${Math.round(call.ms)} ms`);
    const headers: Record<string, string> = { apikey: apiKey };
    if (as !== undefined) headers['onBehalfOf'] = as;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const { reply, json } = await patiently({ method, path, headers, ...text }, call);
    if (reply.kind === 'lost') throw new TargetSilent(`${what} got ${describeReply(reply)}`, isBusy(reply));
    if (reply.cut) throw new Error(`${what} was answered with more than anybody would read`);
    return { status: reply.status, json };
  }

  const wrong = (sentence: string): DriverFault => {
    const told = mask(sentence);
    onFault(told);
    return new DriverFault(told);
  };
  const targetOf = (callOf: () => Call): DriverTarget => ({
    ...{ baseUrl, apiKey },
    request: (asked) => request(callOf(), asked),
  });
  const run = options.factory === undefined ? ofDefault(targetOf) : await ofModule(options.factory, targetOf, wrong);

  const call: CallDriver = async (name, act, purpose = {}) => {
    if (run === undefined) throw new DriverFault('there is no driver');
    const state = newCall(purposeOf[name] === 'reading' ? readAttempts : 1, purpose);
    const isLost = () => state.wasLost && purposeOf[name] === 'arranging';
    try {
      const value = await watched(run(state, act), name, state);
      const fault = faultOf(name, value);
      if (fault !== undefined) throw wrong(`${name} gave ${fault}`);
      return isLost() ? { kind: 'doubtful', why: 'an answer was lost', isBusy: false } : { kind: 'done', value };
    } catch (error) {
      if (error instanceof DriverFault) throw error;
      (purpose.isTidying ? options.tidyingSignal : signal)?.throwIfAborted();
      const why = mask(messageOf(error)).slice(0, longestReason);
      if (error instanceof TargetSilent) return { kind: 'doubtful', why, isBusy: error.isBusy };
      // A driver says with an Error of its own what could not be done; these are slips in its code.
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) {
        throw wrong(`${name} failed: ${why}.`);
      }
      if (isLost()) return { kind: 'doubtful', why, isBusy: false };
      return { kind: 'refused', why, status: error instanceof Refused ? error.status : undefined };
    }
  };

  /** A driver that waits for something else than the target's answers is given up after a while. */
  async function watched<Value>(acting: Promise<Value>, name: keyof Driver, state: Call): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    const idle = new Promise<never>((_, reject) => {
      const watch = (): void => {
        const idleMs = state.pending > 0 ? 0 : performance.now() - state.activeAt;
        if (idleMs >= patienceMs) reject(wrong(`${name} did not end within ${patienceMs} ms.`));
        else timer = setTimeout(watch, patienceMs - idleMs);
      };
      watch();
    });
    try {
      return await Promise.race([acting, idle]);
    } finally {
      clearTimeout(timer);
    }
  }

  return call;
}

/** What was given in place of a driver has been told, and ends the run. */
class DriverFault extends Error {}

/** Lets a driver act, whose requests belong to the call. */
type Run = <Value>(call: Call, act: (driver: Driver) => Promise<Value>) => Promise<Value>;
type TargetOf = (callOf: () => Call) => DriverTarget;

/** Costs next to nothing to make, so that each call has one of its own. */
const ofDefault =
  (targetOf: TargetOf): Run =>
  (call, act) =>
    act(restDriver(targetOf(() => call)));

/**
 * A module's driver is made once: what it asks for belongs to the call in which it asks. Following that costs a third of
 * a run, which the default driver does without. Undefined where the factory makes no driver, which `wrong` was told.
 */
async function ofModule(
  factory: DriverFactory,
  targetOf: TargetOf,
  wrong: (sentence: string) => Error,
): Promise<Run | undefined> {
  const underWay = new AsyncLocalStorage<Call>();
  let driver: unknown;
  try {
    driver = await factory(targetOf(() => underWay.getStore() ?? newCall(1)));
  } catch (error) {
    wrong(`its default export failed: ${messageOf(error)}.`);
    return undefined;
  }
  const missing = Object.keys(purposeOf).filter(
    (name) => name !== 'addMember' && !(isMap(driver) && typeof driver[name] === 'function'),
  );
  if (missing.length === 0) return (call, act) => underWay.run(call, () => act(driver as Driver));
  wrong(`what its default export gives lacks ${missing.join(', ')}; a driver has all seven functions.`);
  return undefined;
}

/** What a driver gave in place of what it has to give, and what would be right; undefined when all is well. */
function faultOf(name: keyof Driver, given: unknown): string | undefined {
  if (name !== 'conversations' && name !== 'messages') return undefined;
  const { isEntry, right } = entriesOf[name];
  const at = Array.isArray(given) ? given.findIndex((entry) => !isEntry(entry)) : undefined;
  if (at === -1) return undefined;
  const found = at === undefined ? inWords(given) : `an array with ${inWords((given as unknown[])[at])} at ${at}`;
  return `${found}; right is an array of ${right}.`;
}

const isListed = (row: unknown): boolean =>
  isMap(row) &&
  (row['kind'] === 'user' || row['kind'] === 'group') &&
  typeof row['id'] === 'string' &&
  row['id'] !== '' &&
  (row['conversationId'] === undefined || typeof row['conversationId'] === 'string');

const entriesOf = {
  conversations: { isEntry: isListed, right: '{ kind: "user" or "group", id, conversationId? }' },
  messages: { isEntry: (text: unknown) => typeof text === 'string', right: 'the texts' },
};

const inWords = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : shortened(JSON.stringify(value) ?? String(value));

const newCall = (attempts: number, purpose: Purpose = {}): Call => ({
  ...{ purpose, attempts, wasLost: false, requests: 0, ms: 0, pending: 0 },
  activeAt: performance.now(),
});

const isBusy = (reply: WireReply): boolean => reply.kind === 'lost' && reply.waiting === true;

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
