import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '../testing/listening.ts';
import { systemClock } from './clock.ts';
import { createHttpClient, type Exchange, type WireRequest } from './http-client.ts';
import { connectOverHttp } from './http-transport.ts';
import { createPace } from './pace.ts';
import { maskOf } from './secrets.ts';

const secrets = [
  { key: 'kEy-of-the-t/est+0123456789', name: '$API_KEY' },
  { key: 'KEy-of-the-t/est+0123456789', name: '$WRONG_API_KEY' },
];

function client(baseUrl: string, { deadlineMs = 2_000, signal }: { deadlineMs?: number; signal?: AbortSignal } = {}) {
  const made = createHttpClient({
    transport: connectOverHttp({ baseUrl, connections: 1 }),
    ...{ secrets, mask: maskOf(secrets), deadlineMs, signal, tidyingSignal: undefined, clock: systemClock },
    pace: createPace({ clock: systemClock }),
  });
  onTestFinished(made.close);
  const send: (...asked: Parameters<typeof made.send>) => Promise<unknown> = async (...asked) =>
    (await made.send(...asked)).reply;
  return { ...made, send };
}

/** A client of a server of its own. */
async function against(answer: RequestListener, options?: { deadlineMs?: number; signal?: AbortSignal }) {
  const { url, connections } = await listening(answer);
  return { connections, ...client(url, options) };
}

/** A client of a server that writes down what it is asked. */
async function recording() {
  const seen: (Pick<IncomingMessage, 'rawHeaders' | 'headers'> & { readonly body: string })[] = [];
  const made = await against(async (request, response) => {
    const { rawHeaders, headers } = request;
    seen.push({ rawHeaders, headers, body: await text(request) });
    response.end('{}');
  });
  return { ...made, seen };
}

const get: WireRequest = { method: 'GET', path: '/conversations?page=2', headers: { apikey: 'k' } };
const reset: WireRequest = {
  method: 'DELETE',
  path: '/users/ann/conversation',
  headers: { apikey: 'k', onBehalfOf: 'ann', 'Content-Type': 'application/json' },
  body: '{"preserveOrder":true}',
};

describe('an answer', () => {
  it('should come with status, media type, text and what is documented of its JSON', async () => {
    const { send } = await against((_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json; charset=utf-8' }).end('{"data":{"message":"ä"}}');
    });
    expect(await send(get)).toEqual({
      kind: 'answered',
      status: 201,
      contentType: 'application/json; charset=utf-8',
      text: '{"data":{"message":"ä"}}',
      json: { data: { message: 'ä' } },
    });
  });

  it('should be taken as it is where it points elsewhere', async () => {
    const asked: (string | undefined)[] = [];
    const { send } = await against(({ url }, response) => {
      asked.push(url);
      response.writeHead(302, { Location: '/v3/other' }).end();
    });
    expect(await send(get)).toMatchObject({ kind: 'answered', status: 302 });
    expect(asked).toEqual(['/v3/conversations?page=2']);
  });
});

describe('a request', () => {
  it('should keep the case of its header names, and its body', async () => {
    const { send, seen } = await recording();
    await send({ ...reset, headers: { ApIkEy: 'k', onBEHALFof: 'ann', 'CoNtEnT-TyPe': 'application/json' } });
    const rawHeaders = expect.arrayContaining(['ApIkEy', 'onBEHALFof', 'CoNtEnT-TyPe']);
    expect(seen).toMatchObject([{ rawHeaders, body: reset.body }]);
  });

  it('should have a length, or come in chunks when asked to', async () => {
    const { send, seen } = await recording();
    await send(reset);
    await send({ ...reset, chunked: true });
    expect(seen.map(({ headers, body }) => [headers['content-length'], headers['transfer-encoding'], body])).toEqual([
      ['22', undefined, reset.body],
      [undefined, 'chunked', reset.body],
    ]);
  });

  it('should leave the connection open, DELETE with a body too', async () => {
    const { send, connections, requests } = await recording();
    for (const request of [reset, get, { ...reset, chunked: true }, reset]) await send(request);
    expect([connections.size, requests()]).toEqual([1, 4]);
  });

  it('should go below the path of the address', async () => {
    const asked: (string | undefined)[] = [];
    const answer: RequestListener = ({ url }, response) => {
      asked.push(url);
      response.end();
    };
    const { url } = await listening(answer);
    for (const base of [url, `${url}/`, new URL(url).origin]) await client(base).send(get);
    expect(asked).toEqual(['/v3/conversations?page=2', '/v3/conversations?page=2', '/conversations?page=2']);
  });
});

