import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Connect, ExchangeLimits, RawReply, WireRequest } from './http-client.ts';

/** In bytes; what follows of an answer's body is not read. */
const longestAnswer = 1024 * 1024;

/** The only file of the suite that speaks HTTP. Follows no redirect. */
export const connectOverHttp: Connect = ({ baseUrl, connections }) => {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  // The deadline is for the whole exchange.
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  return {
    exchange: (request, limits) =>
      exchange(pool, base, request, limits).catch((error: unknown) => {
        throw new Error(sentence(error), { cause: error });
      }),
    close: () => pool.destroy(),
  };
};

/** One request, and its answer as far as anybody reads it. */
async function exchange(
  pool: Pool,
  base: string,
  { method, path, headers, body = '', chunked = false }: WireRequest,
  { deadlineMs, signal }: ExchangeLimits,
): Promise<RawReply> {
  const over = new AbortController();
  const onAbort = (): void => over.abort(signal?.reason);
  const timer = setTimeout(() => over.abort(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  signal?.addEventListener('abort', onAbort);
  try {
    const answer = await pool.request({
      method: method as Dispatcher.HttpMethod,
      path: base + path,
      // Who says nothing of it may be answered in any encoding.
      headers: { 'Accept-Encoding': 'identity', ...headers },
      body: body === '' ? null : chunked ? inChunks(body) : body,
      // Undici would close the connection after a DELETE with a body, as some servers do not read it.
      reset: false,
      signal: over.signal,
    });
    const parts: Buffer[] = [];
    let room = longestAnswer;
    for await (const chunk of answer.body) {
      parts.push(chunk.subarray(0, room));
      room -= chunk.length;
      // The rest is not read: leaving the loop ends the connection.
      if (room < 0) break;
    }
    return {
      status: answer.statusCode,
      contentType: single(answer.headers['content-type']) ?? '',
      retryAfter: single(answer.headers['retry-after']),
      location: single(answer.headers['location']),
      text: Buffer.concat(parts).toString('utf8'),
      ...(room < 0 ? { cut: true } : {}),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function inChunks(body: string): Readable {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)]);
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
