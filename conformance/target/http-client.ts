import { isMap } from '../../fixtures/problem.ts';
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
      /** `data.success` and `data.message`, of which alone something is documented; undefined when it is no JSON object. */
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

/** In bytes. */
const longestAnswer = 1024 * 1024;
/** In characters; `data.message` is a sentence or two. */
const longestMessage = 16 * 1024;
/** What is kept of an answer to be shown. */
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
    { deadlineMs = options.deadlineMs, isWhole = false, isTidying = false }: Manner,
  ): Promise<{ readonly reply: RawReply | Lost; readonly ms: number }> {
    const signal = isTidying ? options.tidyingSignal : options.signal;
    const cutting = isWhole ? options.tidyingSignal : signal;
    let firstAt: number | undefined;
    let leastMs = leastWaitMs;
    for (;;) {
      const leave = await pace.enter({ isTidying, signal });
      const begun = clock.now();
      const reply = await attempt(request, { deadlineMs, mostBytes: longestAnswer, signal: cutting }).finally(leave);
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
      const { reply } = await insist(request, purpose);
      if ('kind' in reply) return noted(request, reply, purpose.record);
      const { words, json } = read(reply, mask);
      return noted(request, judged(words, json, mask), purpose.record);
    },
    ask: async (request, { record, isTidying } = {}) => {
      const isWhole = request.method !== 'GET';
      const { reply, ms } = await insist(request, { isWhole, isTidying });
      if ('kind' in reply) return { reply: noted(request, reply, record), json: undefined, ms };
      const { words, json } = read(reply, mask);
      return { reply: noted(request, { ...words, json: undefined }, record), json, ms };
    },
    requests: () => count,
    latencyMs: () => answeringMs / Math.max(count, 1),
    close: transport.close,
  };
}

interface Manner {
  readonly deadlineMs?: number | undefined;
  readonly isTidying?: boolean | undefined;
  /** What creates something is not cut short when the run is stopped: it might arrive after it was removed. */
  readonly isWhole?: boolean;
}

type Answered = Extract<WireReply, { readonly kind: 'answered' }>;
type Lost = Extract<WireReply, { readonly kind: 'lost' }>;

type Words = Omit<Answered, 'json'>;

/** What is kept of an answer, and its JSON, which may hold keys. */
function read(raw: RawReply, mask: Mask): { readonly words: Words; readonly json: unknown } {
  const { status, contentType, text, location, cut } = raw;
  const parsed: BoundedJson = cut ? { kind: 'too-much' } : parseBounded(text);
  const words: Words = {
    kind: 'answered',
    status,
    contentType: mask(contentType),
    text: beginningOf(mask(text), longestShown),
    ...(location === undefined ? {} : { location: beginningOf(mask(location), 300) }),
    ...(parsed.kind === 'too-much' ? { cut: true } : {}),
  };
  return { words, json: parsed.kind === 'json' ? parsed.value : undefined };
}

/** What else a target adds to its answers may be long, and nothing is said of it. */
function judged(words: Words, json: unknown, mask: Mask): Answered {
  if (!isMap(json)) return { ...words, json: undefined };
  const { success, message } = isMap(json['data']) ? json['data'] : {};
  const said = [success, message].map((value) => (typeof value === 'object' && value !== null ? {} : value));
  if (said.some((value) => typeof value === 'string' && value.length > longestMessage)) {
    return { ...words, json: undefined, cut: true };
  }
  return { ...words, json: { data: maskedValue({ success: said[0], message: said[1] }, mask) } };
}

/** 429, and 503 with `Retry-After`, say nothing about the request: it is sent again. */
function waitFor({ status, retryAfter }: RawReply, leastMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return Math.max(1_000, leastMs);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Math.max(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, leastMs);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
