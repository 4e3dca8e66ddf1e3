import { describe, expect, it } from 'vitest';
import { crossOrigin } from './cors.ts';
import type { MockServer, MockServerOptions } from './start-mock-server.ts';
import { openRawConnection, type RawReply } from './testing/raw-connection.ts';
import { serveMock } from './testing/serve-mock.ts';
import { echo, start as startOne } from './testing/started-server.ts';

const start = async (options?: MockServerOptions): Promise<MockServer> => (await serveMock(options)).mock;

const local = 'http://localhost:5173';
const foreign = 'https://app.example';
const asksBefore = (origin: string, method = 'GET') => ({ origin, 'access-control-request-method': method });

describe('a preflight', () => {
  it.each<[allowed: readonly string[] | false, yes: readonly string[], no: readonly string[]]>([
    [
      [],
      [local, 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:8080', 'http://shop.localhost:5173'],
      [foreign, 'null', 'http://localhost.evil.example', 'http://evil.example/localhost', 'file://localhost'],
    ],
    [[foreign], [foreign, local], ['https://other.example', `${foreign}:8443`]],
    [['*'], ['https://other.example', 'null'], []],
    [false, [], [local, foreign]],
  ])('should be answered before the key where %j is allowed to %j, and not to %j', (allowed, yes, no) => {
    const { preflight } = crossOrigin(allowed);
    const isAnswered = (origin: string): boolean =>
      preflight({ method: 'OPTIONS', url: '/v3/conversations', headers: asksBefore(origin), body: '' }) !== undefined;
    expect([...yes, ...no].filter(isAnswered)).toEqual(yes);
  });

  it('should say what may be asked, with a wrong method too, so that its page can see that it is none', async () => {
    const headers = { ...asksBefore(local, 'DELETE'), 'Access-Control-Request-Headers': 'apikey,onbehalfof' };
    const { status, headers: answered } = await ask('OPTIONS /v3/users/alice/conversation', { headers });
    expect([status, answered]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': local,
        'access-control-allow-methods': expect.stringMatching(/PATCH.*DELETE/),
        'access-control-allow-headers': 'apikey,onbehalfof',
        vary: 'Origin',
      }),
    ]);
    expect(answered).not.toHaveProperty('content-type');
  });

  it('should be refused where it is not answered, with what would allow it, and else leave no trace', async () => {
    const mock = await start({ listen: false });
    const url = `${mock.url}/users/alice`;
    for (const headers of [asksBefore(foreign), { origin: local }, {}, asksBefore(local)]) {
      const answer = await mock.handle(new Request(url, { method: 'OPTIONS', headers }));
      const { origin } = headers as { readonly origin?: string };
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin === local ? local : null);
    }
    const entries = mock.sandbox().journal.entries();
    expect(entries.map(({ answer, hints }) => [answer.status, hints])).toEqual([
      [401, [expect.stringContaining('--cors ORIGIN')]],
      [401, []],
      [401, []],
    ]);
  });
});

describe('an answer', () => {
  it.each<[line: string, headers: Record<string, string>, body: string, status: number]>([
    ['GET /v3/users/alice', { apikey: 'local-key' }, '', 200],
    ['GET /v3/users/alice', {}, '', 401],
    ['GET /v3/nothing', { apikey: 'local-key' }, '', 404],
    ['OPTIONS /v3/conversations', { apikey: 'local-key' }, '', 404],
    ['POST /v3/users', { apikey: 'local-key' }, 'x'.repeat(10_241), 413],
    ['GET /v3/users/alice', { apikey: 'local-key', Expect: 'miracles' }, '', 417],
  ])('should carry the header: %s %j', async (line, headers, body, status) => {
    const reply = await ask(line, { headers: { ...headers, Origin: local }, body });
    expect([reply.status, allowedBy(reply), reply.headers['vary']]).toEqual([status, local, 'Origin']);
    expect(allowedBy(await ask(line, { headers: { ...headers, Origin: foreign }, body }))).toBeUndefined();
    expect((await ask(line, { headers, body })).headers).not.toHaveProperty('vary');
  });

  it('should not carry that of the request before', async () => {
    const { connect } = await startOne({ handle: echo, headers: crossOrigin([]).headers });
    const connection = await connect();
    const first = await connection.ask(`GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${local}\r\n\r\n`);
    expect([allowedBy(first), allowedBy(await connection.ask('Hello!\r\n\r\n'))]).toEqual([local, undefined]);
  });

  it('should carry it where it is a fault, and state the limit of calls, which is exceeded where a fault says so', async () => {
    const mock = await start();
    const headers = { apikey: 'local-key', Origin: local };
    for (const [fault, left] of [
      [{ latencyMs: 1 }, '20000'],
      [{ invalidJson: true }, '20000'],
      [{ status: 429 }, '0'],
    ] as const) {
      mock.sandbox().faults.add({ ...fault, times: 1 });
      const reply = await ask('GET /v3/users/alice', { mock, headers });
      expect(allowedBy(reply)).toBe(local);
      expect(reply.headers).toMatchObject({ 'x-rate-limit': '20000', 'x-rate-limit-remaining': left });
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
