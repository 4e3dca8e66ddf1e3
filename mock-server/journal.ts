import type { ChatState } from '../core/index.ts';
import type { Keys } from './authenticate.ts';
import type { Handler } from './handle-request.ts';
import type { Delivery, HttpRequest } from './http-message.ts';
import { type KeyKind, keyOfKind, kindOfKey } from './journal-key.ts';

/** A request that came, as it is read from the journal. */
export interface Happening {
  /** Counts from 1 in its world. */
  readonly number: number;
  /** By the world's clock. */
  readonly at: number;
  /** With the headers that the API reads; in place of a key stands one that is judged alike. */
  readonly request: HttpRequest;
  /** The fault on purpose that it met. */
  readonly fault: string | undefined;
  /** Worked out when it is asked for. */
  readonly outcome: () => Outcome;
}

export interface Outcome {
  readonly reply: Delivery;
  readonly before: ChatState;
  readonly after: ChatState;
}

/** The last happenings of a world; what is older is dropped, and counted. */
export interface Journal {
  /** How many it keeps; 0 keeps none. */
  readonly most: number;
  readonly record: (at: number, request: HttpRequest, outcome: Outcome, fault?: string) => void;
  /** How many there are. */
  readonly size: () => number;
  /** Oldest first. */
  readonly happenings: () => readonly Happening[];
  /** For want of room, since it was last cleared. */
  readonly dropped: () => number;
  readonly clear: () => void;
  /** Tells of everything that happens from now on, until the function that it answers with is called. */
  readonly watch: (watcher: (happening: Happening) => void) => () => void;
}

export interface JournalSettings {
  readonly most: number;
  readonly keys: Keys;
  /** What the world answered to a request, being a pure function. */
  readonly replay: Handler;
}

/** How many bytes the pages of a journal have together; beyond it the oldest one goes. */
export const mostBytes = 1024 * 1024;
const bytesOfPage = 16 * 1024;

/** Longer bodies of answers are kept up to here. */
const keptOfBody = 10 * 1024;

/**
 * Requests in the order in which they came, as text outside the heap: what survives a collection of garbage is what a
 * journal would cost. Answers and states are not kept where they can be worked out again.
 */
interface Page {
  readonly bytes: Buffer;
  /** Where the text of each request ends. */
  readonly ends: number[];
  /** By its position: the state that a request met, where it is not the one that the request before it left. */
  readonly met: Map<number, ChatState>;
  /** By its position: what was done wrong with a request. */
  readonly wrong: Map<number, Wrong>;
  /** What it holds of answers. */
  heldInAnswers: number;
}

/** What was done wrong on purpose cannot be worked out again. */
interface Wrong {
  readonly fault: string;
  readonly reply: Delivery;
  readonly after: ChatState;
}

