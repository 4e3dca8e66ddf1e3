import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '../testing/listening.ts';
import { createHttpClient, type Exchange, type SendingOptions, type WireRequest } from './http-client.ts';
import { connectOverHttp } from './http-transport.ts';

const key = 'kEy-of-the-t/est+0123456789';
const wrongKey = 'KEy-of-the-t/est+0123456789';

type Options = Partial<Pick<SendingOptions, 'deadlineMs' | 'signal'>>;

function client(baseUrl: string, { deadlineMs = 20_000, signal }: Options = {}) {
  const options = { apiKey: key, otherKeys: [wrongKey], deadlineMs, signal };
  const made = createHttpClient(options, connectOverHttp({ baseUrl, connections: 1 }));
  onTestFinished(made.close);
  const send: (...asked: Parameters<typeof made.send>) => Promise<unknown> = async (...asked) =>
    (await made.send(...asked)).reply;
  return { ...made, send };
}

/** A client of a server of its own. */
async function against(answer: RequestListener, options?: Options) {
  const { url, connections } = await listening(answer);
  return { connections, ...client(url, options) };
}

/** A client of a server that writes down what it is asked. */
async function recording(base = (url: string) => url) {
  type Seen = Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'> & { body: string; pieces: number };
  const seen: Seen[] = [];
  const { url: address, connections } = await listening(async (request, response) => {
    const { url, rawHeaders, headers } = request;
    const pieces = await request.map(String).toArray();
    seen.push({ url, rawHeaders, headers, body: pieces.join(''), pieces: pieces.length });
    response.end('{}');
  });
  return { ...client(base(address)), connections, seen };
}

const get: WireRequest = { method: 'GET', path: '/conversations?page=2', headers: { apikey: 'k' } };
const reset: WireRequest = {
  method: 'DELETE',
  path: '/users/ann/conversation',
  headers: { ApIkEy: 'k', onBEHALFof: 'ann', 'CoNtEnT-TyPe': 'application/json' },
  body: '{"preserveOrder":true}',
};
const inChunks: WireRequest = { ...reset, parts: 'chunks' };
const inSegments: WireRequest = { ...reset, parts: 'segments' };

describe('a request', () => {
  it('should keep the case of its header names, and its body, with a length or in pieces', async () => {
    const { send, seen } = await recording();
    for (const request of [reset, inChunks, inSegments]) await send(request);
    expect(seen.map(({ headers, body }) => [headers['content-length'], headers['transfer-encoding'], body])).toEqual([
      ['22', undefined, reset.body],
      [undefined, 'chunked', reset.body],
      ['22', undefined, reset.body],
    ]);
    expect(seen.map(({ pieces }) => pieces)).toEqual([1, 2, 2]);
    expect(seen[0]?.rawHeaders).toEqual(expect.arrayContaining(['ApIkEy', 'onBEHALFof', 'CoNtEnT-TyPe']));
  });

  it('should leave the connection open, DELETE with a body too', async () => {
    const { send, connections, requests } = await recording();
    for (const request of [reset, get, inChunks, inSegments, reset]) await send(request);
    expect([connections.size, requests()]).toEqual([1, 5]);
  });

  it.each<[string, (url: string) => string, string]>([
    ['one that ends in its version', (url) => url, '/v3/conversations?page=2'],
    ['one that ends in a slash', (url) => `${url}/`, '/v3/conversations?page=2'],
    ['one without a path', (url) => new URL(url).origin, '/conversations?page=2'],
  ])('should go below the path of the address: %s', async (_, base, path) => {
    const { send, seen } = await recording(base);
    await send(get);
    expect(seen.map(({ url }) => url)).toEqual([path]);
  });
});

