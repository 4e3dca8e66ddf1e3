import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMap, Place, problemText } from '../../fixtures/problem.ts';
import { choice, list, matching, object, text } from '../../fixtures/shape.ts';
import { describeReply } from './answer.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver, DriverFactory, DriverReply, DriverRequest, DriverTarget } from './driver.ts';
import type { HttpClient, Purpose, Sent, WireReply, WireRequest } from './http-client.ts';
import { restDriver } from './rest-driver.ts';
import type { Mask } from './secrets.ts';

export interface BoundedDriverOptions {
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

/** What each function of a driver is for. All but `addMember` have to be there. */
const purposeOf = {
  ...{ createUser: 'arranging', createGroup: 'arranging', addMember: 'arranging', sendMessage: 'arranging' },
  ...{ conversations: 'reading', messages: 'reading' },
  ...{ removeUser: 'removing', removeGroup: 'removing' },
} as const satisfies Readonly<Record<keyof Driver, string>>;

/** What reads is asked for again where an answer was lost; nothing that may have happened is sent again. */
const readAttempts = 3;
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
  /** Requests that wait for their turn or their answer. */
  pending: number;
  /** Ends a call of a driver that waits for something else. */
  idle: NodeJS.Timeout | undefined;
}

/**
 * A driver of which nothing is taken on trust: a call ends, whatever the driver or the target does. It throws
 * `CallFailed`, the reason once the run is stopped, or `DriverFault` where the driver itself is wrong, which `onFault` is
 * told.
 */
