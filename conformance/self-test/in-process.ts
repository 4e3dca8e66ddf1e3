import type { FaultyReply } from '../../mock-server/faults/fault.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import type { Connect, WireRequest } from '../target/http-client.ts';
import type { startNaiveServer } from './naive-server.ts';

/** A server without its wire. */
export type Handle = (request: HttpRequest) => Promise<FaultyReply & { readonly retryAfter?: string }>;

/** A naive server, which listens whether it is asked there or not. */
export const withoutWire = ({ respond, close }: Awaited<ReturnType<typeof startNaiveServer>>) => ({
  handle: (async ({ body, ...asked }) => {
    const reply = await respond(asked, body);
    const { 'Retry-After': retryAfter }: Readonly<Record<string, string>> = reply.headers;
    return { ...reply, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }) satisfies Handle,
  close,
});

/** Puts the suite before a handler without a wire between, which is ten times as quick. */
export function connectTo(handle: Handle): Connect {
  return ({ baseUrl }) => {
    const base = new URL(baseUrl).pathname;
    return {
      exchange: async (request, { deadlineMs }) => {
        // A turn of the event loop, as a wire would take: timers come due in between.
        await new Promise(setImmediate);
        const reply = await withinDeadline(handle(requestOf(request, base)), deadlineMs);
        const { status, body, contentType = 'application/json', retryAfter } = reply;
        const text = status === 204 ? '' : body;
        return { status, contentType: text === '' ? '' : contentType, text, retryAfter };
      },
      close: async () => {},
    };
  };
}

async function withinDeadline<Value>(answer: Promise<Value>, deadlineMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function requestOf({ method, path, headers, body = '', chunked = false }: WireRequest, base: string): HttpRequest {
  const given = Object.entries(headers);
  const lowered = given.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    url: base + path,
    headers: Object.fromEntries(chunked ? [...lowered, ['transfer-encoding', 'chunked'] as const] : lowered),
    rawHeaders: given.flat(),
    body,
  };
}
