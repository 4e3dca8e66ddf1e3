import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { Connect, RawReply, WireRequest } from './http-client.ts';

/** In bytes; what follows of an answer's body is not read. */
const longestAnswer = 1024 * 1024;

/** Between two pieces of a body, so that no network joins them. */
const pauseMs = 5;

/** The only file of the suite that speaks HTTP. Follows no redirect. */
export const connectOverHttp: Connect = ({ baseUrl, connections }) => {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  // The deadline is for the whole exchange.
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  // One listener for all that is in flight: to add and remove one for each costs as much as to read an answer.
  const inFlight = new Map<AbortSignal, Set<Stop>>();
  const stoppedBy = (signal: AbortSignal): Set<Stop> => {
    const stops = inFlight.get(signal) ?? new Set();
    if (!inFlight.has(signal)) {
      signal.addEventListener('abort', () => {
        for (const stop of stops) stop('the run was stopped');
      });
      inFlight.set(signal, stops);
    }
    return stops;
  };
  return {
    exchange: async (request, { deadlineMs, signal }) => {
      signal?.throwIfAborted();
      return exchange(pool, optionsOf(request, base), deadlineMs, signal && stoppedBy(signal));
    },
    close: () => pool.destroy(),
  };
};

const optionsOf = (
  { method, path, headers, body = '', chunked = false, segmented = false }: WireRequest,
  base: string,
): Dispatcher.DispatchOptions => ({
  method: method as Dispatcher.HttpMethod,
  path: base + path,
  headers: {
    // Who says nothing of it may be answered in any encoding.
    'Accept-Encoding': 'identity',
    ...headers,
    ...(segmented && !chunked ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}),
  },
  body: body === '' ? null : chunked || segmented ? Readable.from(inPieces(body)) : body,
  // Undici would close the connection after a DELETE with a body, as some servers do not read it.
  reset: false,
});

/** Ends one exchange. */
type Stop = (why: string) => void;

/** One request, and its answer as far as anybody reads it. Undici's own promises and streams take half as long again. */
const exchange = (pool: Pool, options: Dispatcher.DispatchOptions, deadlineMs: number, stops?: Set<Stop>) =>
  new Promise<RawReply>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let stopped: Error | undefined;
    const end = (outcome: RawReply | Error): void => {
      clearTimeout(timer);
      stops?.delete(stop);
      if (outcome instanceof Error) reject(new Error(sentence(outcome), { cause: outcome }));
      else resolve(outcome);
    };
    const stop: Stop = (why) => {
      stopped = new Error(why);
      controller?.abort(stopped);
      end(stopped);
    };
    const timer = setTimeout(stop, deadlineMs, `no answer within ${deadlineMs} ms`);
    stops?.add(stop);
    let head: Omit<RawReply, 'text'> = { status: 0, contentType: '' };
    const parts: Buffer[] = [];
    let room = longestAnswer;
    const reply = (): RawReply => ({ ...head, text: Buffer.concat(parts).toString() });
    pool.dispatch(options, {
      onRequestStart: (begun) => {
        controller = begun;
        if (stopped !== undefined) begun.abort(stopped);
      },
      onResponseStart: (_, status, { 'content-type': contentType, 'retry-after': retryAfter, location }) => {
        const [retry, to] = [single(retryAfter), single(location)];
        head = { status, contentType: single(contentType) ?? '', retryAfter: retry, location: to };
      },
      onResponseData: (begun, chunk) => {
        parts.push(chunk.subarray(0, room));
        room -= chunk.length;
        if (room >= 0) return;
        end({ ...reply(), cut: true });
        begun.abort(new Error('the rest is not read'));
      },
      onResponseEnd: () => end(reply()),
      onResponseError: (_, error) => end(error),
    });
  });

async function* inPieces(body: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, half);
  await wait(pauseMs);
  yield bytes.subarray(half);
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

function sentence(error: Error & { readonly code?: unknown }): string {
  const said = error.message || error.name;
  const code = String(error.code ?? '');
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so it may be one under http://';
  if (code === 'ERR_ASSERTION') return 'its answer is no HTTP';
  return said.includes(code) ? said : `${said} (${code})`;
}
