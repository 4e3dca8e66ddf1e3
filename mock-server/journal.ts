import type { ChatState } from '../core/index.ts';
import { beginningOf } from '../fixtures/plain-data.ts';
import type { Access } from './authenticate.ts';
import type { Handled, Handler } from './handle-request.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';

export interface Observed {
  /** By the sandbox's clock. */
  readonly at: number;
  readonly request: HttpRequest;
  readonly access: Access;
  readonly before: ChatState;
  readonly after: ChatState;
  readonly reply: HttpReply;
  /** The faults on purpose that it met. */
  readonly faults?: readonly string[] | undefined;
  /** Where there was one: whether it made the answer or the effect another one. */
  readonly isWrong?: boolean;
}

/**
 * A request that came. What it did and was answered follows from that, as the API is a pure function, and is worked out
 * when somebody reads it: states that outlive their requests are a tenth of what a request costs. Only refusals, which
 * took their time to say what was meant, and what faults did are kept. What is kept lies in one object: each more would
 * make all requests wait longer while memory is collected.
 */
export class Recorded {
  /** Counts from 1 in its sandbox; 0 for one that is not kept. */
  readonly number: number;
  readonly at: number;
  readonly access: Access;
  /** Undefined where the connection ended without an answer. */
  readonly status: number | undefined;
  readonly faults: readonly string[] | undefined;
  readonly isWrong: boolean;
  /** How many characters it keeps. */
  readonly size: number;
  readonly #method: string;
  readonly #url: string;
  readonly #actor: string | undefined;
  readonly #contentType: string | undefined;
  readonly #text: string;
  readonly #handle: Handler;
  /** The state that it met, or the entry that left it. */
  #met: ChatState | Recorded;
  #left: ChatState | undefined;
  readonly #body: string | undefined;

  constructor(number: number, observed: Observed, met: ChatState | Recorded, handle: Handler) {
    const { request, reply, isWrong } = observed;
    const isKept = reply.status !== 200 || isWrong !== undefined;
    this.number = number;
    this.at = observed.at;
    this.#method = request.method;
    this.#url = request.url;
    this.#actor = request.headers['onbehalfof'];
    this.#contentType = request.headers['content-type'];
    this.#text = request.body;
    this.access = observed.access;
    this.status = reply.cut === 'before' ? undefined : reply.status;
    this.faults = observed.faults;
    this.isWrong = isWrong === true;
    this.#handle = handle;
    this.#met = met;
    this.#left = isKept ? observed.after : undefined;
    this.#body = isKept ? shortened(reply.body) : undefined;
    const ofHeaders = (this.#actor?.length ?? 0) + (this.#contentType?.length ?? 0);
    this.size = request.url.length + request.body.length + ofHeaders + (this.#body?.length ?? 0);
  }

  /** Of its headers there are those that the API reads, but for the key. */
  get request(): HttpRequest {
    const headers = { onbehalfof: this.#actor, 'content-type': this.#contentType };
    return { method: this.#method, url: this.#url, headers, body: this.#text };
  }

  get before(): ChatState {
    if (this.#met instanceof Recorded) this.#met = this.#met.after;
    return this.#met;
  }

  get after(): ChatState {
    return this.#left ?? this.#handled().state;
  }

  /** The body of the answer, or the beginning of it. */
  get body(): string {
    return this.#body ?? shortened(this.#handled().reply.body);
  }

  #handled(): Handled {
    const handled = this.#handle(this.before, this.request, this.at, this.access);
    this.#left = handled.state;
    return handled;
  }
}

/** How many characters of requests, and of answers that it keeps, a journal holds; beyond it the oldest entry goes. */
export const mostCharacters = 1024 * 1024;

/** Every so many entries have the state that they met, which the others are worked out from. */
const stateEvery = 64;

/** Longer bodies of answers are shown up to here. */
const shownOfBody = 10 * 1024;

export type Journal = ReturnType<typeof createJournal>;

/** The last requests of a sandbox, `most` of them, where 0 keeps none; what is older is dropped, and counted. */
export function createJournal(most: number, handle: Handler) {
  const watchers = new Set<(entry: Recorded) => void>();
  /** A ring: a map would leave tables behind whose entries outlive them, at a tenth of the time of a request. */
  const ring: (Recorded | undefined)[] = [];
  let size = 0;
  let next = 1;
  let characters = 0;
  let dropped = 0;
  /** The state that the latest one left; undefined where none is kept. */
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

  return {
    most,
    record: (observed: Observed): void => {
      if (most === 0 && watchers.size === 0) return;
      const { before, after } = observed;
      // A watcher reads it at once.
      const isBehind = before === left && next % stateEvery !== 0 && watchers.size === 0;
      const entry = new Recorded(next, observed, isBehind ? entryAt(next - 1) : before, handle);
      left = after;
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
    /** Notifies the watchers of a request that came before the sandbox was reset, and keeps nothing of it. */
    notify: (observed: Observed): void => {
      for (const watcher of watchers) watcher(new Recorded(0, observed, observed.before, handle));
    },
    size: (): number => size,
    /** Oldest first. */
    entries: (): readonly Recorded[] => Array.from({ length: size }, (_, index) => entryAt(next - size + index)),
    /** For want of room, since it was last cleared. */
    dropped: (): number => dropped,
    clear: (): void => {
      ring.fill(undefined);
      left = undefined;
      size = 0;
      characters = 0;
      dropped = 0;
    },
    /** Is called with everything that happens from now on, until the function that it answers with is called. */
    watch: (watcher: (entry: Recorded) => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

const shortened = (body: string): string => (body.length <= shownOfBody ? body : `${beginningOf(body, shownOfBody)}…`);
