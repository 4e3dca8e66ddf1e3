import { isMap } from '../../fixtures/problem.ts';
import { type BoundedJson, beginningOf, parseBounded } from './bounded.ts';
import type { Clock } from './clock.ts';
import { longestWaitMs, type Pace } from './pace.ts';
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
  /** Not cut short when the run is stopped: it creates something, which might arrive after it was removed. */
  readonly isWhole?: boolean | undefined;
}

export interface HttpClient {
  /** One request. Resolves for whatever happens; throws only once the run is stopped. */
  readonly send: (request: WireRequest, purpose?: Purpose) => Promise<Sent>;
  /** How many requests were sent, repetitions included. */
  readonly requests: () => number;
  /** How long an answer has taken so far, on average, in milliseconds. */
  readonly latencyMs: () => number;
  readonly close: () => Promise<void>;
}

export interface Sent {
  readonly reply: WireReply;
  /** The whole answer, for a driver to read. It may be long and hold keys: it must not be kept. */
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
const leastWaitMs = 50;
/** A timer that is so late says that this machine had no time to read answers. */
const lateMs = 250;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { transport, secrets, mask, pace, clock, deadlineMs } = options;
  let count = 0;
  let answeringMs = 0;

  async function attempt(request: WireRequest, signal: AbortSignal | undefined) {
    count += 1;
    const begun = clock.now();
    const limits = { deadlineMs, mostBytes: longestAnswer, signal };
    const reply = await transport.exchange(request, limits).catch((error: unknown): Lost => {
      const isBusy = clock.now() - begun > deadlineMs + lateMs;
      return { kind: 'lost', why: mask(messageOf(error)), ...(isBusy ? { busy: true } : {}) };
    });
    const ms = clock.now() - begun;
    answeringMs += ms;
    return { reply, ms };
  }

  /** Sends it until there is an answer that asks nobody to wait. */
  async function insist(request: WireRequest, { isTidying = false, isWhole = false }: Purpose): Promise<Sent> {
    const signal = isTidying ? options.tidyingSignal : options.signal;
    let firstAt: number | undefined;
    let leastMs = leastWaitMs;
    for (;;) {
      const leave = await pace.enter({ isTidying, signal });
      const { reply, ms } = await attempt(request, isWhole ? options.tidyingSignal : signal).finally(leave);
      // Also where an answer came just before: whoever was stopped goes on no further.
      signal?.throwIfAborted();
      if ('kind' in reply) return { reply, json: undefined, ms };
      const waitMs = waitFor(reply, leastMs);
      if (waitMs === undefined) {
        pace.flow();
        return { ...read(reply, mask), ms };
      }
      firstAt ??= clock.now();
      if (isTidying || !pace.hold(waitMs, reply.status, clock.now() - firstAt)) {
        const words = isTidying ? `${Math.ceil(waitMs / 1_000)} s` : `longer than ${longestWaitMs / 1_000} s`;
        const why = `${reply.status}, and the wish to be asked again in ${words}`;
        return { reply: { kind: 'lost', why, waiting: true }, json: undefined, ms };
      }
      leastMs = Math.min(leastMs * 2, 5_000);
    }
  }

  /** The request without its keys. */
  function shown(request: WireRequest): WireRequest {
    // A wrong key may differ from the right one in case alone, and has to be told by its own name.
    const masked = (value: string): string => secrets.find(({ key }) => key === value)?.name ?? mask(value);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, masked(value)]));
    return { ...request, headers };
  }

  return {
    send: async (request, purpose = {}) => {
      const sent = await insist(request, purpose);
      purpose.record?.push({ request: shown(request), reply: sent.reply });
      return sent;
    },
    requests: () => count,
    latencyMs: () => answeringMs / Math.max(count, 1),
    close: transport.close,
  };
}

type Lost = Extract<WireReply, { readonly kind: 'lost' }>;

/** What is kept of an answer, and its whole JSON. What else a target adds may be long, and nothing is said of it. */
function read(raw: RawReply, mask: Mask): Pick<Sent, 'reply' | 'json'> {
  const { status, contentType, text, location } = raw;
  const parsed: BoundedJson = raw.cut ? { kind: 'too-much' } : parseBounded(text);
  const whole = parsed.kind === 'json' ? parsed.value : undefined;
  const { success, message } = isMap(whole) && isMap(whole['data']) ? whole['data'] : {};
  const isLong = [success, message].some((value) => typeof value === 'string' && value.length > longestMessage);
  const isCut = parsed.kind === 'too-much' || isLong;
  const kept = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? {} : maskedValue(value, mask);
  const reply: WireReply = {
    kind: 'answered',
    status,
    contentType: mask(contentType),
    text: beginningOf(mask(text), longestShown),
    json: isMap(whole) && !isCut ? { data: { success: kept(success), message: kept(message) } } : undefined,
    ...(location === undefined ? {} : { location: beginningOf(mask(location), 300) }),
    ...(isCut ? { cut: true } : {}),
  };
  return { reply, json: whole };
}

/** 429, and 503 with `Retry-After`, say nothing about the request: it is sent again. */
function waitFor({ status, retryAfter }: RawReply, leastMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return Math.max(1_000, leastMs);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Math.max(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, leastMs);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
