import type { Behaviour, ChatState } from '../core/index.ts';
import { type Access, type Keys, keyOf } from './authenticate.ts';
import { type Clock, createClock, timeOf } from './clock.ts';
import type { ArmedFault, answerWithFaults } from './control/apply-faults.ts';
import type { Handled, Handler } from './handle-request.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { createJournal, type Journal, type Recorded } from './journal.ts';

/** A part of the server with a state of its own, and all that can change of it. */
export interface Sandbox {
  /** Empty for the sandbox of the key itself. */
  readonly name: string;
  /** Those that lead here. */
  readonly keys: Keys;
  readonly behaviour: Behaviour;
  readonly handle: Handler;
  /** Where it starts, and starts again. */
  start: ChatState;
  /**
   * Where a state is replaced by each request that changes something. Another one after each reset, so that what began
   * before it has no effect any more.
   */
  cell: { state: ChatState };
  clock: Clock;
  readonly journal: Journal;
  readonly snapshots: Map<string, ChatState>;
  /** While something is to go wrong on purpose: what, in the order in which it was armed, and who answers then. */
  faults: { readonly all: readonly ArmedFault[]; readonly answer: typeof answerWithFaults } | undefined;
  /** How many faults there were, so that no two have one id, not even where the first of them is spent. */
  faultsAdded: number;
}

/** The faults that are not spent. */
export const armedIn = ({ faults, clock }: Sandbox): readonly ArmedFault[] =>
  (faults?.all ?? []).filter(({ isSpent }) => !isSpent(timeOf(clock)));

/** What a sandbox starts with. */
export interface StartingPoint {
  readonly behaviour: Behaviour;
  readonly state: ChatState;
}

export interface SandboxSettings {
  /** Those of the server. */
  readonly keys: Keys;
  /** How many entries its journal keeps. */
  readonly journal: number;
  /** Called with every request that was answered. */
  readonly observe?: ((sandbox: Sandbox, entry: Recorded) => void) | undefined;
  /** The API as it is to be served. */
  readonly createHandler: (behaviour: Behaviour) => Handler;
}

/** Costs a reference to the starting state, whatever is in there. */
export function openSandbox(name: string, { behaviour, state }: StartingPoint, settings: SandboxSettings): Sandbox {
  const { keys } = settings;
  const handle = settings.createHandler(behaviour);
  const sandbox: Sandbox = {
    name,
    keys: { ...keys, apiKey: keyOf(keys.apiKey, name) },
    behaviour,
    handle,
    start: state,
    cell: { state },
    clock: createClock(),
    journal: createJournal(settings.journal, handle),
    snapshots: new Map(),
    faults: undefined,
    faultsAdded: 0,
  };
  if (settings.observe !== undefined) sandbox.journal.watch((entry) => settings.observe?.(sandbox, entry));
  return sandbox;
}

/** Answers a request, and writes it down. */
export function answer(sandbox: Sandbox, request: HttpRequest, access: Access): HttpReply | Promise<HttpReply> {
  const { cell, clock, faults } = sandbox;
  if (faults !== undefined && armedIn(sandbox).length > 0) return faults.answer(sandbox, request, access);
  const at = timeOf(clock);
  const before = cell.state;
  const reply = applyTo(cell, sandbox.handle(before, request, at, access));
  sandbox.journal.record({ at, request, access, before, after: cell.state, reply });
  return reply;
}

/** Nothing may be awaited between reading the state, from which the handler came to this, and replacing it. */
export function applyTo(cell: Sandbox['cell'], { state, reply }: Handled): HttpReply {
  cell.state = state;
  return reply;
}