export async function boundedDriver(options: BoundedDriverOptions): Promise<(purpose: Purpose) => Driver> {
  const { client, apiKey, baseUrl, deadlineMs, mask, onFault } = options;
  const patienceMs = mostDeadlines * deadlineMs;
  let lostInARow = 0;
  let answeredAt = performance.now();
  const isDead = (): boolean => lostInARow >= mostLostInARow && performance.now() - answeredAt > deadlineMs;

  async function patiently(request: WireRequest, call: Call): Promise<Sent> {
    for (let attempt = 1; ; attempt += 1) {
      call.pending += 1;
      const sent = await client.send(request, call.purpose).finally(() => {
        call.pending -= 1;
        call.idle?.refresh();
      });
      call.requests += 1;
      call.ms += sent.ms;
      if (sent.reply.kind === 'lost') lostInARow += 1;
      else [lostInARow, answeredAt] = [0, performance.now()];
      const isLost = sent.reply.kind === 'lost' || sent.reply.status >= 500;
      if (isLost) call.wasLost = true;
      if (!isLost || attempt >= call.attempts || isDead() || isBusy(sent.reply)) return sent;
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
    const { reply, json } = await patiently({ method, path, headers, ...sentBody }, call);
    if (reply.kind === 'lost') {
      throw new CallFailed(isBusy(reply) ? 'busy' : 'silent', `${what} got ${describeReply(reply)}`);
    }
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
  const { run, canJoin } =
    options.factory === undefined ? ofDefault(targetOf) : await ofModule(options.factory, targetOf, wrong);

  async function bounded<Value>(
    name: keyof Driver,
    purpose: Purpose,
    act: (driver: Driver) => Promise<Value>,
  ): Promise<Value> {
    const call = newCall(name, purpose);
    const mayHaveHappened = () => call.wasLost && purposeOf[name] === 'arranging';
    try {
      const value = await watched(run(call, act), name, call);
      const problem = problemOf(name, value);
      if (problem !== undefined) throw wrong(`${name} gave what it should not: ${problem}`);
      if (!mayHaveHappened()) return value;
    } catch (error) {
      if (error instanceof DriverFault) throw error;
      (purpose.isTidying ? options.tidyingSignal : options.signal)?.throwIfAborted();
      const why = mask(messageOf(error)).slice(0, longestReason);
      if (error instanceof CallFailed && error.kind !== 'refused') throw new CallFailed(error.kind, why);
      // A driver says with an Error of its own what could not be done; these are slips in its code.
      if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) {
        throw wrong(`${name} failed: ${why}.`);
      }
      const status = error instanceof CallFailed ? error.status : undefined;
      throw new CallFailed(mayHaveHappened() ? 'silent' : 'refused', why, status);
    }
    throw new CallFailed('silent', 'an answer was lost');
  }

  /** A driver that waits for something else than the target's answers is given up after a while. */
  function watched<Value>(acting: Promise<Value>, name: keyof Driver, call: Call): Promise<Value> {
    const idle = new Promise<never>((_, reject) => {
      call.idle = setTimeout(() => {
        if (call.pending > 0) call.idle?.refresh();
        else reject(wrong(`${name} did not end within ${patienceMs} ms.`));
      }, patienceMs);
    });
    return Promise.race([acting, idle]).finally(() => {
      clearTimeout(call.idle);
      call.idle = undefined;
    });
  }

  return (purpose) => ({
    createUser: (uid) => bounded('createUser', purpose, (driver) => driver.createUser(uid)),
    createGroup: (guid, members) => bounded('createGroup', purpose, (driver) => driver.createGroup(guid, members)),
    ...(canJoin && {
      addMember: (guid, uid) => bounded('addMember', purpose, async (driver) => driver.addMember?.(guid, uid)),
    }),
    sendMessage: (from, to, text) => bounded('sendMessage', purpose, (driver) => driver.sendMessage(from, to, text)),
    conversations: (uid) => bounded('conversations', purpose, (driver) => driver.conversations(uid)),
    messages: (uid, peer) => bounded('messages', purpose, (driver) => driver.messages(uid, peer)),
    removeUser: (uid) => bounded('removeUser', purpose, (driver) => driver.removeUser(uid)),
    removeGroup: (guid) => bounded('removeGroup', purpose, (driver) => driver.removeGroup(guid)),
  });
}

/** What was given in place of a driver has been told, and ends the run. */
class DriverFault extends Error {}

type TargetOf = (callOf: () => Call) => DriverTarget;

interface Acting {
  /** Lets the driver act, whose requests belong to the call. */
  readonly run: <Value>(call: Call, act: (driver: Driver) => Promise<Value>) => Promise<Value>;
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
  const failing = (fault: Error): Acting => ({
    run: async () => {
      throw fault;
    },
    canJoin: false,
  });
  const underWay = new AsyncLocalStorage<Call>();
  let driver: unknown;
  try {
    driver = await factory(targetOf(() => underWay.getStore() ?? newCall('createUser', {})));
  } catch (error) {
    return failing(wrong(`its default export failed: ${messageOf(error)}.`));
  }
  const given = isMap(driver) ? driver : {};
  const missing = Object.keys(purposeOf).filter((name) => name !== 'addMember' && typeof given[name] !== 'function');
  if (missing.length > 0) {
    return failing(
      wrong(`what its default export gives lacks ${missing.join(', ')}; a driver has all seven functions.`),
    );
  }
  const made = driver as Driver;
  return { run: (call, act) => underWay.run(call, () => act(made)), canJoin: made.addMember !== undefined };
}

const peerShape = { kind: choice('kind', ['user', 'group']), id: matching('id', '.') };
const answers = {
  conversations: list(
    'the list',
    object('a row', peerShape, { conversationId: text('conversationId') }, { isOpen: true }),
  ),
  messages: list('the list of texts', text('a message')),
};

/** What is wrong with what a driver gave, if anything is. */
function problemOf(name: keyof Driver, value: unknown): string | undefined {
  if (name !== 'conversations' && name !== 'messages') return undefined;
  const place = new Place();
  answers[name].read(place, value);
  const [problem] = place.problems;
  return problem && problemText(problem);
}

const newCall = (name: keyof Driver, purpose: Purpose): Call => ({
  purpose: { ...purpose, isWhole: purposeOf[name] === 'arranging' },
  attempts: purposeOf[name] === 'reading' ? readAttempts : 1,
  ...{ wasLost: false, requests: 0, ms: 0, pending: 0, idle: undefined },
});

const isBusy = (reply: WireReply): boolean => reply.kind === 'lost' && reply.waiting === true;

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
