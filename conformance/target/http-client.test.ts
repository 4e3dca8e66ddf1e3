import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createHttpClient,
  type Exchange,
  type HttpClient,
  recording,
  unstoppable,
  type WireRequest,
} from './http-client.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listen(server: Server, sockets: Set<Socket>): Promise<string> {
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
}

function client(baseUrl: string, options: { deadlineMs?: number; signal?: AbortSignal } = {}): HttpClient {
  const made = createHttpClient({ baseUrl, connections: 1, deadlineMs: 2_000, ...options });
  closing.push(made.close);
  return made;
}

/** A client of a server of its own. */
async function against(answer: RequestListener, options?: { deadlineMs?: number; signal?: AbortSignal }) {
  const connections = new Set<Socket>();
  const url = await listen(createHttpServer(answer), connections);
  return { connections, ...client(url, options) };
}

/** A client of a server that answers each request with these bytes and closes. */
async function againstBytes(bytes: string) {
  const url = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end(bytes));
    }),
    new Set(),
  );
  return client(url, { deadlineMs: 300 });
}

const get: WireRequest = { method: 'GET', path: '/conversations?page=2', headers: { apikey: 'k' } };
const reset: WireRequest = {
  method: 'DELETE',
  path: '/users/ann/conversation',
  headers: { apikey: 'k', onBehalfOf: 'ann', 'Content-Type': 'application/json' },
  body: '{"preserveOrder":true}',
};

