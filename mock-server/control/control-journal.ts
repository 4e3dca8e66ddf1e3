import { type ChatState, conversationId, conversationsOf } from '../../core/index.ts';
import { given, type Place } from '../../fixtures/problem.ts';
import { uidAsGiven } from '../decode-id.ts';
import type { Delivery, HttpRequest } from '../http-message.ts';
import type { Happening, Outcome } from '../journal.ts';
import type { OpenWorld } from '../open-world.ts';
import { type Axis, axes, axesOf } from './axes.ts';
import { hintsOf } from './hints.ts';
import { checkMatching, type Matching, matches, matchingKeys } from './matching.ts';
import { ControlRefusal, checked } from './refusal.ts';
import { withoutKeys } from './without-key.ts';

/** A request and its answer, as the journal tells them. It never tells a key. */
export interface JournalEntry {
  /** Counts from 1 in its world. */
  readonly number: number;
  /** UNIX seconds of the world's clock. */
  readonly at: number;
  /** Empty for the world of the key itself. */
  readonly world: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The acting user. */
    readonly as?: string;
    /** JSON where it is any, else the text. */
    readonly body?: unknown;
  };
  /** A connection that was dropped has no status. */
  readonly answer: { readonly status?: number; readonly body?: unknown };
  /** Of a reset: the conversations in the acting user's list, first shown first; the first 1,000 of them. */
  readonly list?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Where the specification is silent about this answer: the axes on which it rests. */
  readonly restsOn: readonly Axis[];
  /** What was nearly right. */
  readonly hints: readonly string[];
  /** The faults on purpose that it met. */
  readonly fault?: string;
}

/** Which entries; all of those that fit what is given. */
export interface JournalFilter extends Matching {
  readonly status?: number;
  /** Only entries that rest on the axis. */
  readonly restsOn?: Axis;
  /** Only entries with a number greater than this. */
  readonly after?: number;
}

export interface JournalControl {
  /** Oldest first. */
  readonly entries: (filter?: JournalFilter) => readonly JournalEntry[];
  /** How many were dropped because the journal keeps no more. */
  readonly dropped: () => number;
  /** The first entry that fits, which may have come already; rejects when there is none within the time (5,000 ms). */
  readonly wait: (filter?: JournalFilter, withinMs?: number, signal?: AbortSignal) => Promise<JournalEntry>;
  readonly clear: () => void;
}

const filterKeys = [...matchingKeys, 'status', 'restsOn', 'after'] as const;

function checkFilter(place: Place, raw: unknown): JournalFilter {
  const entries = place.map(raw, 'a filter of the journal', filterKeys);
  return {
    ...checkMatching(place, entries),
    ...given({
      status: place.optional('status', entries, (at, value) => at.whole(value, 'a status', 100, 599)),
      restsOn: place.optional('restsOn', entries, (at, value) => at.choice(value, 'an axis', axes)),
      after: place.optional('after', entries, (at, value) => at.whole(value, 'after', 0)),
    }),
  };
}

/** Ends before the server gives up a connection on which nothing happens. */
export const longestWait = 50_000;
export const mostWaiting = 1000;
const waiting = new WeakMap<OpenWorld, number>();

export function controlJournal(worldOf: () => OpenWorld, closing: AbortSignal): JournalControl {
  return {
    entries: (filter = {}) => {
      const world = worldOf();
      const fits = filterOf(world, filter);
      return world.journal
        .happenings()
        .filter(fits)
        .map((happening) => entryOf(world, happening));
    },
    dropped: () => worldOf().journal.dropped(),
    wait: async (filter = {}, withinMs = 5000, signal) => {
      const world = worldOf();
      const fits = filterOf(world, filter);
      const within = checked(withinMs, (place, value) => place.whole(value, 'withinMs', 0, longestWait));
      const found = world.journal.happenings().find(fits);
      return entryOf(
        world,
        found ?? (await next(world, fits, within, AbortSignal.any(signal ? [closing, signal] : [closing]))),
      );
    },
    clear: () => worldOf().journal.clear(),
  };
}

