import type { ChatState } from '../core/index.ts';
import type { Delivery, HttpRequest } from './http-message.ts';

/**
 * What happened, as it is kept: references only, so that an entry costs next to nothing until it is read. The states
 * share all that the request did not change.
 */
export interface Happening {
  /** Counts from 1 in its world. */
  readonly number: number;
  /** By the world's clock. */
  readonly at: number;
  /** With the headers that the API reads. */
  readonly request: HttpRequest;
  readonly reply: Delivery;
  readonly before: ChatState;
  readonly after: ChatState;
  /** The fault on purpose that it met. */
  readonly fault: string | undefined;
}

/** The last happenings of a world; what is older is dropped, and counted. */
export interface Journal {
  /** How many it keeps; 0 keeps none. */
  readonly most: number;
  readonly record: (
    at: number,
    request: HttpRequest,
    reply: Delivery,
    before: ChatState,
    after: ChatState,
    fault?: string,
  ) => void;
  /** Oldest first. */
  readonly happenings: () => readonly Happening[];
  readonly dropped: () => number;
  readonly clear: () => void;
  /** Tells of everything that happens from now on, until the function that it answers with is called. */
  readonly watch: (watcher: (happening: Happening) => void) => () => void;
}

/** Longer bodies of answers are kept up to here. */
const keptOfBody = 10 * 1024;

export function createJournal(most: number): Journal {
  let ring: Happening[] = [];
  let count = 0;
  let cleared = 0;
  const watchers = new Set<(happening: Happening) => void>();

  return {
    most,
    record: (at, { method, url, headers, body }, reply, before, after, fault) => {
      if (most === 0 && watchers.size === 0) return;
      const { apikey, onbehalfof } = headers;
      const kept = { apikey, onbehalfof, 'content-type': headers['content-type'] };
      const happening: Happening = {
        number: count + 1,
        at,
        request: { method, url, headers: kept, body },
        reply: reply.body.length > keptOfBody ? shortened(reply) : reply,
        before,
        after,
        fault,
      };
      if (most > 0) ring[(count - cleared) % most] = happening;
      count += 1;
      if (watchers.size > 0) for (const watcher of watchers) watcher(happening);
    },
    happenings: () => {
      const oldest = (count - cleared) % most;
      return ring.length < most ? [...ring] : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    },
    dropped: () => (most === 0 ? 0 : count - cleared - ring.length),
    clear: () => {
      ring = [];
      cleared = count;
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** By way of its bytes, as a part of a text keeps the whole of it in memory. */
const shortened = (reply: Delivery): Delivery => ({
  ...reply,
  body: `${Buffer.from(reply.body.slice(0, keptOfBody)).toString()}…`,
});
