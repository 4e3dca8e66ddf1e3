import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { Connect, WireRequest } from './http-client.ts';

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
  return {
    exchange: async (request, { deadlineMs, signal }) => {
      signal?.throwIfAborted();
      const ended = new AbortController();
      const end = (why: string) => ended.abort(new Error(why));
      const timer = setTimeout(end, deadlineMs, `no answer within ${deadlineMs} ms`);
      const stop = () => end('the run was stopped');
      signal?.addEventListener('abort', stop);
      try {
        const { statusCode, headers, body } = await pool.request({ ...optionsOf(request, base), signal: ended.signal });
        const [contentType = '', retryAfter, location] = ['content-type', 'retry-after', 'location'].map((name) =>
          [headers[name]].flat().at(0),
        );
        return { status: statusCode, contentType, retryAfter, location, ...(await textOf(body)) };
      } catch (error) {
        throw new Error(sentence(error as Error), { cause: error });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    close: () => pool.destroy(),
  };
};

const optionsOf = (
  { method, path, headers, body = '', parts }: WireRequest,
  base: string,
): Dispatcher.RequestOptions => ({
  method: method as Dispatcher.HttpMethod,
  path: base + path,
  headers: {
    // Who says nothing of it may be answered in any encoding.
    'Accept-Encoding': 'identity',
    ...headers,
    ...(parts === 'segments' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}),
  },
  body: body === '' ? null : parts ? Readable.from(inPieces(body)) : body,
  // Undici would close the connection after a DELETE with a body, as some servers do not read it.
  reset: false,
});

async function* inPieces(body: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, half);
  await wait(pauseMs);
  yield bytes.subarray(half);
}

/** An answer's body as far as anybody reads it, without the mark of UTF-8 that some servers put before it. */
async function textOf(body: AsyncIterable<Buffer>): Promise<{ readonly text: string; readonly cut: boolean }> {
  const parts: Buffer[] = [];
  let room = longestAnswer;
  for await (const part of body) {
    parts.push(part.subarray(0, room));
    room -= part.length;
    if (room < 0) break;
  }
  return { text: new TextDecoder().decode(Buffer.concat(parts)), cut: room < 0 };
}

function sentence(error: Error & { readonly code?: unknown }): string {
  const said = error.message || error.name;
  const code = String(error.code ?? '');
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak TLS, so it may be one under http://';
  if (code === 'ERR_ASSERTION') return 'its answer is no HTTP';
  return said.includes(code) ? said : `${said} (${code})`;
}
