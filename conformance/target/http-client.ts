import { beginningOf } from './beginning-of.ts';
import { type BoundedJson, parseBounded } from './bounded-json.ts';
import type { Clock } from './clock.ts';
import type { Pace } from './pace.ts';
import { type Mask, maskedValue, type Secret } from './secrets.ts';

export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  /** Names keep their case; a value may be empty. What is not here is not sent, no media type either. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Send the body in chunks, without a length. */
  readonly chunked?: boolean;
}

/** What came back, without any key. */
export type WireReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      /** Undefined when the text is no JSON. */
      readonly json: unknown;
      /** Where a redirect points; nobody follows it. */
      readonly location?: string;
      /** There was more than anybody here reads: `text` is the beginning, and `json` undefined. */
      readonly cut?: true;
    }
  /** No whole answer came: the request may or may not have had its effect. */
  | {
      readonly kind: 'lost';
      readonly why: string;
      /** It was answered, but only with the wish to be asked later. */
      readonly waiting?: true;
      /** This machine was so busy that it may have missed the answer itself. */
      readonly busy?: true;
    };

export interface Exchange {
  /** Its keys are masked. */
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** What a transport brings home, as it was sent. */
export interface RawReply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly retryAfter?: string | undefined;
  readonly location?: string | undefined;
  readonly cut?: boolean;
}

export interface ExchangeLimits {
  readonly deadlineMs: number;
  /** Of the answer's body; what follows is not read. */
  readonly mostBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Carries one request at a time, and decides nothing. */
export interface Transport {
  /** Rejects with an `Error` of one sentence when no whole answer came. */
  readonly exchange: (request: WireRequest, limits: ExchangeLimits) => Promise<RawReply>;
  readonly close: () => Promise<void>;
}

export interface ConnectOptions {
  readonly baseUrl: string;
  readonly connections: number;
  readonly deadlineMs: number;
}

export type Connect = (options: ConnectOptions) => Transport;

/** What a request is sent for. */
export interface Purpose {
  /** Where the exchange is written down. */
  readonly record?: Exchange[] | undefined;
  /** It is sent although the run is over, and waits for nobody. */
  readonly isTidying?: boolean | undefined;
}

export interface HttpClient {
  /** One request, whose answer is to be judged. Resolves for whatever happens; throws only once the run is stopped. */
  readonly send: (
    request: WireRequest,
    purpose?: Purpose & { readonly deadlineMs?: number | undefined },
  ) => Promise<WireReply>;
  /** The same for a driver: its answer may be longer, and is given as it came. It must not be kept. */
  readonly ask: (request: WireRequest, purpose?: Purpose) => Promise<Asked>;
  /** How many requests were sent, repetitions included. */
  readonly requests: () => number;
  /** How long an answer has taken so far, on average, in milliseconds. */
  readonly latencyMs: () => number;
  readonly close: () => Promise<void>;
}

/** What a driver gets to read; `json` may hold keys. */
export interface Asked {
  readonly reply: WireReply;
  readonly json: unknown;
  /** How long the target took for it, without any waiting. */
  readonly ms: number;
}

export interface HttpClientOptions {
  readonly transport: Transport;
  readonly secrets: readonly Secret[];
  readonly mask: Mask;
  readonly pace: Pace;
  readonly clock: Clock;
  /** For one request; waiting for its turn and for `Retry-After` comes on top. */
  readonly deadlineMs: number;
  /** Ends what is not tidying up. */
  readonly signal: AbortSignal | undefined;
  /** Ends tidying up. */
  readonly tidyingSignal: AbortSignal | undefined;
}

/** An answer that is judged is a sentence or two; a page that says what went wrong may be longer, and is cut. */
const longestAnswer = 16 * 1024;
/** A page of a list. */
const longestPage = 1024 * 1024;
/** What is kept of a page to be shown. */
const longestShown = 2_000;
/** One request waits so long at most, and all together since the target has last answered otherwise. */
const longestWaitMs = 60_000;
const leastWaitMs = 50;
/** A timer that is so late says that this machine had no time to read answers. */
const lateMs = 250;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { transport, secrets, mask, pace, clock } = options;
  let count = 0;
  let answeringMs = 0;

  async function attempt(request: WireRequest, limits: ExchangeLimits): Promise<RawReply | Lost> {
    count += 1;
    const begun = clock.now();
    try {
      return await transport.exchange(request, limits);
    } catch (error) {
      const isBusy = clock.now() - begun > limits.deadlineMs + lateMs;
      return { kind: 'lost', why: mask(messageOf(error)), ...(isBusy ? { busy: true } : {}) };
    } finally {
      answeringMs += clock.now() - begun;
    }
  }

