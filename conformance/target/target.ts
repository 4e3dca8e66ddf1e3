import type { Left } from '../report/document.ts';
import { scopeOf } from '../scenario/ids.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { openAskAgain } from './ask-again.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver } from './driver.ts';
import { type DriverFor, driverCalls } from './driver-calls.ts';
import { moduleDriver } from './driver-module.ts';
import {
  type Connect,
  createHttpClient,
  type Exchange,
  type SendingOptions,
  type WireReply,
  type WireRequest,
} from './http-client.ts';
import { connectOverHttp } from './http-transport.ts';
import { nothingKnown, restDriver } from './rest-driver.ts';
import { tidyUp } from './tidy-up.ts';

/** The target of a run: the wire, what arranges and observes, and what the run has to know about its pace. */
export type Target = Readonly<ReturnType<typeof openTarget>>;

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

export interface TargetOptions extends SendingOptions, Pick<VerifyOptions, 'baseUrl' | 'driver'> {
  readonly connections: number;
  /** How long a change may take until it shows. */
  readonly settleMs: number;
  /** Leads every id of the run. */
  readonly prefix: string;
}

export function openTarget(options: TargetOptions, connect: Connect = connectOverHttp) {
  const { baseUrl, apiKey, settleMs, prefix, signal, tidyingSignal, driver: factory } = options;
  const client = createHttpClient(options, connect(options));
  const { send, mask, requests, latencyMs, close } = client;
  const known = nothingKnown();
  const driverFor: DriverFor =
    factory === undefined
      ? (request) => restDriver({ baseUrl, apiKey, request }, known)
      : moduleDriver(factory, { ...options, mask });
  const recorded = driverCalls({ ...options, send, mask }, driverFor);
  /** In order, so that it can be removed. */
  const created: Created[] = [];
  let resets = 0;
  let scopes = 0;
  const begun: Promise<unknown>[] = [];
  const askAgain = openAskAgain(options);

  /** Remembers what may be there from now on, whatever becomes of the answer. */
  async function create(one: Created, act: () => Promise<unknown>): Promise<void> {
    signal?.throwIfAborted();
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
  }

  const calls = (record?: Exchange[]): TargetCalls => {
    const driver = recorded(record);
    const { addMember } = driver;
    return {
      send: async (request) => {
        if (request.path.endsWith('/conversation')) resets += 1;
        return (await send(request, { record })).reply;
      },
      driver: {
        ...driver,
        createUser: (id) => create({ kind: 'user', id }, () => driver.createUser(id)),
        createGroup: (id, members, roles) =>
          create({ kind: 'group', id }, () => driver.createGroup(id, members, roles)),
        sendMessage: (...message) => askAgain(() => driver.sendMessage(...message)),
        ...(addMember && { addMember: (...member) => askAgain(() => addMember(...member)) }),
      },
    };
  };
  let signsOfLag = 0;
  return {
    ...{ baseUrl, apiKey, settleMs, prefix, created, signal, requests, latencyMs, close },
    ...calls(),
    /** Leads every id of an execution, and of no other one in the run. */
    nextScope: () => {
      scopes += 1;
      return scopeOf(prefix, scopes);
    },
    /** The same calls, whose exchanges are written down here. */
    recorded: (record: Exchange[]) => calls(record),
    /** Requests that were sent, and that will remove what was created. */
    cost: () => requests() + created.length,
    /** How many of the requests were resets. */
    resets: () => resets,
    /** Whether writes show late, or count late: observations and resets wait for the settling time then. */
    lags: () => signsOfLag > 1,
    noteLag: () => {
      signsOfLag = 2;
    },
    /** What looks like lag may be the doing of somebody else: it is taken for lag the second time. */
    noteSignOfLag: () => {
      signsOfLag += 1;
    },
    /**
     * Removes what was created, also in a stopped run, and waits for a busy target no longer than that; resolves to what is
     * left. Begins once nothing is being created any more: parts of a run may outlive its end.
     */
    tidyUp: async (patienceMs: number, width: number, onRemoved?: () => void) => {
      await Promise.allSettled(begun);
      const calling = { ...options, signal: tidyingSignal, send: client.tidying(patienceMs), mask };
      return tidyUp(created, driverCalls(calling, driverFor)(), width, onRemoved);
    },
  };
}
