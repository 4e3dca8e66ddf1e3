import { describe, expect, it } from 'vitest';
import { crossOrigin } from './cors.ts';
import type { MockServer, MockServerOptions } from './start-mock-server.ts';
import { openRawConnection, type RawReply } from './testing/raw-connection.ts';
import { servedMocks } from './testing/served-mocks.ts';
import { closeAfterEach, echo, start as startOne } from './testing/started-server.ts';

closeAfterEach();
const serve = servedMocks();
const start = async (options?: MockServerOptions): Promise<MockServer> => (await serve(options)).mock;

const local = 'http://localhost:5173';
const foreign = 'https://app.example';

describe('a preflight', () => {
  it.each([
    ...[local, 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:8080', 'http://shop.localhost:5173'],
  ])('should be answered for %s, before the key', async (origin) => {
    const reply = await ask('OPTIONS /v3/users/alice/conversation', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'DELETE',
        'Access-Control-Request-Headers': 'apikey,onbehalfof',
      },
    });
    expect(reply).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('DELETE'),
        'access-control-allow-headers': 'apikey,onbehalfof',
        vary: 'Origin',
      },
    });
    expect(reply.headers).not.toHaveProperty('content-type');
  });

  it.each([
    ...[foreign, 'null', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'],
    ...['http://evil.example/localhost', 'file://localhost'],
  ])('should not be answered for %s', async (origin) => {
    const reply = await ask('OPTIONS /v3/conversations', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    });
    expect(reply.status).toBe(401);
    expect(allowedBy(reply)).toBeUndefined();
  });

  it('should be told, where it is not answered, what would allow it', async () => {
    const mock = await start({ listen: false });
    const headers = { origin: foreign, 'access-control-request-method': 'GET' };
    await mock.handle(new Request(`${mock.url}/users/alice`, { method: 'OPTIONS', headers }));
    await mock.handle(new Request(`${mock.url}/users/alice`, { method: 'OPTIONS' }));
    const hints = mock
      .sandbox()
      .journal.entries()
      .map((entry) => entry.hints);
    expect(hints).toEqual([[expect.stringContaining('--cors ORIGIN')], []]);
  });

  it('should let a page see that a wrong method is no call', async () => {
    const headers = { Origin: local, 'Access-Control-Request-Method': 'PATCH' };
    const { headers: answered } = await ask('OPTIONS /v3/conversations', { headers });
    expect(answered['access-control-allow-methods']).toContain('PATCH');
  });

  it('should not be taken for one where nothing is asked', async () => {
    expect((await ask('OPTIONS /v3/conversations', { headers: { Origin: local } })).status).toBe(401);
    expect((await ask('OPTIONS /v3/conversations', { headers: { apikey: 'local-key' } })).status).toBe(404);
  });

  it('should leave no trace', async () => {
    const mock = await start();
    await ask('OPTIONS /v3/conversations', {
      mock,
      headers: { Origin: local, 'Access-Control-Request-Method': 'GET' },
    });
    expect(mock.sandbox().journal.entries()).toEqual([]);
  });
});

