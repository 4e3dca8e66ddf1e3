import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMap, Place, problemText } from '../../fixtures/problem.ts';
import { choice, list, matching, object, type Shape, text } from '../../fixtures/shape.ts';
import { describeReply } from './answer.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver, DriverFactory, DriverReply, DriverRequest, DriverTarget } from './driver.ts';
import type { HttpClient, HttpClientOptions, Purpose, Sent, WireReply, WireRequest } from './http-client.ts';
import { restDriver } from './rest-driver.ts';

export interface BoundedDriverOptions
  extends Pick<HttpClientOptions, 'mask' | 'deadlineMs' | 'signal' | 'tidyingSignal'> {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** That of the nine calls when left out. */
  readonly factory: DriverFactory | undefined;
  readonly client: HttpClient;
  /** The driver is not what a driver has to be. Whoever hears of it ends the run. */
  readonly onFault: (sentence: string) => void;
}

type Name = keyof Driver;

/** What each function of a driver is for. All but `addMember` have to be there. */
const purposeOf = {
  ...{ createUser: 'arranging', createGroup: 'arranging', addMember: 'arranging', sendMessage: 'arranging' },
  ...{ conversations: 'reading', messages: 'reading' },
  ...{ removeUser: 'removing', removeGroup: 'removing' },
} as const satisfies Readonly<Record<Name, string>>;
const names = Object.keys(purposeOf) as readonly Name[];

/** What reads is asked for again where an answer was lost; nothing that may have happened is sent again. */
const readAttempts = 3;
/** When so many answers were lost without one between, nor one within a deadline, nobody waits any more. */
const mostLostInARow = 24;
/** A call of a driver may take so many requests, and the target so many deadlines for them: no list that a run makes is longer. */
const mostRequests = 250;
const mostDeadlines = 10;
const longestReason = 500;

/** One call under way. */
interface Call {
  readonly name: Name;
  readonly purpose: Purpose;
  wasLost: boolean;
  requests: number;
  /** What the target took for them. */
  ms: number;
  /** Requests that wait for their turn or their answer. */
  pending: number;
  /** Ends a call of a driver that waits for something else. */
  idle?: NodeJS.Timeout;
}

/**
 * A driver of which nothing is taken on trust: a call ends, whatever the driver or the target does. It throws
 * `CallFailed`, the reason once the run is stopped, or `DriverFault` where the driver itself is wrong; `onFault` gets
 * that.
 */
export async function boundedDriver(options: BoundedDriverOptions): Promise<(purpose: Purpose) => Driver> {
  const { client, apiKey, baseUrl, deadlineMs, mask, onFault } = options;
  const patienceMs = mostDeadlines * deadlineMs;
  let lostInARow = 0;
  let answeredAt = performance.now();
  const isDead = (): boolean => lostInARow >= mostLostInARow && performance.now() - answeredAt > deadlineMs;

  async function patiently(request: WireRequest, call: Call): Promise<Sent> {
    const attempts = purposeOf[call.name] === 'reading' ? readAttempts : 1;
    for (let attempt = 1; ; attempt += 1) {
      const sent = await client.send(request, call.purpose);
      call.requests += 1;
      call.ms += sent.ms;
      if (sent.reply.kind === 'lost') lostInARow += 1;
      else [lostInARow, answeredAt] = [0, performance.now()];
      const isLost = sent.reply.kind === 'lost' || sent.reply.status >= 500;
      if (isLost) call.wasLost = true;
      if (!isLost || attempt >= attempts || isDead() || isBusy(sent.reply)) return sent;
      await sleep(20 * attempt);
    }
  }

  async function request(call: Call, { method, path, as, body }: DriverRequest): Promise<DriverReply> {
    const what = `${method} ${path}`;
    if (isDead() && !call.purpose.isTidying) {
      throw new CallFailed('silent', `${what} was not sent, as the last ${lostInARow} got no answer`);
    }
    if (call.requests >= mostRequests) {
      throw new Error(`${what} was not sent, after ${mostRequests} requests for one call`);
    }
    if (call.ms > patienceMs) {
      throw new Error(`${what} was not sent, as the ones before took ${Math.round(call.ms)} ms`);
    }
    const headers: Record<string, string> = { apikey: apiKey };
    if (as !== undefined) headers['onBehalfOf'] = as;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const sentBody = body === undefined ? {} : { body: JSON.stringify(body) };
    call.pending += 1;
    const { reply, json } = await patiently({ method, path, headers, ...sentBody }, call).finally(() => {
      call.pending -= 1;
      call.idle?.refresh();
    });
    if (reply.kind === 'lost') {
      throw new CallFailed(isBusy(reply) ? 'busy' : 'silent', `${what} got ${describeReply(reply)}`);
    }
    if (reply.cut) throw new Error(`${what} was answered with more than anybody would read`);
    return { status: reply.status, json };
  }

  const wrong = (sentence: string): DriverFault => {
    const fault = new DriverFault(mask(sentence));
    onFault(fault.message);
    return fault;
  };
  const targetOf = (callOf: () => Call): DriverTarget => ({
    ...{ baseUrl, apiKey },
    request: (asked) => request(callOf(), asked),
  });
  const { run, canJoin } =
    options.factory === undefined ? ofDefault(targetOf) : await ofModule(options.factory, targetOf, wrong);

  async function bounded(call: Call, asked: readonly unknown[]): Promise<unknown> {
    const { name, purpose } = call;
    const mayHaveHappened = () => call.wasLost && purposeOf[name] === 'arranging';
    try {
      const acting = run(call, async (driver) => Reflect.apply(driver[name] as () => unknown, driver, asked));
      const value = await Promise.race([acting, idle(call)]).finally(() => clearTimeout(call.idle));
      const problem = problemOf(name, value);
      if (problem !== undefined) throw wrong(`${name} gave what it should not: ${problem}`);
      if (mayHaveHappened()) throw new CallFailed('silent', 'an answer was lost');
      return value;
    } catch (error) {
      if (error instanceof DriverFault) throw error;
      (purpose.isTidying ? options.tidyingSignal : options.signal)?.throwIfAborted();
      const why = mask(messageOf(error)).slice(0, longestReason);
      // A driver says with an Error of its own what could not be done; these are slips in its code.
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) {
        throw wrong(`${name} failed: ${why}.`);
      }
      const { kind, status } = error instanceof CallFailed ? error : new CallFailed('refused', why);
      throw new CallFailed(kind === 'refused' && mayHaveHappened() ? 'silent' : kind, why, status);
    }
  }

  /** Rejects when a driver has waited too long for something else than the target's answers. */
  const idle = (call: Call): Promise<never> =>
    new Promise((_, reject) => {
      call.idle = setTimeout(() => {
        if (call.pending > 0) call.idle?.refresh();
        else reject(wrong(`${call.name} did not end within ${patienceMs} ms.`));
      }, patienceMs);
    });

  const offered = names.filter((name) => canJoin || name !== 'addMember');
  return (purpose) => {
    const calls = offered.map((name) => {
      const isWhole = purposeOf[name] === 'arranging';
      return [name, (...asked: unknown[]) => bounded(newCall(name, { ...purpose, isWhole }), asked)] as const;
    });
    return Object.fromEntries(calls) as unknown as Driver;
  };
}

