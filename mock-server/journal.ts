import type { ChatState } from '../core/index.ts';
import type { Access } from './authenticate.ts';
import type { Handled, OpenHandler } from './handle-request.ts';
import type { Delivery, HttpRequest } from './http-message.ts';

/** What is written down of a request. */
export interface Observed {
  /** By the sandbox's clock. */
  readonly at: number;
  readonly request: HttpRequest;
  readonly access: Access;
  readonly before: ChatState;
  readonly after: ChatState;
  /** Of the answer. */
  readonly status: number;
  /** Of the answer, where that is not worked out again from what was asked. */
  readonly body?: string;
  /** The faults on purpose that it met. */
  readonly faults?: readonly string[] | undefined;
  /** The answer, where such a fault made it another one. */
  readonly wrong?: Delivery | undefined;
}

/**
 * A request that came. What it did and was answered follows from that, as the API is a pure function, and is worked out
 * when somebody reads it: what outlives its request costs the garbage collector more than all the rest of a journal.
 */
export class Recorded {
  /** Counts from 1 in its sandbox. */
  readonly number: number;
  readonly at: number;
  readonly access: Access;
  readonly status: number;
  readonly body: string | undefined;
  readonly faults: readonly string[] | undefined;
  readonly wrong: Delivery | undefined;
  /** As the control surface shows it, once it did. */
  shown: string | undefined;
  readonly #method: string;
  readonly #url: string;
  readonly #onBehalfOf: string | undefined;
  readonly #contentType: string | undefined;
  readonly #requestBody: string;
  readonly #handle: OpenHandler;
  /** What it met, or the entry that left it. */
  #met: ChatState | Recorded;
  readonly #isUnchanged: boolean;
  #left: ChatState | undefined;

  constructor(number: number, observed: Observed, met: ChatState | Recorded, handle: OpenHandler) {
    const { request, body, wrong } = observed;
    this.number = number;
    this.at = observed.at;
    this.access = observed.access;
    this.status = observed.status;
    this.body = body && wrong === undefined ? shortened(body) : undefined;
    this.faults = observed.faults;
    this.wrong = wrong && { ...wrong, body: shortened(wrong.body) };
    this.shown = undefined;
    this.#method = request.method;
    this.#url = request.url;
    this.#onBehalfOf = request.headers['onbehalfof'];
    this.#contentType = request.headers['content-type'];
    this.#requestBody = request.body;
    this.#handle = handle;
    this.#met = met;
    this.#isUnchanged = observed.after === observed.before;
    this.#left = body === undefined || this.#isUnchanged ? undefined : observed.after;
  }

  /** Of its headers there are those that the API reads, but for the key. */
  get request(): HttpRequest {
    const headers = { onbehalfof: this.#onBehalfOf, 'content-type': this.#contentType };
    return { method: this.#method, url: this.#url, headers, body: this.#requestBody };
  }

  get before(): ChatState {
    if (this.#met instanceof Recorded) this.#met = this.#met.after;
    return this.#met;
  }

  get after(): ChatState {
    if (this.#isUnchanged) return this.before;
    this.#left ??= this.#handled().state;
    return this.#left;
  }

  /** What was sent, or the beginning of it. */
  get reply(): Delivery {
    if (this.wrong !== undefined) return this.wrong;
    return { status: this.status, body: this.body ?? shortened(this.#handled().reply.body) };
  }

  /** How many characters it keeps. */
  get size(): number {
    return this.#url.length + this.#requestBody.length + (this.wrong?.body ?? this.body ?? '').length;
  }

  #handled(): Handled {
    return this.#handle(this.before, this.request, this.at, this.access);
  }
}

/** How many characters of requests, and of answers that were wrong, a journal keeps; beyond it the oldest entry goes. */
export const mostCharacters = 1024 * 1024;

/** Every so many entries have the state that they met, which the others are worked out from. */
const stateEvery = 64;

/** A longer request is not kept for the sake of the entries behind it. */
const mostBehind = 1024;

/** Longer bodies of answers are shown up to here. */
const shownOfBody = 10 * 1024;

export type Journal = ReturnType<typeof createJournal>;

/** The last requests of a sandbox, `most` of them, where 0 keeps none; what is older is dropped, and counted. */
export function createJournal(most: number, handle: OpenHandler) {
  const watchers = new Set<(entry: Recorded) => void>();
  /** A ring: a map would leave tables behind whose entries outlive them, at a tenth of the time of a request. */
  const ring: (Recorded | undefined)[] = [];
  let size = 0;
  let next = 1;
  let characters = 0;
  let dropped = 0;
  let latest: Recorded | undefined;
  /** The state that the latest one left. */
  let left: ChatState | undefined;

  const placeOf = (number: number): number => (number - 1) % most;
  const entryAt = (number: number): Recorded => ring[placeOf(number)] as Recorded;

  function dropOldest(): void {
    const oldest = next - size;
    characters -= entryAt(oldest).size;
    ring[placeOf(oldest)] = undefined;
    size -= 1;
    dropped += 1;
  }

  /** What an entry is given of the state that it met: the one before it, if that is enough to work it out. */
  function metBy(before: ChatState): ChatState | Recorded {
    // A watcher reads it at once.
    if (latest === undefined || before !== left || watchers.size > 0) return before;
    return next % stateEvery === 0 || latest.size > mostBehind ? before : latest;
  }

  return {
    most,
    record: (observed: Observed): void => {
      if (most === 0 && watchers.size === 0) return;
      const entry = new Recorded(next, observed, metBy(observed.before), handle);
      latest = entry;
      left = observed.after;
      if (most > 0) {
        if (size === most) dropOldest();
        ring[placeOf(next)] = entry;
        size += 1;
        characters += entry.size;
      }
      next += 1;
      while (characters > mostCharacters && size > 1) dropOldest();
      for (const watcher of watchers) watcher(entry);
    },
    /** How many there are. */
    size: (): number => size,
    /** Oldest first. */
    entries: (): readonly Recorded[] => Array.from({ length: size }, (_, index) => entryAt(next - size + index)),
    /** For want of room, since it was last cleared. */
    dropped: (): number => dropped,
    clear: (): void => {
      ring.fill(undefined);
      latest = undefined;
      left = undefined;
      size = 0;
      characters = 0;
      dropped = 0;
    },
    /** Tells of everything that happens from now on, until the function that it answers with is called. */
    watch: (watcher: (entry: Recorded) => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** By way of its bytes, as a part of a text keeps the whole of it in memory. */
const shortened = (body: string): string =>
  body.length <= shownOfBody ? body : `${Buffer.from(body.slice(0, shownOfBody)).toString()}…`;