/** A journal that costs a request next to nothing until it is read. */
export function createJournal({ most, keys, replay }: JournalSettings): Journal {
  const watchers = new Set<(happening: Happening) => void>();
  let count = 0;
  let size = 0;
  let dropped = 0;
  /** Oldest first. */
  let pages: Page[] = [];
  /** How many at the beginning of the first page are dropped. */
  let skipped = 0;
  let latest: ChatState | undefined;

  function keep(text: string, { before, after }: Outcome, wrong: Wrong | undefined): void {
    const page = pageFor(text);
    const { bytes, ends, met } = page;
    const position = ends.length;
    const from = endOf(page);
    if (position === 0 || before !== latest) met.set(position, before);
    if (wrong !== undefined) {
      page.wrong.set(position, wrong);
      page.heldInAnswers += wrong.reply.body.length;
    }
    ends.push(from + bytes.write(text, from));
    latest = after;
    size += 1;
    if (size > most) dropOldest();
    if (position === 0 || wrong !== undefined) while (pages.length > 1 && held() > mostBytes) dropPage();
  }

  function pageFor(text: string): Page {
    const needed = text.length * 3; // No character has more bytes than that.
    const last = pages.at(-1);
    const isRoomy = last !== undefined && endOf(last) + needed <= last.bytes.length;
    if (isRoomy && last.heldInAnswers < bytesOfPage) return last;
    const bytes = Buffer.allocUnsafeSlow(Math.max(bytesOfPage, needed));
    const page: Page = { bytes, ends: [], met: new Map(), wrong: new Map(), heldInAnswers: 0 };
    pages.push(page);
    return page;
  }

  const held = (): number => pages.reduce((sum, { bytes, heldInAnswers }) => sum + bytes.length + heldInAnswers, 0);

  function dropOldest(): void {
    skipped += 1;
    size -= 1;
    dropped += 1;
    if (skipped === pages[0]?.ends.length) {
      pages.shift();
      skipped = 0;
    }
  }

  function dropPage(): void {
    for (let left = (pages[0]?.ends.length ?? 0) - skipped; left > 0; left -= 1) dropOldest();
  }

  function happeningsOf({ bytes, ends, met, wrong }: Page, firstNumber: number): readonly Happening[] {
    const requests = ends.map((end, index) => requestOf(bytes.toString('utf8', ends[index - 1] ?? 0, end), keys));
    const outcomes = once(() => {
      let state: ChatState | undefined;
      return requests.map(({ at, request }, index): Outcome => {
        const before = (met.get(index) ?? state) as ChatState;
        const { reply, after } = wrong.get(index) ?? again(before, request, at);
        state = after;
        return { reply: shortened(reply), before, after };
      });
    });
    return requests.map(({ at, request }, index) => ({
      number: firstNumber + index,
      at,
      request,
      fault: wrong.get(index)?.fault,
      outcome: () => outcomes()[index] as Outcome,
    }));
  }

  function again(before: ChatState, request: HttpRequest, at: number) {
    const { state, reply } = replay(before, request, at);
    return { reply, after: state };
  }

  return {
    most,
    record: (at, request, outcome, fault) => {
      if (most === 0 && watchers.size === 0) return;
      const text = textOf(at, request, keys);
      const wrong = fault === undefined ? undefined : { fault, reply: shortened(outcome.reply), after: outcome.after };
      count += 1;
      if (most > 0) keep(text, outcome, wrong);
      if (watchers.size === 0) return;
      const told = { ...outcome, reply: shortened(outcome.reply) };
      const happening = { number: count, ...requestOf(text, keys), fault, outcome: () => told };
      for (const watcher of watchers) watcher(happening);
    },
    size: () => size,
    happenings: () => {
      let number = count - size - skipped + 1;
      const all = pages.flatMap((page) => {
        const happenings = happeningsOf(page, number);
        number += happenings.length;
        return happenings;
      });
      return all.slice(skipped);
    },
    dropped: () => dropped,
    clear: () => {
      pages = [];
      skipped = 0;
      size = 0;
      dropped = 0;
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** Where its last text ends, and the next one begins. */
const endOf = ({ ends }: Page): number => ends[ends.length - 1] ?? 0;

/** HTTP allows no line break in anything that stands before the body. */
function textOf(at: number, { method, url, headers, body }: HttpRequest, keys: Keys): string {
  const { apikey, onbehalfof = '', 'content-type': contentType = '' } = headers;
  return `${at}\n${method}\n${url}\n${kindOfKey(apikey, keys)}\n${onbehalfof}\n${contentType}\n${body}`;
}

function requestOf(text: string, keys: Keys): Pick<Happening, 'at' | 'request'> {
  const [at, method = '', url = '', kind, onbehalfof, contentType, ...body] = text.split('\n');
  const apikey = keyOfKind(kind as KeyKind, keys);
  const headers = { apikey, onbehalfof: onbehalfof || undefined, 'content-type': contentType || undefined };
  return { at: Number(at), request: { method, url, headers, body: body.join('\n') } };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** By way of its bytes, as a part of a text keeps the whole of it in memory. */
const shortened = (reply: Delivery): Delivery =>
  reply.body.length <= keptOfBody
    ? reply
    : { ...reply, body: `${Buffer.from(reply.body.slice(0, keptOfBody)).toString()}…` };
