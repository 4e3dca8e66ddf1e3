import { setMaxListeners } from 'node:events';
import type { Left } from '../report/document.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { boundedDriver } from './bounded-driver.ts';
import { CallFailed } from './call-failed.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Driver } from './driver.ts';
import {
  type Connect,
  createHttpClient,
  type Exchange,
  type Purpose,
  type WireReply,
  type WireRequest,
} from './http-client.ts';
import { connectOverHttp } from './http-transport.ts';
import { createPace, type Waiting } from './pace.ts';
import { maskOf, secretsOf } from './secrets.ts';

/** The target of a run: the wire, what arranges and observes, and what the run has to know about its pace. */
export interface Target extends TargetCalls {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The same calls, whose exchanges are written down here. */
  readonly recorded: (record: Exchange[]) => TargetCalls;
  readonly requests: () => number;
  readonly latencyMs: () => number;
  /** How long a change may take until it shows. */
  readonly settleMs: number;
  /** Whether a read was seen to lag behind a write: then every observation waits for the settling time first. */
  readonly lags: () => boolean;
  readonly noteLag: () => void;
  /** What looks like lag may be the doing of somebody else: it is taken for lag the second time. */
  readonly noteSignOfLag: () => void;
  /** Leads every id of the run. */
  readonly prefix: string;
  /** What was created, in order, so that it can be removed. */
  readonly created: Created[];
  /** Refuses to create anything more, and waits for what is being created: parts of a run may outlive its end. */
  readonly endCreation: () => Promise<void>;
  /** Also when the run is stopped; it throws only when tidying up is. */
  readonly remove: (one: Created) => Promise<Removed>;
  readonly signal: AbortSignal | undefined;
  readonly close: () => Promise<void>;
}

/** What can be asked of a target. Everything throws once the run is stopped. */
export interface TargetCalls {
  /** One request as it is, whose answer is to be judged. */
  readonly send: (request: WireRequest) => Promise<WireReply>;
  /** Throws `CallFailed`. Remembers what it has created. */
  readonly driver: Driver;
}

export interface Created extends Left {
  /** Its answer was lost, so that it may not be there. */
  readonly isDoubtful?: true;
}

export type Removed = 'removed' | CallFailed['kind'];

export interface TargetOptions extends Pick<VerifyOptions, 'baseUrl' | 'driver' | 'rate' | 'signal' | 'tidyingSignal'> {
  readonly apiKey: string;
  /** Further keys that no report may hold: one without the scope, and wrong ones. */
  readonly otherKeys?: readonly string[];
  readonly connections: number;
  readonly deadlineMs: number;
  readonly settleMs: number;
  readonly prefix: string;
  readonly clock?: Clock | undefined;
  /** The target asked to wait, and the run does. */
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
  /** The driver is not what a driver has to be, said in a sentence; the run has to end. */
  readonly onDriverFault?: ((sentence: string) => void) | undefined;
}

export async function openTarget(options: TargetOptions, connect: Connect = connectOverHttp): Promise<Target> {
  const { baseUrl, apiKey, otherKeys = [], deadlineMs, settleMs, prefix } = options;
  const { signal, tidyingSignal, clock = systemClock } = options;
  // Every request in flight listens to them.
  for (const one of [signal, tidyingSignal]) if (one !== undefined) setMaxListeners(0, one);
  const created: Created[] = [];
  const secrets = secretsOf(apiKey, otherKeys);
  const mask = maskOf(secrets);
  const pace = createPace({ rate: options.rate, clock, onWait: options.onWait });
  const common = { deadlineMs, signal, tidyingSignal, mask };
  const client = createHttpClient({ ...common, transport: connect(options), secrets, pace, clock });
  const driverFor = await boundedDriver({
    ...{ ...common, baseUrl, apiKey, client },
    factory: options.driver,
    onFault: options.onDriverFault ?? (() => {}),
  });
  const { create, endCreation } = creating(created, signal);
  const calls = (purpose: Purpose = {}): TargetCalls => {
    const driver = driverFor(purpose);
    return {
      send: async (request) => (await client.send(request, purpose)).reply,
      driver: {
        ...driver,
        createUser: (id) => create({ kind: 'user', id }, () => driver.createUser(id)),
        createGroup: (id, members) => create({ kind: 'group', id }, () => driver.createGroup(id, members)),
      },
    };
  };
  let signsOfLag = 0;
  return {
    ...{ baseUrl, apiKey, settleMs, prefix, created, signal, endCreation },
    ...calls(),
    recorded: (record) => calls({ record }),
    requests: client.requests,
    latencyMs: client.latencyMs,
    lags: () => signsOfLag > 1,
    noteLag: () => {
      signsOfLag = 2;
    },
    noteSignOfLag: () => {
      signsOfLag += 1;
    },
    remove: (one) => remove(driverFor({ isTidying: true }), one),
    close: client.close,
  };
}

/** Remembers in `created` what may be there from now on, whatever becomes of the answer. */
function creating(created: Created[], signal: AbortSignal | undefined) {
  const begun: Promise<void>[] = [];
  let hasEnded = false;
  const create = async (one: Created, act: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    if (hasEnded) throw new CallFailed('silent', `${one.id} was not created any more`);
    created.push(one);
    begun.push(act());
    try {
      await begun.at(-1);
    } catch (error) {
      const isRefused = error instanceof CallFailed && error.kind === 'refused';
      // Of one that ends without an answer, as when it still waits for its turn, nobody knows.
      created.splice(created.indexOf(one), 1, ...(isRefused ? [] : [{ ...one, isDoubtful: true } as const]));
      throw error;
    }
  };
  const endCreation = async (): Promise<void> => {
    hasEnded = true;
    await Promise.allSettled(begun);
  };
  return { create, endCreation };
}

async function remove(driver: Driver, { kind, id, isDoubtful }: Created): Promise<Removed> {
  try {
    await (kind === 'group' ? driver.removeGroup(id) : driver.removeUser(id));
    return 'removed';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // What was perhaps never there has to be found there.
    return isDoubtful && error.status === 404 ? 'removed' : error.kind;
  }
}