describe('no answer', () => {
  it('should be told when the deadline is over', async () => {
    const { send } = await against(() => {}, { deadlineMs: 60 });
    const begun = performance.now();
    expect(await send(get)).toEqual({ kind: 'lost', why: expect.stringContaining('no answer within 60 ms') });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('should end with the run, though nothing was answered yet', async () => {
    const stop = new AbortController();
    const { send } = await against(() => stop.abort(new Error('stopped')), { signal: stop.signal });
    await expect(send(get)).rejects.toThrow('stopped');
  });

  it('should be waited for where something is created, though the run has ended', async () => {
    const stop = new AbortController();
    let hasArrived = false;
    const { send } = await against(
      (_, response) => {
        stop.abort(new Error('stopped'));
        setImmediate(() => {
          hasArrived = true;
          response.end();
        });
      },
      { signal: stop.signal },
    );
    const creating = send({ method: 'POST', path: '/users', headers: {} }, { isWhole: true });
    await expect(creating).rejects.toThrow('stopped');
    expect(hasArrived).toBe(true);
  });

  it('should be told when nobody listens', async () => {
    const { send } = client('http://127.0.0.1:1/v3');
    expect(await send(get)).toEqual({ kind: 'lost', why: expect.stringContaining('ECONNREFUSED') });
  });
});

describe('a long answer', () => {
  it('should be judged by what is documented of it, however much else there is', async () => {
    const answer = { data: { success: true, message: 'Done.', rows: ['x'.repeat(900_000)] }, meta: {} };
    const { send } = await against((_, response) => response.end(JSON.stringify(answer)));
    const reply = await send(reset);
    expect(reply).toMatchObject({ status: 200, json: { data: { success: true, message: 'Done.' } } });
    expect(JSON.stringify(reply).length).toBeLessThan(3_000);
  });

  it.each([
    ['longer than 1 MiB', { success: true, rows: 'x'.repeat(1024 * 1024) }],
    ['with a message longer than 16 KiB', { success: true, message: 'x'.repeat(16 * 1024 + 1) }],
  ])('should be cut where it is %s, and have no JSON', async (_, data) => {
    const { send } = await against((_request, response) => response.end(JSON.stringify({ data })));
    expect(await send(reset)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^{"data"/),
      json: undefined,
      cut: true,
    });
  });

  it('should not keep the next request from its own', async () => {
    const { send } = await against(({ method }, response) =>
      response.end(method === 'GET' ? 'x'.repeat(50_000_000) : '{}'),
    );
    expect(await send(get)).toMatchObject({ cut: true });
    expect(await send(reset)).toMatchObject({ json: {} });
  });
});

describe('a key', () => {
  const key = secrets[0]?.key ?? '';

  it('should stand in no answer, and in no request that is recorded', async () => {
    const { send } = await against(({ headers }, response) => {
      response.writeHead(401, { Location: `/login?key=${encodeURIComponent(key)}`, 'Content-Type': `text/${key}` });
      response.end(JSON.stringify({ data: { message: `no ${headers['apikey']}`, list: [key] } }));
    });
    const record: Exchange[] = [];
    await send({ ...get, headers: { apikey: key } }, { record });
    await send({ ...get, headers: { apikey: secrets[1]?.key ?? '' } }, { record });
    expect(record).toMatchObject([
      {
        request: { headers: { apikey: '$API_KEY' } },
        reply: {
          contentType: 'text/$API_KEY',
          location: '/login?key=$API_KEY',
          text: '{"data":{"message":"no $API_KEY","list":["$API_KEY"]}}',
          json: { data: { message: 'no $API_KEY' } },
        },
      },
      { request: { headers: { apikey: '$WRONG_API_KEY' } } },
    ]);
    expect(JSON.stringify(record)).not.toMatch(/0123456789/);
  });
});

describe('a stopped run', () => {
  it('should send nothing more, but for tidying up', async () => {
    const stop = new AbortController();
    const { send, requests } = await against((_, response) => response.end('{}'), { signal: stop.signal });
    stop.abort(new Error('stopped by SIGINT'));
    await expect(send(get)).rejects.toThrow('stopped by SIGINT');
    expect(requests()).toBe(0);
    expect(await send(get, { isTidying: true })).toMatchObject({ status: 200 });
  });
});
