import { setMaxListeners } from 'node:events';
import type { Left } from '../report/document.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ListedConversation, Peer } from './driver.ts';
import { type CallDriver, type Called, driverCalls } from './driver-calls.ts';
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
import { isOutside, maskOf, secretsOf } from './secrets.ts';

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
  /** Whether a read was seen to lag behind a write: then every look waits for the settling time first. */
  readonly lags: () => boolean;
  readonly noteLag: () => void;
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

/** What can be asked of a target. */
export interface TargetCalls {
  /** One request as it is, whose answer is to be judged. */
  readonly send: (request: WireRequest) => Promise<WireReply>;
  readonly arrange: Arrange;
  readonly observe: Observe;
}

/** Nothing that may have happened is sent again. All of them throw once the run is stopped, and for nothing else. */
export interface Arrange {
  readonly createUser: (uid: string) => Promise<Called<void>>;
  /** `later` are those who join it then; where a driver knows no joining, they are members at once. */
  readonly createGroup: (guid: string, members: readonly string[], later: readonly string[]) => Promise<Called<void>>;
  readonly addMember: (guid: string, uid: string) => Promise<Called<void>>;
  readonly sendMessage: (from: string, to: Peer, text: string) => Promise<Called<void>>;
}

/** What is lost on the way is asked for again. All of them throw once the run is stopped, and for nothing else. */
export interface Observe {
  readonly conversations: (uid: string) => Promise<Called<readonly ListedConversation[]>>;
  readonly messages: (uid: string, conversation: Peer) => Promise<Called<readonly string[]>>;
}

export interface Created extends Left {
  /** Its answer was lost, so that it may not be there. */
  readonly isDoubtful?: true;
}

/** `silent`: no answer; `busy`: none but the wish to be asked later. */
export type Removed = 'removed' | 'refused' | 'silent' | 'busy';

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
  if (signal !== undefined) setMaxListeners(0, signal);
  const created: Created[] = [];
  const secrets = secretsOf(apiKey, otherKeys);
  const mask = maskOf(
    secrets,
    isOutside(() => created.map(({ id }) => id)),
  );
  const pace = createPace({ rate: options.rate, clock, onWait: options.onWait });
  const common = { deadlineMs, signal, tidyingSignal, mask };
  const client = createHttpClient({ ...common, transport: connect(options), secrets, pace, clock });
  const call = await driverCalls({
    ...{ ...common, baseUrl, apiKey, client },
    factory: options.driver,
    onFault: options.onDriverFault ?? (() => {}),
  });
  const { create, endCreation } = creating(created, signal);
  const calls = (purpose: Purpose = {}): TargetCalls => {
    const callFor: CallDriver = (name, act) => call(name, act, purpose);
    return {
      send: (request) => client.send(request, purpose),
      arrange: arranging(callFor, create),
      observe: observing(callFor),
    };
  };
  let lagging = false;
  return {
    baseUrl,
    apiKey,
    ...calls(),
    recorded: (record) => calls({ record }),
    requests: client.requests,
    latencyMs: client.latencyMs,
    settleMs,
    lags: () => lagging,
    noteLag: () => {
      lagging = true;
    },
    prefix,
    created,
    endCreation,
    remove: (one) => remove((name, act) => call(name, act, { isTidying: true }), one),
    signal,
    close: client.close,
  };
}

type Create = (one: Created, act: () => Promise<Called<void>>) => Promise<Called<void>>;

/** Remembers in `created` what may be there from now on, whatever becomes of the answer. */
function creating(created: Created[], signal: AbortSignal | undefined) {
  const running = new Set<Promise<unknown>>();
  let hasEnded = false;
  const create: Create = async (one, act) => {
    signal?.throwIfAborted();
    if (hasEnded) return { kind: 'doubtful', why: `${one.id} was not created any more`, isBusy: false };
    created.push(one);
    const acting = act();
    running.add(acting);
    // Of one that ends without an answer, as when it still waits for its turn, nobody knows.
    let kind: Called<void>['kind'] = 'doubtful';
    try {
      const called = await acting;
      ({ kind } = called);
      return called;
    } finally {
      running.delete(acting);
      if (kind === 'refused') created.splice(created.indexOf(one), 1);
      if (kind === 'doubtful') created[created.indexOf(one)] = { ...one, isDoubtful: true };
    }
  };
  const endCreation = async (): Promise<void> => {
    hasEnded = true;
    await Promise.allSettled(running);
  };
  return { create, endCreation };
}

const arranging = (call: CallDriver, create: Create): Arrange => ({
  createUser: (id) => create({ kind: 'user', id }, () => call('createUser', (driver) => driver.createUser(id))),
  createGroup: (id, members, later) =>
    create({ kind: 'group', id }, () =>
      call('createGroup', (driver) =>
        driver.createGroup(id, driver.addMember === undefined ? [...members, ...later] : members),
      ),
    ),
  addMember: (guid, uid) => call('addMember', async (driver) => driver.addMember?.(guid, uid)),
  sendMessage: (from, to, text) => call('sendMessage', (driver) => driver.sendMessage(from, to, text)),
});

const observing = (call: CallDriver): Observe => ({
  conversations: (uid) => call('conversations', (driver) => driver.conversations(uid)),
  messages: (uid, conversation) => call('messages', (driver) => driver.messages(uid, conversation)),
});

async function remove(call: CallDriver, { kind, id, isDoubtful }: Created): Promise<Removed> {
  const called = await (kind === 'group'
    ? call('removeGroup', (driver) => driver.removeGroup(id))
    : call('removeUser', (driver) => driver.removeUser(id)));
  if (called.kind === 'done') return 'removed';
  if (called.kind === 'doubtful') return called.isBusy ? 'busy' : 'silent';
  // What was perhaps never there has to be found there.
  return isDoubtful && called.status === 404 ? 'removed' : 'refused';
}