/** What was given in place of a driver has been reported, and ends the run. */
class DriverFault extends Error {}

type TargetOf = (callOf: () => Call) => DriverTarget;

interface Acting {
  /** Lets the driver act, whose requests belong to the call. */
  readonly run: (call: Call, act: (driver: Driver) => Promise<unknown>) => Promise<unknown>;
  readonly canJoin: boolean;
}

/** Costs next to nothing to make, so that each call has one of its own. */
const ofDefault = (targetOf: TargetOf): Acting => ({
  run: (call, act) => act(restDriver(targetOf(() => call))),
  canJoin: true,
});

/**
 * A module's driver is made once: what it asks for belongs to the call in which it asks. Following that costs a third of
 * a run, which the default driver does without.
 */
async function ofModule(
  factory: DriverFactory,
  targetOf: TargetOf,
  wrong: (sentence: string) => Error,
): Promise<Acting> {
  const underWay = new AsyncLocalStorage<Call>();
  let driver: unknown;
  try {
    driver = await factory(targetOf(() => underWay.getStore() ?? newCall('createUser', {})));
  } catch (error) {
    wrong(`its default export failed: ${messageOf(error)}.`);
  }
  const given = isMap(driver) ? driver : {};
  const missing = names.filter((name) => name !== 'addMember' && typeof given[name] !== 'function');
  // Its calls fail, where anybody makes one after all.
  if (missing.length > 0) {
    wrong(`what its default export gives lacks ${missing.join(', ')}; a driver has all seven functions.`);
  }
  const made = given as unknown as Driver;
  return { run: (call, act) => underWay.run(call, () => act(made)), canJoin: made.addMember !== undefined };
}

const peerShape = { kind: choice('kind', ['user', 'group']), id: matching('id', '.') };
const row = object('a row', peerShape, { conversationId: text('conversationId') }, { isOpen: true });
const answers: Partial<Record<Name, Pick<Shape<unknown>, 'read'>>> = {
  conversations: list('the list', row),
  messages: list('the list of texts', text('a message')),
};

/** What is wrong with what a driver gave, if anything is. */
function problemOf(name: Name, value: unknown): string | undefined {
  const place = new Place();
  answers[name]?.read(place, value);
  const [problem] = place.problems;
  return problem && problemText(problem);
}

const newCall = (name: Name, purpose: Purpose): Call => ({
  ...{ name, purpose, wasLost: false, requests: 0, ms: 0, pending: 0 },
});

const isBusy = (reply: WireReply): boolean => reply.kind === 'lost' && reply.waiting === true;

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