describe('an answer', () => {
  it('should come as it is, also where it points elsewhere, with what is documented of its JSON', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8', Location: '/v3/other' };
    const { send, requests } = await against((_, response) => {
      response.writeHead(302, headers).end('{"data":{"message":"ä"}}');
    });
    expect(await send(get)).toEqual({
      ...{ kind: 'answered', status: 302, contentType: headers['Content-Type'], location: headers.Location },
      ...{ text: '{"data":{"message":"ä"}}', data: { message: 'ä' } },
    });
    expect(requests()).toBe(1);
  });

  it('should be read although the mark of UTF-8 stands before it', async () => {
    const { send } = await against((_, response) => response.end('\ufeff{"data":{"success":true}}'));
    expect(await send(get)).toMatchObject({ data: { success: true } });
  });

  it('should be judged by what is documented of it, however much else there is', async () => {
    const answer = { data: { success: true, message: 'Done.', rows: ['x'.repeat(900_000)] }, meta: {} };
    const { send } = await against((_, response) => response.end(JSON.stringify(answer)));
    const reply = await send(reset);
    expect(reply).toMatchObject({ status: 200, data: { success: true, message: 'Done.' } });
    expect(JSON.stringify(reply).length).toBeLessThan(3_000);
  });

  it.each([
    ['longer than 1 MiB', { success: true, rows: 'x'.repeat(1024 * 1024) }],
    ['with a message longer than 16 KiB', { success: true, message: 'x'.repeat(16 * 1024 + 1) }],
  ])('should be cut where it is %s, and have no JSON', async (_, data) => {
    const { send } = await against((_request, response) => response.end(JSON.stringify({ data })));
    const text = expect.stringMatching(/^{"data"/);
    const reply = await send(reset);
    expect(reply).toMatchObject({ status: 200, text, cut: true });
    expect(reply).toHaveProperty('data', {});
  });

  it('should not be read beyond that, nor keep the next request from its own', async () => {
    const { send, connections } = await against(({ method }, response) =>
      response.end(method === 'GET' ? 'x'.repeat(50_000_000) : '{}'),
    );
    expect(await send(get)).toMatchObject({ cut: true });
    expect(await send(reset)).toMatchObject({ text: '{}' });
    // What is not read to its end ends its connection.
    expect(connections.size).toBe(2);
  });
});

it('says why there is no answer: the deadline is over, or nobody listens', async () => {
  const silent = await against(() => {}, { deadlineMs: 60 });
  expect(await silent.send(get)).toEqual({ kind: 'lost', why: 'no answer within 60 ms' });
  const why = expect.stringContaining('ECONNREFUSED');
  expect(await client('http://127.0.0.1:1/v3').send(get)).toEqual({ kind: 'lost', why });
});

describe('a stopped run', () => {
  it('should not wait for an answer', async () => {
    const stop = new AbortController();
    const { send } = await against(() => stop.abort(new Error('stopped')), { signal: stop.signal });
    await expect(send(get)).rejects.toThrow('stopped');
  });

  it('should wait for it where something is created', async () => {
    const stop = new AbortController();
    let hasArrived = false;
    const answer: RequestListener = (_, response) => {
      stop.abort(new Error('stopped'));
      setImmediate(() => {
        hasArrived = true;
        response.end();
      });
    };
    const { send } = await against(answer, { signal: stop.signal });
    const creating = send({ method: 'POST', path: '/users', headers: {} }, { isWhole: true });
    await expect(creating).rejects.toThrow('stopped');
    expect(hasArrived).toBe(true);
  });
});

it('lets a key stand in no answer, and in no request that is recorded', async () => {
  const { send } = await against(({ headers }, response) => {
    response.writeHead(401, { Location: `/login?key=${encodeURIComponent(key)}`, 'Content-Type': `text/${key}` });
    response.end(JSON.stringify({ data: { message: `no ${headers['apikey']}`, list: [key] } }));
  });
  const record: Exchange[] = [];
  for (const apikey of [key, wrongKey]) await send({ ...get, headers: { apikey } }, { record });
  expect(record).toMatchObject([
    {
      request: { headers: { apikey: '$API_KEY' } },
      reply: {
        ...{ contentType: 'text/$API_KEY', location: '/login?key=$API_KEY' },
        text: '{"data":{"message":"no $API_KEY","list":["$API_KEY"]}}',
        data: { message: 'no $API_KEY' },
      },
    },
    { request: { headers: { apikey: '$WRONG_API_KEY' } } },
  ]);
  expect(JSON.stringify(record)).not.toMatch(/0123456789/);
});
