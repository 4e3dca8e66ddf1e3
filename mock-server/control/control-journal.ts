import { type ChatState, conversationId, get, slice } from '../../core/index.ts';
import { jsonIn } from '../../fixtures/plain-data.ts';
import { choice, text, whole } from '../../fixtures/shape.ts';
import { deepest } from '../../fixtures/text-reader.ts';
import { type Axis, axes } from '../axis.ts';
import { uidAsGiven } from '../decode-id.ts';
import type { Recorded } from '../journal.ts';
import { findRoute } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { unspecifiedOf } from './axes.ts';
import { hintsOf } from './hints.ts';
import { type Matching, matcher, matchingShape } from './matching.ts';
import { ControlRefusal, checked } from './refusal.ts';
import { nextEntry } from './wait-for-entry.ts';
import type { KeyRemover } from './without-keys.ts';

/** A request and its answer, as the journal shows them. It never shows a key. */
export interface JournalEntry {
  /** Counts from 1 in its sandbox. */
  readonly number: number;
  /** UNIX seconds of the sandbox's clock. */
  readonly at: number;
  /** Empty for the sandbox of the key itself. */
  readonly sandbox: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** The acting user. */
    readonly onBehalfOf?: string;
    /** JSON where it is any, else the text. */
    readonly body?: unknown;
  };
  /** A connection that was dropped has no status. */
  readonly answer: { readonly status?: number; readonly body?: unknown };
  /** Of a reset: the conversations in the acting user's list, first shown first; the first 1,000 of them. */
  readonly list?: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Where the specification is silent about this answer: the axes on which it rests. */
  readonly unspecified: readonly Axis[];
  /** What was nearly right. */
  readonly hints: readonly string[];
  /** The faults on purpose that it met, by the names that `nameOf` gives them. */
  readonly faults?: readonly string[];
}

/** Which entries; all of those that fit what is given. */
export interface JournalFilter extends Matching {
  readonly status?: number;
  /** Only entries that rest on the axis. */
  readonly unspecified?: Axis;
  /** Only entries that met the fault. */
  readonly fault?: string;
  /** Only entries with a number greater than this. */
  readonly after?: number;
  /** Only so many of those that fit, the newest. */
  readonly last?: number;
}

const filterShape = matchingShape('a filter of the journal', {
  'status?': whole('a status', 100, 599),
  'unspecified?': choice('an axis', axes),
  'fault?': text('a fault'),
  'after?': whole('after', 0),
  'last?': whole('last', 1),
});

/** Ends before the server gives up a connection on which nothing happens. */
export const longestWait = 50_000;

/** The entries that fit, oldest first, each as JSON: whoever sends them on need not read them. */
export function entriesAsJson(sandbox: Sandbox, withoutKeys: KeyRemover, filter: JournalFilter): readonly string[] {
  const fits = filterOf(sandbox, filter);
  const entries = sandbox.journal.entries().filter(fits);
  return entries.slice(-(filter.last ?? entries.length)).map((entry) => entryAsJson(sandbox, entry, withoutKeys));
}

/** What is longer is written anew each time, so that entries that were shown take no memory worth speaking of. */
const mostKept = 10 * 1024;

/** Written once, as nothing that an entry is made from ever changes. */
const written = new WeakMap<Recorded, string>();

function entryAsJson(sandbox: Sandbox, entry: Recorded, withoutKeys: KeyRemover): string {
  const json = written.get(entry) ?? withoutKeys.inJson(JSON.stringify(shownEntry(sandbox, entry)));
  if (json.length <= mostKept) written.set(entry, json);
  return json;
}

export type JournalControl = Readonly<ReturnType<typeof controlJournal>>;

