import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { startServer } from '../../mock-server/server.ts';
import type { Connect, WireRequest } from '../target/http-client.ts';
import { inTime } from '../target/time-limit.ts';

/** A server without its wire. */
export type Handle = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** Serves it on a port of its own, at an address that ends in the version segment. */
export async function serve(handle: Handle) {
  const { origin, close } = await startServer({ host: '127.0.0.1', port: 0, handle });
  return { url: `${origin}/v3`, close: () => close(0) };
}

/** Puts the suite before a handler without a wire between, which is ten times as quick. */
export const connectTo =
  (handle: Handle): Connect =>
  () => ({
    exchange: async (request, { deadlineMs }) => {
      // A turn of the event loop, as a wire would take: timers come due in between.
      await new Promise(setImmediate);
      const late = () => new Error(`no answer within ${deadlineMs} ms`);
      const reply = await inTime(handle(requestOf(request)), deadlineMs, late);
      const { status, body, contentType = 'application/json', headers = [] } = reply;
      const text = status === 204 ? '' : body;
      return {
        status,
        contentType: text === '' ? '' : contentType,
        text,
        retryAfter: headers.find((_, at) => headers[at - 1] === 'Retry-After'),
      };
    },
    close: async () => {},
  });

/** As the mock server has it. */
function requestOf({ method, path, headers, body = '', parts }: WireRequest): HttpRequest {
  const given = Object.entries(headers);
  const lowered = given.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    url: `/v3${path}`,
    headers: Object.fromEntries(parts === 'chunks' ? [...lowered, ['transfer-encoding', 'chunked'] as const] : lowered),
    rawHeaders: given.flat(),
    body,
  };
}
