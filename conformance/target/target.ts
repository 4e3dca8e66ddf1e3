import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeReply } from './answer.ts';
import type { Driver, DriverFactory, DriverTarget } from './driver.ts';
import {
  type Connect,
  createHttpClient,
  type HttpClient,
  unstoppable,
  type WireReply,
  type WireRequest,
} from './http-client.ts';
import { restDriver } from './rest-driver.ts';

/** The target of a run: the wire, the driver, and what the run has to know about its pace. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly send: HttpClient['send'];
  readonly requests: () => number;
  readonly latencyMs: () => number;
  readonly driver: Driver;
  /** How long a change may take until it shows. */
  readonly settleMs: number;
  /** Whether a read was seen to lag behind a write: then every look waits for the settling time first. */
  readonly lags: () => boolean;
  readonly noteLag: () => void;
  /** Leads every id of the run. */
  readonly prefix: string;
  /** What was created, in order, so that it can be removed. */
  readonly created: Created[];
  /** Refuses to create anything more, and waits for what is being created: parts of a run may outlive its end. */
  readonly endCreation: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly close: () => Promise<void>;
}

export interface Created {
  readonly kind: 'user' | 'group';
  readonly id: string;
}

export interface TargetOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly driver: DriverFactory | undefined;
  readonly connections: number;
  readonly deadlineMs: number;
  readonly settleMs: number;
  readonly prefix: string;
  readonly signal: AbortSignal | undefined;
}

export async function openTarget(options: TargetOptions, connect: Connect = createHttpClient): Promise<Target> {
  const { baseUrl, apiKey, settleMs, prefix, signal } = options;
  const client = connect(options);
  const created: Created[] = [];
  let lagging = false;
  const creation: Creation = { ended: false, running: new Set() };

  let lostInARow = 0;
  let answeredAt = performance.now();
  const isDead = (): boolean => lostInARow >= mostLostInARow && performance.now() - answeredAt > options.deadlineMs;

  /** Arranging and looking may be repeated: a lost answer or a 5xx there is no finding, only an obstacle. */
  async function patiently(request: WireRequest): Promise<WireReply> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await client.send(request);
      if (reply.kind === 'lost') lostInARow += 1;
      else [lostInARow, answeredAt] = [0, performance.now()];
      const failed = reply.kind === 'lost' || reply.status >= 500;
      const change = underWay.getStore();
      if (failed && change !== undefined) change.lost = true;
      if (!failed || attempt === 3 || isDead()) return reply;
      await sleep(20 * attempt);
    }
  }

  const request: DriverTarget['request'] = async ({ method, path, as, body }) => {
    const headers: Record<string, string> = { apikey: apiKey };
    if (as !== undefined) headers['onBehalfOf'] = as;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (isDead() && unstoppable.getStore() === undefined) {
      throw new TargetSilent(`${method} ${path} was not sent, as the last ${lostInARow} got no answer`);
    }
    const reply = await patiently({
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (reply.kind === 'lost') throw new TargetSilent(`${method} ${path} got ${describeReply(reply)}`);
    return { status: reply.status, json: reply.json };
  };

  const driver = await (options.driver ?? restDriver)({ baseUrl, apiKey, request });
  return {
    baseUrl,
    apiKey,
    send: client.send,
    requests: client.requests,
    latencyMs: client.latencyMs,
    driver: guarded(driver, { created, creation, signal, settleMs }),
    settleMs,
    lags: () => lagging,
    noteLag: () => {
      lagging = true;
    },
    prefix,
    created,
    endCreation: async () => {
      creation.ended = true;
      await Promise.allSettled(creation.running);
    },
    signal,
    close: client.close,
  };
}

/** The target gave no answer where the run cannot do without one. */
export class TargetSilent extends Error {}

/** The world could not be brought into the state that a case needs; no finding against the resets. */
export class Unarrangeable extends Error {}

/** When so many answers were lost without one between, nor one within a deadline, nobody waits any more. */
const mostLostInARow = 24;

/** Whether an answer was lost on the way to what is just being created or sent. */
const underWay = new AsyncLocalStorage<{ lost: boolean }>();

interface Creation {
  ended: boolean;
  readonly running: Set<Promise<void>>;
}

/** Remembers what is created, and tells what the target cannot do from what the wire cannot. */
function guarded(
  driver: Driver,
  { created, creation, signal, settleMs }: Pick<Target, 'created' | 'signal' | 'settleMs'> & { creation: Creation },
): Driver {
  const attempt = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TargetSilent || !(error instanceof Error)) throw error;
      throw new Unarrangeable(error.message, { cause: error });
    }
  };
  /**
   * What was not refused may be there, whatever became of the answer. Nor does a refusal say that it is not, where an
   * answer was lost before: the second request meets what the first one made. What follows will tell.
   */
  const create = async (one: Created, act: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    if (creation.ended) throw new TargetSilent(`${one.id} was not created any more`);
    const change = { lost: false };
    created.push(one);
    const running = underWay.run(change, () => attempt(act));
    creation.running.add(running);
    try {
      await running;
    } catch (error) {
      if (error instanceof Unarrangeable && change.lost) return;
      if (error instanceof Unarrangeable) created.splice(created.indexOf(one), 1);
      throw error;
    } finally {
      creation.running.delete(running);
    }
  };
  return {
    createUser: (uid) => create({ kind: 'user', id: uid }, () => driver.createUser(uid)),
    createGroup: (guid, members) => create({ kind: 'group', id: guid }, () => driver.createGroup(guid, members)),
    sendMessage: async (from, to, text) => {
      const change = { lost: false };
      await underWay.run(change, () => attempt(() => driver.sendMessage(from, to, text)));
      // The one whose answer was lost may be on its way still.
      if (change.lost) await sleep(settleMs, undefined, { signal });
    },
    conversations: (uid) => attempt(() => driver.conversations(uid)),
    messages: (uid, conversation) => attempt(() => driver.messages(uid, conversation)),
    removeUser: (uid) => unstoppable.run(true, () => driver.removeUser(uid)),
    removeGroup: (guid) => unstoppable.run(true, () => driver.removeGroup(guid)),
  };
}