function filterOf(world: OpenWorld, raw: unknown): (happening: Happening) => boolean {
  const { status, restsOn, after = 0, ...matching } = checked(raw, checkFilter);
  return (happening) =>
    happening.number > after &&
    matches(matching, happening.request) &&
    (status === undefined || status === statusOf(happening.outcome().reply)) &&
    (restsOn === undefined || restsOnOf(world, happening).some((axis) => axis === restsOn));
}

function next(
  world: OpenWorld,
  fits: (happening: Happening) => boolean,
  withinMs: number,
  signal: AbortSignal,
): Promise<Happening> {
  const already = waiting.get(world) ?? 0;
  if (already >= mostWaiting) throw new ControlRefusal(`More than ${mostWaiting} are waiting for this journal.`, 429);
  waiting.set(world, already + 1);
  return new Promise<Happening>((resolve, reject) => {
    const seen: string[] = [];
    const end = () => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      end();
      reject(new ControlRefusal('The mock server was closed before such a request came.', 503));
    };
    const timer = setTimeout(() => {
      end();
      const instead = cameInstead(withoutKeys(seen, world.keys));
      reject(new ControlRefusal(`No such request came within ${withinMs} ms; ${instead}`, 404));
    }, withinMs);
    const unwatch = world.journal.watch((happening) => {
      if (fits(happening)) {
        end();
        resolve(happening);
      } else if (seen.length < 10) seen.push(`${happening.request.method} ${happening.request.url}`);
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  }).finally(() => waiting.set(world, (waiting.get(world) ?? 1) - 1));
}

const cameInstead = (seen: readonly string[]): string =>
  seen.length === 0 ? 'none came at all.' : `there came ${seen.join(', ')}.`;

function entryOf(world: OpenWorld, happening: Happening): JournalEntry {
  const { number, at, request, fault } = happening;
  const outcome = happening.outcome();
  const { reply } = outcome;
  const { method, url, headers, body } = request;
  const as = headers['onbehalfof'];
  const entry: JournalEntry = {
    number,
    at,
    world: world.name,
    request: given({ method, url, as, body: body === '' ? undefined : asJson(body) }),
    answer: reply.cut === 'before' ? {} : { status: reply.status, body: asJson(reply.body) },
    ...listsOf(world, request, outcome),
    restsOn: restsOnOf(world, happening),
    hints: hintsOf(world, { request, ...outcome }),
    ...given({ fault }),
  };
  return withoutKeys(entry, world.keys);
}

/** As the caller saw it. */
const statusOf = ({ cut, status }: Delivery): number | undefined => (cut === 'before' ? undefined : status);

/** An answer that is wrong on purpose rests on that alone. */
const restsOnOf = ({ behaviour, keys }: OpenWorld, { fault, request, at, outcome }: Happening): readonly Axis[] =>
  fault === undefined || fault === 'latency' ? axesOf({ request, before: outcome().before, at }, behaviour, keys) : [];

const isReset = /^\/v3\/(?:users|groups)\/[^/?]+\/conversation(?:\?|$)/;

function listsOf(
  { behaviour }: OpenWorld,
  { method, url, headers }: HttpRequest,
  { before, after }: Outcome,
): Pick<JournalEntry, 'list'> {
  if (method !== 'DELETE' || !isReset.test(url)) return {};
  const listIn = (state: ChatState): readonly string[] => {
    const actor = uidAsGiven(headers['onbehalfof'] ?? '', behaviour);
    const page = conversationsOf(state, actor, { from: 0, count: 1000 });
    return page.ok ? page.value.rows.map(({ conversation }) => conversationId(actor, conversation)) : [];
  };
  return { list: { before: listIn(before), after: before === after ? listIn(before) : listIn(after) } };
}

/** What nests deeper than any body of this API stays text: working on it might run out of stack. */
function asJson(text: string): unknown {
  try {
    return isDeep(text) ? text : JSON.parse(text);
  } catch {
    return text;
  }
}

const deepest = 100;

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
}
