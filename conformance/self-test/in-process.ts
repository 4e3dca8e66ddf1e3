import type { FaultyReply } from '../../mock-server/faults/fault.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { type Connect, recording, unstoppable, type WireReply, type WireRequest } from '../target/http-client.ts';

/** Puts the suite before a handler without a wire between, which is ten times as quick. */
export function connectTo(handle: (request: HttpRequest) => Promise<FaultyReply>): Connect {
  return ({ baseUrl, signal }) => {
    const base = new URL(baseUrl).pathname;
    let requests = 0;
    return {
      send: async (request) => {
        if (unstoppable.getStore() === undefined) signal?.throwIfAborted();
        requests += 1;
        // A turn of the event loop, as a wire would take: timers come due in between.
        await new Promise(setImmediate);
        const reply = await handle(requestOf(request, base)).then(replyOf, lost);
        recording.getStore()?.push({ request, reply });
        return reply;
      },
      requests: () => requests,
      latencyMs: () => 0,
      close: async () => {},
    };
  };
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

function replyOf({ status, body, contentType = 'application/json' }: FaultyReply): WireReply {
  const text = status === 204 ? '' : body;
  return { kind: 'answered', status, contentType: text === '' ? '' : contentType, text, json: parsed(text) };
}

const lost = (error: unknown): WireReply => ({
  kind: 'lost',
  why: error instanceof Error ? error.message : String(error),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
