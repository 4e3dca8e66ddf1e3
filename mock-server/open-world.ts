import type { Behaviour, ChatState } from '../core/index.ts';
import type { Keys } from './authenticate.ts';
import { type Clock, createClock } from './clock.ts';
import type { Configuration, Handler } from './handle-request.ts';
import type { Delivery, HttpReply, HttpRequest } from './http-message.ts';
import { createJournal, type Journal } from './journal.ts';

/** A world while it is served, and all that can change of it. */
export interface OpenWorld {
  /** Empty for the world of the key itself. */
  readonly name: string;
  /** The key in `apiKey` opens it, and no other world. */
  readonly keys: Keys;
  readonly behaviour: Behaviour;
  readonly handle: Handler;
  /** Where it starts, and starts again. */
  readonly start: ChatState;
  /** The one mutable cell of the API: replaced by each request that changes something. */
  state: ChatState;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly snapshots: Map<string, ChatState>;
  /** Answers in place of the world while something is to be done wrong on purpose. */
  meddle: ((request: HttpRequest) => Promise<Delivery>) | undefined;
}

export interface WorldSettings {
  readonly behaviour: Behaviour;
  readonly start: ChatState;
  /** How many happenings its journal keeps. */
  readonly journal: number;
  readonly milliseconds: () => number;
  /** The API as it is to be served. */
  readonly createHandler: (configuration: Configuration) => Handler;
}

/** Costs a reference to the starting state, whatever is in there. */
export function openWorld(name: string, keys: Keys, settings: WorldSettings): OpenWorld {
  const { behaviour, start, journal, milliseconds, createHandler } = settings;
  const handle = createHandler({ ...keys, behaviour });
  return {
    name,
    keys,
    behaviour,
    handle,
    start,
    state: start,
    clock: createClock(milliseconds),
    journal: createJournal({ most: journal, keys, replay: handle }),
    snapshots: new Map(),
    meddle: undefined,
  };
}

/** Answers a request, and writes it down. */
export function answer(world: OpenWorld, request: HttpRequest): HttpReply | Promise<Delivery> {
  if (world.meddle !== undefined) return world.meddle(request);
  const at = world.clock.now();
  const before = world.state;
  const reply = applyTo(world, request, at);
  world.journal.record(at, request, { reply, before, after: world.state });
  return reply;
}

/** Nothing is awaited between reading the state and replacing it. */
export function applyTo(world: OpenWorld, request: HttpRequest, at: number): HttpReply {
  const { state, reply } = world.handle(world.state, request, at);
  world.state = state;
  return reply;
}
