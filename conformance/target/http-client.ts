import { beginningOf, jsonIn, member } from '../../fixtures/plain-data.ts';
import { messageOf } from '../../fixtures/problem.ts';
import { type Mask, maskOf } from '../../fixtures/secrets.ts';
import { createPace, type Pace, type PaceOptions } from './pace.ts';
import { secretsOf } from './secrets.ts';

export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  /** Names keep their case; a value may be empty. What is not here is not sent, no media type either. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Send the body in two parts, a moment apart: in chunks, without a length, or in segments. */
  readonly parts?: 'chunks' | 'segments';
}

/** What came back, without any key. */
export type WireReply = Answered | Lost;

export interface Answered extends Omit<RawReply, 'retryAfter'> {
  readonly kind: 'answered';
  /** What its JSON holds in `data` of which something is documented: `success` and `message`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** No whole answer came: the request may or may not have had its effect. */
export interface Lost {
  readonly kind: 'lost';
  readonly why: string;
  /** It was answered, but only with the wish to be asked later. */
  readonly waiting?: true;
}

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
  /** Where a redirect points; nobody follows it. */
  readonly location?: string | undefined;
  /** There was more than anybody here reads, so that `text` is but the beginning, and no JSON. */
  readonly cut?: boolean;
}

/** Carries one request at a time, and decides nothing. */
export interface Transport {
  /** Rejects with an `Error` of one sentence when no whole answer came. */
  readonly exchange: (
    request: WireRequest,
    limits: { readonly deadlineMs: number; readonly signal: AbortSignal | undefined },
  ) => Promise<RawReply>;
  readonly close: () => Promise<void>;
}

export type Connect = (options: { readonly baseUrl: string; readonly connections: number }) => Transport;

/** What a request is sent for. */
export interface Purpose {
  /** Where the exchange is written down. */
  readonly record?: Exchange[] | undefined;
  /** Not cut short when the run is stopped: it creates something, which might arrive after it was removed. */
  readonly isWhole?: boolean | undefined;
}

export interface Sent {
  readonly reply: WireReply;
  /** The whole answer, for a driver to read. It may be long and hold keys: it must not be kept. */
  readonly json?: unknown;
  /** How long the target took for it, without any waiting. */
  readonly ms: number;
}

/** How requests are sent. */
export interface SendingOptions extends Pick<PaceOptions, 'rate' | 'onWait'> {
  readonly apiKey: string;
  /** Further keys that no report may hold: one without the scope, and wrong ones. */
  readonly otherKeys?: readonly string[];
  /** For one request; waiting for its turn and for `Retry-After` comes on top. */
  readonly deadlineMs: number;
  /** Ends what is not tidying up. */
  readonly signal: AbortSignal | undefined;
  /** Ends tidying up. */
  readonly tidyingSignal?: AbortSignal | undefined;
}

/** In characters; `data.message` is a sentence or two. */
const longestMessage = 16 * 1024;
/** What is kept of an answer to be shown. */
const longestShown = 2_000;
const longestHeader = 300;

/** While tidying up, a busy target is asked again after so long, whatever it wishes. */
const longestPauseMs = 5_000;

/** One request. Resolves for whatever happens; throws only once the run is stopped. */
export type Send = (request: WireRequest, purpose?: Purpose) => Promise<Sent>;

/** Sends requests at the pace that the target bears. Nothing that it gives back holds a key. */
export function createHttpClient(options: SendingOptions, transport: Transport) {
  const { apiKey, otherKeys = [], deadlineMs, rate, tidyingSignal } = options;
  const secrets = secretsOf(apiKey, otherKeys);
  const mask = maskOf(secrets);
  let count = 0;
  let answeringMs = 0;

  // A wrong key may differ from the right one in case alone, and is reported by its own name.
  const nameOf = new Map(secrets.map(({ key, name }) => [key, name]));
  const shown = ({ headers, ...request }: WireRequest): WireRequest => ({
    ...request,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, nameOf.get(value) ?? value])),
  });

  const sendAt =
    (pace: Pace, signal: AbortSignal | undefined): Send =>
    async (request, { record, isWhole = false } = {}) => {
      const limits = { deadlineMs, signal: isWhole ? tidyingSignal : signal };
      let ms = 0;
      const attempt = async (): Promise<RawReply | Lost> => {
        count += 1;
        const begun = performance.now();
        try {
          return await transport.exchange(request, limits);
        } catch (error) {
          return { kind: 'lost', why: mask(messageOf(error)) };
        } finally {
          ms = performance.now() - begun;
          answeringMs += ms;
        }
      };
      const raw = await pace(attempt);
      const { reply, json } = 'kind' in raw ? { reply: raw } : read(raw, mask);
      record?.push({ request: shown(request), reply });
      return { reply, json, ms };
    };

  return {
    mask,
    send: sendAt(createPace(options), options.signal),
    /** Sends although the run is over, and waits for a busy target no longer than that. */
    tidying: (longestWaitMs: number): Send =>
      sendAt(createPace({ rate, signal: tidyingSignal, longestWaitMs, longestPauseMs }), tidyingSignal),
    /** How many requests were sent, repetitions included. */
    requests: () => count,
    /** How long an answer has taken so far, on average, in milliseconds. */
    latencyMs: () => answeringMs / Math.max(count, 1),
    close: transport.close,
  };
}

/** What is kept of an answer, and its whole JSON. What else a target adds may be long, and nothing is said of it. */
function read({ status, contentType, text, location, cut }: RawReply, mask: Mask): Omit<Sent, 'ms'> {
  const json = cut ? undefined : jsonIn(text);
  const { success, message } = member(json, 'data');
  const isLong = [success, message].some((value) => typeof value === 'string' && value.length > longestMessage);
  const isCut = cut || isLong;
  const kept = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    return typeof value === 'object' && value !== null ? {} : value;
  };
  // What is hidden gets shorter, and a key that is cut here is hidden by its beginning.
  const start = (full: string, length: number) => beginningOf(mask(full.slice(0, 2 * length)), length);
  const reply: WireReply = {
    kind: 'answered',
    status,
    contentType: start(contentType, longestHeader),
    text: start(text, longestShown),
    data: isCut ? {} : { success: kept(success), message: kept(message) },
    ...(location !== undefined && { location: start(location, longestHeader) }),
    ...(isCut && { cut: true }),
  };
  return { reply, json };
}