describe('an answer', () => {
  it('should come with status, media type, text and JSON', async () => {
    const { send } = await against((_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json; charset=utf-8' }).end('{"data":"ä"}');
    });
    expect(await send(get)).toEqual({
      kind: 'answered',
      status: 201,
      contentType: 'application/json; charset=utf-8',
      text: '{"data":"ä"}',
      json: { data: 'ä' },
    });
  });

  it('should have no JSON where its text is none', async () => {
    const { send } = await against((_, response) => response.end('<html>'));
    expect(await send(get)).toEqual({
      kind: 'answered',
      status: 200,
      contentType: '',
      text: '<html>',
      json: undefined,
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
    let seen: unknown;
    const { send } = await against(async (request, response) => {
      seen = { names: request.rawHeaders.filter((_, index) => index % 2 === 0), body: await text(request) };
      response.end();
    });
    await send({ ...reset, headers: { ApIkEy: 'k', onBEHALFof: 'ann', 'CoNtEnT-TyPe': 'application/json' } });
    expect(seen).toMatchObject({
      names: expect.arrayContaining(['ApIkEy', 'onBEHALFof', 'CoNtEnT-TyPe']),
      body: reset.body,
    });
  });

  it('should have a length, or come in chunks when asked to', async () => {
    const seen: unknown[] = [];
    const { send } = await against(async (request, response) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      seen.push([length, encoding, await text(request)]);
      response.end();
    });
    await send(reset);
    await send({ ...reset, chunked: true });
    expect(seen).toEqual([
      ['22', undefined, reset.body],
      [undefined, 'chunked', reset.body],
    ]);
  });

  it('should without a body have neither', async () => {
    let headers: unknown;
    const { send } = await against((request, response) => {
      headers = request.headers;
      response.end();
    });
    await send(get);
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('should leave the connection open, DELETE with a body too', async () => {
    const { send, connections, requests } = await against(async (request, response) => {
      await text(request);
      response.end('{}');
    });
    for (const request of [reset, get, { ...reset, chunked: true }, reset]) await send(request);
    expect([connections.size, requests()]).toEqual([1, 4]);
  });

  it('should go below the path of the address', async () => {
    const asked: (string | undefined)[] = [];
    const answer: RequestListener = ({ url }, response) => {
      asked.push(url);
      response.end();
    };
    const url = await listen(createHttpServer(answer), new Set());
    for (const base of [url, `${url}/`, new URL(url).origin]) await client(base).send(get);
    expect(asked).toEqual(['/v3/conversations?page=2', '/v3/conversations?page=2', '/conversations?page=2']);
  });
});

describe('waiting', () => {
  const limited = (...replies: readonly (readonly [number, Record<string, string>])[]) => {
    let count = 0;
    const answer: RequestListener = (_, response) => {
      const [status, headers] = replies[count++] ?? [200, {}];
      response.writeHead(status, headers).end('{}');
    };
    return against(answer);
  };

  it.each([
    [429, '0'],
    [503, '0'],
    [429, 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ])('should be done on %i with Retry-After %s, and the request sent again', async (status, after) => {
    const { send, requests } = await limited([status, { 'Retry-After': after }], [status, { 'Retry-After': after }]);
    const begun = performance.now();
    expect(await send(reset)).toMatchObject({ status: 200 });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(95);
    expect(requests()).toBe(3);
  });

  it.each([
    [503, {}],
    [500, { 'Retry-After': '0' }],
    [404, { 'Retry-After': '0' }],
  ])('should not be done on %i with %j', async (status, headers) => {
    const { send, requests } = await limited([status, headers]);
    expect(await send(reset)).toMatchObject({ status });
    expect(requests()).toBe(1);
  });

  it('should not be done for longer than a minute', async () => {
    const { send } = await limited([429, { 'Retry-After': '61' }]);
    expect(await send(reset)).toMatchObject({ status: 429 });
  });

  it('should end with the run', async () => {
    const stop = new AbortController();
    const { send } = await against(
      (_, response) => {
        response.writeHead(429, { 'Retry-After': '30' }).end();
        setImmediate(() => stop.abort(new Error('stopped')));
      },
      { signal: stop.signal },
    );
    await expect(send(reset)).rejects.toThrow();
  });
});

describe('no answer', () => {
  it('should be told when the deadline is over', async () => {
    const { send } = await against(() => {}, { deadlineMs: 60 });
    const begun = performance.now();
    expect(await send(get)).toEqual({ kind: 'lost', why: expect.stringContaining('no answer within 60 ms') });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('should be told when an answer begins and does not end', async () => {
    const { send } = await against(
      (_, response) => {
        const drip = setInterval(() => response.write('{'), 10);
        response.on('close', () => clearInterval(drip));
      },
      { deadlineMs: 90 },
    );
    expect(await send(get)).toMatchObject({ kind: 'lost' });
  });

  it.each([
    ['it is shorter than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":{}}'],
    ['it ends within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"data":'],
    ['it ends within its head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['it is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['it is nothing', ''],
  ])('should be told when %s', async (_, bytes) => {
    const { send } = await againstBytes(bytes);
    expect(await send(get)).toEqual({ kind: 'lost', why: expect.stringMatching(/./) });
  });

  it('should be told when it is more than 4 MiB, and not when it is just that', async () => {
    const size = 4 * 1024 * 1024;
    const { send } = await against(({ method }, response) => {
      response.end(Buffer.alloc(method === 'GET' ? size + 1 : size, ' '));
    });
    expect(await send(get)).toEqual({ kind: 'lost', why: `an answer of more than ${size} bytes` });
    expect(await send(reset)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('should be told when nobody listens', async () => {
    const { send } = client('http://127.0.0.1:1/v3');
    expect(await send(get)).toEqual({ kind: 'lost', why: expect.stringContaining('ECONNREFUSED') });
  });

  it('should not keep the next request from its answer', async () => {
    let count = 0;
    const { send } = await against((_, response) => {
      count += 1;
      if (count === 1) response.destroy();
      else response.end('{}');
    });
    expect(await send(get)).toMatchObject({ kind: 'lost' });
    expect(await send(get)).toMatchObject({ kind: 'answered', json: {} });
  });
});

describe('a stopped run', () => {
  it('should send nothing more, but for tidying up', async () => {
    const stop = new AbortController();
    const { send, requests } = await against((_, response) => response.end('{}'), { signal: stop.signal });
    stop.abort(new Error('stopped by SIGINT'));
    await expect(send(get)).rejects.toThrow('stopped by SIGINT');
    expect(requests()).toBe(0);
    expect(await unstoppable.run(true, () => send(get))).toMatchObject({ status: 200 });
  });
});

describe('a recording', () => {
  it('should hold what was sent inside it, each once', async () => {
    let count = 0;
    const { send, latencyMs } = await against((_, response) => {
      count += 1;
      response.writeHead(count === 2 ? 429 : 200, { 'Retry-After': '0' }).end(String(count));
    });
    const exchanges: Exchange[] = [];
    await send(get);
    await recording.run(exchanges, () => send(reset));
    await send(get);
    expect(exchanges).toEqual([{ request: reset, reply: expect.objectContaining({ status: 200, text: '3' }) }]);
    expect(latencyMs()).toBeGreaterThan(0);
  });
});
