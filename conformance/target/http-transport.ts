import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Connect, RawReply, WireRequest } from './http-client.ts';

/** In bytes; what follows of an answer's body is not read. */
const longestAnswer = 1024 * 1024;

/** The only file of the suite that speaks HTTP. Follows no redirect. */
export const connectOverHttp: Connect = ({ baseUrl, connections }) => {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  // The deadline is for the whole exchange.
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  return {
    exchange: async (request, { deadlineMs, signal }) => {
      const exchange = begin(pool, base, request);
      const onAbort = (): void => exchange.abort(asError(signal?.reason));
      const timer = setTimeout(() => exchange.abort(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort);
      try {
        return await exchange.answered;
      } catch (error) {
        throw new Error(sentence(error), { cause: error });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close: () => pool.destroy(),
  };
};

/** One request, and its answer as far as anybody reads it. Undici's own promises and streams take half as long again. */
function begin(pool: Pool, base: string, { method, path, headers, body = '', chunked = false }: WireRequest) {
  let controller: Dispatcher.DispatchController | undefined;
  let aborted: Error | undefined;
  let fail = (_: Error): void => {};
  const parts: Buffer[] = [];
  let room = longestAnswer;
  let head: Omit<RawReply, 'text'> = { status: 0, contentType: '' };
  const reply = (): RawReply => ({ ...head, text: Buffer.concat(parts).toString('utf8') });
  const answered = new Promise<RawReply>((resolve, reject) => {
    fail = reject;
    pool.dispatch(
      {
        method: method as Dispatcher.HttpMethod,
        path: base + path,
        // Who says nothing of it may be answered in any encoding.
        headers: { 'Accept-Encoding': 'identity', ...headers },
        body: body === '' ? null : chunked ? inChunks(body) : body,
        // Undici would close the connection after a DELETE with a body, as some servers do not read it.
        reset: false,
      },
      {
        onRequestStart: (begun) => {
          controller = begun;
          if (aborted !== undefined) begun.abort(aborted);
        },
        onResponseStart: (_, status, { 'content-type': contentType, 'retry-after': retryAfter, location }) => {
          const [retry, to] = [single(retryAfter), single(location)];
          head = { status, contentType: single(contentType) ?? '', retryAfter: retry, location: to };
        },
        onResponseData: (begun, chunk) => {
          parts.push(chunk.subarray(0, room));
          room -= chunk.length;
          if (room >= 0) return;
          resolve({ ...reply(), cut: true });
          begun.abort(new Error('the rest is not read'));
        },
        onResponseEnd: () => resolve(reply()),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
  const abort = (reason: Error): void => {
    aborted = reason;
    controller?.abort(reason);
    fail(reason);
  };
  return { answered, abort };
}

function inChunks(body: string): Readable {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)]);
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = error.message || error.name;
  const code = 'code' in error && error.code !== undefined ? String(error.code) : '';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so it may be one under http://';
  if (code === 'ERR_ASSERTION') return 'its answer is no HTTP';
  return said.includes(code) ? said : `${said} (${code})`;
}
