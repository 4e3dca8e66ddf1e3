import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Connect, ExchangeLimits, RawReply, WireRequest } from './http-client.ts';

/** The only file of the suite that speaks HTTP. Follows no redirect. */
export const connectOverHttp: Connect = ({ baseUrl, connections, deadlineMs }) => {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    connectTimeout: deadlineMs,
  });
  return {
    exchange: async (request, limits) => {
      try {
        return await exchange(pool, base, request, limits);
      } catch (error) {
        throw new Error(sentence(error), { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
};

/** One request and its whole answer, by undici's lowest interface: a stream for each answer costs more than the rest. */
function exchange(
  pool: Pool,
  base: string,
  { method, path, headers, body = '', chunked = false }: WireRequest,
  { deadlineMs, mostBytes, signal }: ExchangeLimits,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let room = mostBytes;
    let answer: Omit<RawReply, 'text'> | undefined;
    let stop: ((reason: Error) => void) | undefined;
    let over: Error | undefined;
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (error: Error): void => {
      release();
      over = error;
      stop?.(error);
    };
    const fail = (error: Error): void => {
      reject(error);
      end(error);
    };
    const succeed = (cut: boolean): void => {
      if (answer === undefined) return;
      release();
      const text = Buffer.concat(parts).toString('utf8');
      resolve({ ...answer, text, ...(cut ? { cut } : {}) });
    };
    const onAbort = (): void => fail(signal?.reason);
    const timer = setTimeout(() => fail(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
    signal?.addEventListener('abort', onAbort);
    pool.dispatch(
      {
        method: method as Dispatcher.HttpMethod,
        path: base + path,
        // Who says nothing of it may be answered in any encoding.
        headers: { 'Accept-Encoding': 'identity', ...headers },
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
          if (status < 200) return;
          answer = {
            status,
            contentType: single(given['content-type']) ?? '',
            retryAfter: single(given['retry-after']),
            location: single(given['location']),
          };
        },
        onResponseData: (_controller, chunk) => {
          parts.push(chunk.subarray(0, room));
          room -= chunk.length;
          if (room >= 0) return;
          succeed(true);
          end(new Error('the rest of the answer is not read'));
        },
        onResponseEnd: () => succeed(false),
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
}

function chunksOf(body: string): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = error.message || error.name;
  const code = 'code' in error && error.code !== undefined ? String(error.code) : '';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so it may be one under http://';
  if (code === 'ERR_ASSERTION') return 'its answer is no HTTP';
  return said.includes(code) ? said : `${said} (${code})`;
}