describe('an answer', () => {
  it.each<[line: string, headers: Record<string, string>, body: string, status: number]>([
    ['GET /v3/users/alice', { apikey: 'local-key' }, '', 200],
    ['GET /v3/users/alice', {}, '', 401],
    ['GET /v3/nothing', { apikey: 'local-key' }, '', 404],
    ['POST /v3/users', { apikey: 'local-key' }, 'x'.repeat(10_241), 413],
    ['GET /v3/users/alice', { apikey: 'local-key', Expect: 'miracles' }, '', 417],
  ])('should carry the header: %s %j', async (line, headers, body, status) => {
    const reply = await ask(line, { headers: { ...headers, Origin: local }, body });
    expect(reply.status).toBe(status);
    expect(allowedBy(reply)).toBe(local);
    expect(reply.headers['vary']).toBe('Origin');
    expect(allowedBy(await ask(line, { headers: { ...headers, Origin: foreign }, body }))).toBeUndefined();
    expect((await ask(line, { headers, body })).headers).not.toHaveProperty('vary');
  });

  it.each<[what: string, status: number, sent: (head: string) => readonly [string, string?]]>([
    ['headers that are too large', 431, (head) => [`${head}Cookie: ${'x'.repeat(20_000)}\r\n\r\n`]],
    ['what is not HTTP', 400, (head) => [`${head}no header\r\n\r\n`]],
    ['a broken chunk', 400, (head) => [`${head}Transfer-Encoding: chunked\r\n\r\n`, 'xyz\r\n']],
    ['a body that does not come', 408, (head) => [`${head}Content-Length: 2\r\n\r\n`]],
  ])('should carry it where node:http refuses a request: %s', async (_, status, sent) => {
    const limits = { headersTimeout: 50, requestTimeout: 100, lingering: 20 };
    const { connect } = await startOne({ handle: echo, headers: crossOrigin([]).headers, limits });
    const allowed: (string | undefined)[] = [];
    for (const origin of [local, foreign]) {
      const connection = await connect();
      const [first, second] = sent(`POST /v3/users HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\n`);
      connection.send(first);
      if (second !== undefined) connection.send(second);
      const reply = await connection.reply();
      expect(reply).toMatchObject({ status, headers: { vary: 'Origin', 'x-rate-limit': '20000' } });
      allowed.push(allowedBy(reply));
    }
    expect(allowed).toEqual([local, undefined]);
  });

  it('should not carry that of the request before', async () => {
    const { connect } = await startOne({ handle: echo, headers: crossOrigin([]).headers });
    const connection = await connect();
    const first = await connection.ask(`GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${local}\r\n\r\n`);
    expect([allowedBy(first), allowedBy(await connection.ask('Hello!\r\n\r\n'))]).toEqual([local, undefined]);
  });

  it.each([
    { status: 503 },
    { status: 429, retryAfter: 1 },
    { invalidJson: true },
    { wrong: 'success-as-text' },
    { latencyMs: 1 },
  ] as const)('should carry it where it is a fault: %j', async (fault) => {
    const mock = await start();
    mock.sandbox().faults.add(fault);
    const headers = { apikey: 'local-key', onBehalfOf: 'alice', Origin: local };
    const reply = await ask('DELETE /v3/users/bob/conversation', { mock, headers, body: '{}' });
    expect(allowedBy(reply)).toBe(local);
  });

  it('should carry it without a socket too', async () => {
    const mock = await start({ listen: false });
    const headers = { origin: local, 'access-control-request-method': 'GET' };
    const preflight = await mock.handle(new Request(`${mock.url}/users/alice`, { method: 'OPTIONS', headers }));
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, local]);
    const answer = await mock.handle(new Request(`${mock.url}/users/alice`, { headers: { origin: local } }));
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, local]);
  });
});

describe('the limit of calls', () => {
  it('should stand in every answer, and be exceeded where a fault says so', async () => {
    const mock = await start();
    const ok = await ask('GET /v3/users/alice', { mock, headers: { apikey: 'local-key' } });
    expect(ok.headers).toMatchObject({ 'x-rate-limit': '20000', 'x-rate-limit-remaining': '20000' });
    expect((await ask('GET /v3/users/alice', { mock })).headers).toMatchObject({ 'x-rate-limit': '20000' });
    mock.sandbox().faults.add({ status: 429 });
    const late = await ask('GET /v3/users/alice', { mock, headers: { apikey: 'local-key' } });
    expect(late.headers).toMatchObject({ 'x-rate-limit-remaining': '0', 'retry-after': '1' });
  });
});

describe('the choice of origins', () => {
  it.each<[MockServerOptions['cors'], origin: string, allowed: boolean]>([
    [[foreign], foreign, true],
    [[foreign], local, true],
    [[foreign], 'https://other.example', false],
    [[foreign], `${foreign}:8443`, false],
    [['*'], 'https://other.example', true],
    [['*'], 'null', true],
    [false, local, false],
    [false, foreign, false],
  ])('%j should decide about %s: %j', async (cors, origin, allowed) => {
    const mock = await start({ cors: cors ?? [] });
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const reply = await ask('OPTIONS /v3/conversations', { mock, headers });
    expect([reply.status, allowedBy(reply)]).toEqual(allowed ? [204, origin] : [401, undefined]);
  });

  it('should never open the control surface', async () => {
    const mock = await start({ cors: ['*'] });
    for (const origin of [local, foreign]) {
      for (const line of ['OPTIONS /_mock/reset', 'POST /_mock/reset', 'GET /_mock/world']) {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
        const reply = await ask(line, { mock, headers });
        expect([reply.status, allowedBy(reply)]).toEqual([403, undefined]);
      }
    }
  });
});

// Helpers

const allowedBy = ({ headers }: RawReply): string | undefined => headers['access-control-allow-origin'];

interface Sent {
  readonly mock?: MockServer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Over a connection of its own, as `fetch` sends no `Origin`. */
async function ask(line: string, { mock, headers = {}, body = '' }: Sent): Promise<RawReply> {
  const { url } = mock ?? (await start());
  const connection = await openRawConnection(Number(new URL(url).port));
  const all = { Host: 'localhost', 'Content-Length': String(body.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.send(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const reply = await connection.reply(line.startsWith('OPTIONS') ? 'noBody' : undefined);
  connection.drop();
  return reply;
}
