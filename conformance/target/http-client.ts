import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';

/** The only file of the suite that speaks HTTP. */
export interface HttpClient {
  /** Resolves for whatever happens on the wire; throws only once the run is stopped. */
  readonly send: (request: WireRequest) => Promise<WireReply>;
  /** How many requests were sent, repetitions included. */
  readonly requests: () => number;
  /** How long an answer has taken so far, on average, in milliseconds. */
  readonly latencyMs: () => number;
  readonly close: () => Promise<void>;
}

export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  /** Names keep their case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Send the body in chunks, without a length. */
  readonly chunked?: boolean;
}

export type WireReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      /** Undefined when the text is no JSON. */
      readonly json: unknown;
    }
  /** No whole answer came: the request may or may not have had its effect. */
  | { readonly kind: 'lost'; readonly why: string };

export interface Exchange {
  readonly request: WireRequest;
  readonly reply: WireReply;
}

export interface HttpClientOptions {
  readonly baseUrl: string;
  readonly connections: number;
  /** For one request; waiting for `Retry-After` comes on top. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Connect = (options: HttpClientOptions) => HttpClient;

/** Collects the exchanges made inside `recording.run(list, …)`. */
export const recording = new AsyncLocalStorage<Exchange[]>();

/** Requests made inside `unstoppable.run(true, …)` are sent although the run was stopped: to tidy up after it. */
export const unstoppable = new AsyncLocalStorage<true>();

const longestAnswer = 4 * 1024 * 1024;
const longestWaitMs = 60_000;

export function createHttpClient({ baseUrl, connections, deadlineMs, signal }: HttpClientOptions): HttpClient {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    connectTimeout: deadlineMs,
  });
  let count = 0;
  let waitedMs = 0;

  async function attempt(request: WireRequest): Promise<{ reply: WireReply; retryAfter: string | undefined }> {
    count += 1;
    const begun = performance.now();
    try {
      const { status, headers, text } = await exchange(pool, base, request, deadlineMs);
      const contentType = single(headers['content-type']) ?? '';
      return {
        reply: { kind: 'answered', status, contentType, text, json: parseJson(text) },
        retryAfter: single(headers['retry-after']),
      };
    } catch (error) {
      return { reply: { kind: 'lost', why: sentence(error) }, retryAfter: undefined };
    } finally {
      waitedMs += performance.now() - begun;
    }
  }

  async function send(request: WireRequest): Promise<WireReply> {
    const stopping = unstoppable.getStore() === true ? undefined : signal;
    for (let waited = 0; ; ) {
      stopping?.throwIfAborted();
      const { reply, retryAfter } = await attempt(request);
      const wait = reply.kind === 'answered' ? waitFor(reply.status, retryAfter) : undefined;
      if (wait === undefined || waited + wait > longestWaitMs) {
        recording.getStore()?.push({ request, reply });
        return reply;
      }
      waited += wait;
      await sleep(wait, undefined, { signal: stopping });
    }
  }

  return { send, requests: () => count, latencyMs: () => waitedMs / Math.max(count, 1), close: () => pool.destroy() };
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** One request and its whole answer, by undici's lowest interface: a stream for each answer costs more than the rest. */
function exchange(
  pool: Pool,
  base: string,
  { method, path, headers, body = '', chunked = false }: WireRequest,
  deadlineMs: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    let answer: Omit<Answered, 'text'> | undefined;
    let stop: ((reason: Error) => void) | undefined;
    let over: Error | undefined;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      over = error;
      reject(error);
      stop?.(error);
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
    pool.dispatch(
      {
        method: method as Dispatcher.HttpMethod,
        path: base + path,
        headers: { ...headers },
        body: body === '' ? null : chunked ? Readable.from(chunksOf(body)) : body,
        // Undici would close the connection after a DELETE with a body, as some servers do not read it.
        reset: false,
      },
      {
        onRequestStart: (controller) => {
          stop = (reason) => controller.abort(reason);
          if (over !== undefined) stop(over);
        },
        onResponseStart: (_controller, status, given) => {
          if (status >= 200) answer = { status, headers: given };
        },
        onResponseData: (_controller, chunk) => {
          length += chunk.length;
          if (length > longestAnswer) fail(new Error(`an answer of more than ${longestAnswer} bytes`));
          else parts.push(chunk);
        },
        onResponseEnd: () => {
          clearTimeout(timer);
          if (answer !== undefined) resolve({ ...answer, text: Buffer.concat(parts).toString('utf8') });
        },
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
}

/** 429, and 503 with `Retry-After`, say nothing about the request: it is sent again. */
function waitFor(status: number, retryAfter: string | undefined): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return 1_000;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(seconds * 1_000, 50) : 1_000;
}

function chunksOf(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = error.message || error.name;
  const code = 'code' in error && error.code !== undefined ? String(error.code) : '';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so it may be one under http://';
  return said.includes(code) ? said : `${said} (${code})`;
}
