import type { ChatState } from '../core/index.ts';
import type { Access } from './authenticate.ts';
import type { OpenHandler } from './handle-request.ts';
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
  /** The faults on purpose that it met. */
  readonly faults?: readonly string[] | undefined;
  /** The answer, where such a fault made it another one. */
  readonly wrong?: Delivery | undefined;
}

/** A request that came. Of its headers there are those that the API reads, but for the key. */
export interface Recorded extends Observed {
  /** Counts from 1 in its sandbox. */
  readonly number: number;
}

/** The last requests of a sandbox; what is older is dropped, and counted. */
export interface Journal {
  /** How many it keeps; 0 keeps none. */
  readonly most: number;
  readonly record: (observed: Observed) => void;
  /** How many there are. */
  readonly size: () => number;
  /** Oldest first. */
  readonly entries: () => readonly Recorded[];
  /** For want of room, since it was last cleared. */
  readonly dropped: () => number;
  readonly clear: () => void;
  /** Tells of everything that happens from now on, until the function that it answers with is called. */
  readonly watch: (watcher: (entry: Recorded) => void) => () => void;
}

/** How many characters of requests, and of answers that were wrong, a journal keeps; beyond it the oldest entry goes. */
export const mostCharacters = 1024 * 1024;

/** Longer bodies of answers are kept, and shown, up to here. */
const keptOfBody = 10 * 1024;

/** Each entry keeps the state that it met, which it shares with the entries around it. */
export function createJournal(most: number): Journal {
  const watchers = new Set<(entry: Recorded) => void>();
  /** By their numbers, oldest first. */
  const kept = new Map<number, Recorded>();
  let next = 1;
  let characters = 0;
  let dropped = 0;

  function dropOldest(): void {
    // The numbers of those that are kept follow each other.
    const oldest = kept.get(next - kept.size) as Recorded;
    characters -= sizeOf(oldest);
    kept.delete(oldest.number);
    dropped += 1;
  }

  return {
    most,
    record: (observed) => {
      if (most === 0 && watchers.size === 0) return;
      const entry = entryOf(next, observed);
      next += 1;
      if (most > 0) {
        kept.set(entry.number, entry);
        characters += sizeOf(entry);
        while (kept.size > most || (characters > mostCharacters && kept.size > 1)) dropOldest();
      }
      for (const watcher of watchers) watcher(entry);
    },
    size: () => kept.size,
    entries: () => [...kept.values()],
    dropped: () => dropped,
    clear: () => {
      kept.clear();
      characters = 0;
      dropped = 0;
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

const sizeOf = ({ request, wrong }: Recorded): number =>
  request.url.length + request.body.length + (wrong?.body.length ?? 0);

/** Field by field: a spread costs several times as much, for each request. */
function entryOf(number: number, observed: Observed): Recorded {
  const { at, request, access, before, after, status, faults, wrong } = observed;
  const { method, url, headers, body } = request;
  const kept = { onbehalfof: headers['onbehalfof'], 'content-type': headers['content-type'] };
  const asKept = { method, url, headers: kept, body };
  return { number, at, request: asKept, access, before, after, status, faults, wrong: wrong && shortened(wrong) };
}

/** The answer to a request; worked out again where nothing was wrong on purpose, as the API is a pure function. */
export function replyTo({ before, request, at, access, wrong }: Recorded, handle: OpenHandler): Delivery {
  return wrong ?? shortened(handle(before, request, at, access).reply);
}

/** By way of its bytes, as a part of a text keeps the whole of it in memory. */
const shortened = (reply: Delivery): Delivery =>
  reply.body.length <= keptOfBody
    ? reply
    : { ...reply, body: `${Buffer.from(reply.body.slice(0, keptOfBody)).toString()}…` };