export function controlJournal(sandboxOf: () => Sandbox, withoutKeys: KeyRemover, closing: AbortSignal) {
  return {
    /** Oldest first. */
    entries: (filter: JournalFilter = {}): readonly JournalEntry[] =>
      entriesAsJson(sandboxOf(), withoutKeys, filter).map((entry) => JSON.parse(entry)),
    /** How many were dropped because the journal keeps no more. */
    dropped: (): number => sandboxOf().journal.dropped(),
    /** The first entry that fits, which may have come already; rejects when there is none within the time. */
    wait: async (filter: JournalFilter = {}, withinMs = 5000, signal?: AbortSignal): Promise<JournalEntry> => {
      const sandbox = sandboxOf();
      const fits = filterOf(sandbox, filter);
      const within = checked(withinMs, whole('withinMs', 0, longestWait));
      const ends = AbortSignal.any(signal === undefined ? [closing] : [closing, signal]);
      const found = sandbox.journal.entries().find(fits) ?? (await nextEntry(sandbox.journal, fits, within, ends));
      if (found === undefined) throw new ControlRefusal(`No such request came within ${within} ms.`, 404);
      return JSON.parse(entryAsJson(sandbox, found, withoutKeys));
    },
    clear: (): void => sandboxOf().journal.clear(),
    /** Puts back the state that the request with this number met. The journal stays, and so does the clock. */
    restore: (given: number): void => {
      const number = checked(given, whole('number', 1));
      const sandbox = sandboxOf();
      const entries = sandbox.journal.entries();
      const entry = entries.find((one) => one.number === number);
      if (entry === undefined) {
        const range = entries.length === 0 ? 'none' : `${entries[0]?.number} to ${entries.at(-1)?.number}`;
        throw new ControlRefusal(`The journal has no entry ${number}; it has ${range}.`, 404);
      }
      sandbox.cell.state = entry.before;
    },
  };
}

function filterOf(sandbox: Sandbox, raw: unknown): (entry: Recorded) => boolean {
  const { status, unspecified, fault, after = 0, ...matching } = checked(raw, filterShape);
  const matches = matcher(matching);
  return (entry) =>
    entry.number > after &&
    matches(entry.request) &&
    (fault === undefined || entry.faults?.includes(fault) === true) &&
    (status === undefined || status === entry.status) &&
    (unspecified === undefined || unspecifiedOf(sandbox, entry).includes(unspecified));
}

/** With the keys that a caller put there. */
function shownEntry(sandbox: Sandbox, entry: Recorded) {
  const { number, at, request, status, faults } = entry;
  const { method, url, headers } = request;
  const route = findRoute(request);
  const isReset = route.ok && route.value.call.resetFields !== undefined;
  // This one first, so that all the rest is worked out with it.
  const { body } = entry;
  const { before, after } = entry;
  const actor = uidAsGiven(headers['onbehalfof'] ?? '', sandbox.behaviour);
  const listIn = ({ users }: ChatState): readonly string[] =>
    slice(get(users, actor)?.list.order, 0, 1000).map((conversation) => conversationId(actor, conversation));
  // JSON leaves out what is undefined.
  return {
    number,
    at,
    sandbox: sandbox.name,
    request: { method, url, onBehalfOf: headers['onbehalfof'], body: bodyOf(request.body) },
    answer: status === undefined ? {} : { status, body: method === 'HEAD' ? undefined : parsed(body) },
    list: isReset ? { before: listIn(before), after: listIn(after) } : undefined,
    unspecified: unspecifiedOf(sandbox, entry),
    hints: hintsOf(entry),
    faults,
  } satisfies Record<keyof JournalEntry, unknown>;
}

/** What nests deeper than any body of this API stays text: working on it might run out of stack. */
function bodyOf(body: string): unknown {
  if (body === '') return undefined;
  const json = parsed(body);
  return nestsDeeper(json, deepest) ? body : json;
}

const nestsDeeper = (value: unknown, most: number): boolean =>
  value instanceof Object && (most === 0 || Object.values(value).some((inner) => nestsDeeper(inner, most - 1)));

function parsed(text: string): unknown {
  const json = jsonIn(text);
  return json === undefined ? text : json;
}