  /** Sends it until there is an answer that asks nobody to wait. */
  async function insist(
    request: WireRequest,
    { deadlineMs = options.deadlineMs, mostBytes, isWhole = false, isTidying = false }: Manner,
  ): Promise<{ readonly reply: RawReply | Lost; readonly ms: number }> {
    const signal = isTidying ? options.tidyingSignal : options.signal;
    const cutting = isWhole ? options.tidyingSignal : signal;
    let firstAt: number | undefined;
    let leastMs = leastWaitMs;
    for (;;) {
      const leave = await pace.enter({ isTidying, signal });
      const begun = clock.now();
      const reply = await attempt(request, { deadlineMs, mostBytes, signal: cutting }).finally(leave);
      const ms = clock.now() - begun;
      // Also where an answer came just before: whoever was stopped goes on no further.
      signal?.throwIfAborted();
      const waitMs = 'kind' in reply ? undefined : waitFor(reply, leastMs);
      if ('kind' in reply || waitMs === undefined) {
        if (!('kind' in reply)) pace.flow();
        return { reply, ms };
      }
      const now = clock.now();
      firstAt ??= now;
      const isTooLong = now + waitMs - firstAt > longestWaitMs || pace.heldMs() + waitMs > longestWaitMs;
      if (isTooLong || isTidying) {
        if (isTooLong) pace.giveUp();
        const words = isTidying ? `${Math.ceil(waitMs / 1_000)} s` : `longer than ${longestWaitMs / 1_000} s`;
        const why = `${reply.status}, and the wish to be asked again in ${words}`;
        return { reply: { kind: 'lost', why, waiting: true }, ms };
      }
      pace.hold(waitMs, reply.status);
      leastMs = Math.min(leastMs * 2, 5_000);
    }
  }

  function noted(request: WireRequest, reply: WireReply, record: Purpose['record']): WireReply {
    if (record === undefined) return reply;
    // A wrong key may differ from the right one in case alone, and has to be told by its own name.
    const masked = (value: string): string => secrets.find(({ key }) => key === value)?.name ?? mask(value);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, masked(value)]));
    record.push({ request: { ...request, headers }, reply });
    return reply;
  }

  return {
    send: async (request, purpose = {}) => {
      const { reply } = await insist(request, { ...purpose, mostBytes: longestAnswer });
      return noted(request, 'kind' in reply ? reply : judged(reply, mask), purpose.record);
    },
    ask: async (request, { record, isTidying } = {}) => {
      const isWhole = request.method !== 'GET';
      const { reply: raw, ms } = await insist(request, { mostBytes: longestPage, isWhole, isTidying });
      if ('kind' in raw) return { reply: noted(request, raw, record), json: undefined, ms };
      const parsed: BoundedJson = raw.cut ? { kind: 'too-much' } : parseBounded(raw.text);
      const json = parsed.kind === 'json' ? parsed.value : undefined;
      const words = { ...wordsOf(raw, mask), json: undefined };
      const text = beginningOf(words.text, longestShown);
      const reply: WireReply = parsed.kind === 'too-much' ? { ...words, text, cut: true } : { ...words, text };
      return { reply: noted(request, reply, record), json, ms };
    },
    requests: () => count,
    latencyMs: () => answeringMs / Math.max(count, 1),
    close: transport.close,
  };
}

interface Manner {
  readonly deadlineMs?: number | undefined;
  readonly isTidying?: boolean | undefined;
  readonly mostBytes: number;
  /** What creates something is not cut short when the run is stopped: it might arrive after it was removed. */
  readonly isWhole?: boolean;
}

type Answered = Extract<WireReply, { readonly kind: 'answered' }>;
type Lost = Extract<WireReply, { readonly kind: 'lost' }>;

function judged(raw: RawReply, mask: Mask): WireReply {
  const words = wordsOf(raw, mask);
  const parsed: BoundedJson = raw.cut ? { kind: 'too-much' } : parseBounded(raw.text);
  if (parsed.kind === 'too-much') return { ...words, json: undefined, cut: true };
  const value = parsed.kind === 'json' ? parsed.value : undefined;
  return { ...words, json: words.text === raw.text ? value : maskedValue(value, mask) };
}

function wordsOf({ status, contentType, text, location }: RawReply, mask: Mask): Omit<Answered, 'json' | 'cut'> {
  return {
    kind: 'answered',
    status,
    contentType: mask(contentType),
    text: mask(text),
    ...(location === undefined ? {} : { location: beginningOf(mask(location), 300) }),
  };
}

/** 429, and 503 with `Retry-After`, say nothing about the request: it is sent again. */
function waitFor({ status, retryAfter }: RawReply, leastMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return Math.max(1_000, leastMs);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Math.max(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, leastMs);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
