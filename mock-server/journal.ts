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
  /** Of the answer, and so is the body. */
  readonly status: number;
  readonly body: string;
  /** The faults on purpose that it met. */
  readonly faults?: readonly string[] | undefined;
  /** The answer, where such a fault made it another one. */
  readonly wrong?: Delivery | undefined;
}

/** A request that came. Of its headers there are those that the API reads, but for the key. */
export interface Recorded extends Omit<Observed, 'body'> {
  /** Counts from 1 in its sandbox. */
  readonly number: number;
  /** Where it is short; keeping a page of a list would cost the request that asked for it. */
  readonly body: string | undefined;
  /** As the control surface shows it, once it did. */
  shown: string | undefined;
}

/** How many characters of requests, and of answers that were wrong, a journal keeps; beyond it the oldest entry goes. */
export const mostCharacters = 1024 * 1024;

/** No longer answer is kept: it is worked out again when it is read. */
export const longestKept = 1024;

/** Longer bodies of answers are shown up to here. */
export const shownOfBody = 10 * 1024;

export type Journal = ReturnType<typeof createJournal>;

/**
 * The last requests of a sandbox, `most` of them, where 0 keeps none; what is older is dropped, and counted. Each entry
 * keeps the state that it met, which it shares with the entries around it.
 */
export function createJournal(most: number) {
  const watchers = new Set<(entry: Recorded) => void>();
  /** A ring: a map would leave tables behind whose entries outlive them, at a tenth of the time of a request. */
  const ring: (Recorded | undefined)[] = [];
  let size = 0;
  let next = 1;
  let characters = 0;
  let dropped = 0;

  const placeOf = (number: number): number => (number - 1) % most;
  const entryAt = (number: number): Recorded => ring[placeOf(number)] as Recorded;

  function dropOldest(): void {
    const oldest = next - size;
    characters -= sizeOf(entryAt(oldest));
    ring[placeOf(oldest)] = undefined;
    size -= 1;
    dropped += 1;
  }

  return {
    most,
    record: (observed: Observed): void => {
      if (most === 0 && watchers.size === 0) return;
      const entry = entryOf(next, observed);
      if (most > 0) {
        if (size === most) dropOldest();
        ring[placeOf(next)] = entry;
        size += 1;
        characters += sizeOf(entry);
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

const sizeOf = ({ request, wrong }: Recorded): number =>
  request.url.length + request.body.length + (wrong?.body.length ?? 0);

/** Field by field: a spread costs several times as much, for each request. */
function entryOf(number: number, observed: Observed): Recorded {
  const { at, request, access, before, after, status, body, faults, wrong } = observed;
  const { method, url, headers } = request;
  const kept = { onbehalfof: headers['onbehalfof'], 'content-type': headers['content-type'] };
  return {
    number,
    at,
    request: { method, url, headers: kept, body: request.body },
    access,
    before,
    after,
    status,
    body: wrong === undefined && body.length <= longestKept ? body : undefined,
    faults,
    wrong: wrong && shortened(wrong),
    shown: undefined,
  };
}

/** The answer to a request; worked out again where it is not kept, as the API is a pure function. */
export function replyTo({ before, request, at, access, status, body, wrong }: Recorded, handle: OpenHandler): Delivery {
  if (wrong !== undefined) return wrong;
  return body === undefined ? shortened(handle(before, request, at, access).reply) : { status, body };
}

/** By way of its bytes, as a part of a text keeps the whole of it in memory. */
const shortened = (reply: Delivery): Delivery =>
  reply.body.length <= shownOfBody
    ? reply
    : { ...reply, body: `${Buffer.from(reply.body.slice(0, shownOfBody)).toString()}…` };
