import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { originOf } from './server.ts';
import { get, post } from './testing/raw-connection.ts';
import { start, startEcho } from './testing/started-server.ts';

describe('a request', () => {
  it('should come to the handler as it was sent', async () => {
    const { connection, requests } = await startEcho();
    await connection.ask(
      'DELETE /v3/users/a%2Fb%zz/c?x=%20 HTTP/1.1\r\nhOsT: x\r\naPiKeY: K\r\nONBEHALFOF: Alice\r\n\r\n',
    );
    const headers = { host: 'x', apikey: 'K', onbehalfof: 'Alice' };
    const rawHeaders = ['hOsT', 'x', 'aPiKeY', 'K', 'ONBEHALFOF', 'Alice'];
    expect(requests).toEqual([{ method: 'DELETE', url: '/v3/users/a%2Fb%zz/c?x=%20', headers, rawHeaders, body: '' }]);
  });

  it('should keep a character whose bytes come in two pieces', async () => {
    const { connection, requests } = await startEcho();
    const bytes = Buffer.from('{"text":"ü😀"}');
    connection.send(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    for (const byte of bytes) connection.send(Buffer.from([...Buffer.from('1\r\n'), byte, ...Buffer.from('\r\n')]));
    await connection.ask('0\r\n\r\n');
    expect(requests[0]?.body).toBe('{"text":"ü😀"}');
  });

  it('should get its answer on a connection that stays open, also when it does not wait for it', async () => {
    const { connection } = await startEcho();
    expect((await connection.ask(get('/1') + post('/2', 'two') + get('/3'))).body).toBe('GET /1 ');
    expect((await connection.reply()).body).toBe('POST /2 two');
    expect(await connection.reply()).toMatchObject({ body: 'GET /3 ', headers: { connection: 'keep-alive' } });
    expect((await connection.ask(get('/4'))).body).toBe('GET /4 ');
  });

  it('should wait where its caller does not read, so that no answers pile up', async () => {
    let handled = 0;
    const handle = () => {
      handled += 1;
      return { status: 200, body: 'x'.repeat(1_000_000) };
    };
    const { server, connection } = await start({ handle });
    using _ = await deafCaller(server.port, get('/').repeat(100));
    for (let asked = 0; asked < 3; asked += 1) await connection.ask(get('/'));
    expect(handled).toBeGreaterThan(3);
    expect(handled).toBeLessThan(30);
  });

  it('should not even be read where its caller takes no answer', async () => {
    // None of them plays a part, however slow the machine.
    const ms = 600_000;
    const limits = { headersTimeout: ms, requestTimeout: ms, keepAliveTimeout: ms, inactivityTimeout: ms };
    const { server, connection } = await startEcho(limits);
    let read = 0;
    const count = () => {
      read += 1;
    };
    using _ = await deafCaller(server.port, 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(1_000_000));
    subscribe('http.server.request.start', count);
    for (let asked = 0; asked < 100; asked += 1) await connection.ask(get('/'));
    unsubscribe('http.server.request.start', count);
    // More than the system keeps of the answers, and no more than a server can read while it answers a hundred others.
    expect(read).toBeLessThan(150_000);
  });

  it('should not be kept for a caller who never reads, whatever still comes from there', async () => {
    const { server, connect } = await start({
      handle: ({ url }) => ({ status: 200, body: url.repeat(5_000_000) }),
      limits: { inactivityTimeout: 50, connections: 2 },
    });
    using deaf = await deafCaller(server.port, get('/large'));
    const drip = setInterval(() => deaf.socket.write('\r\n'), 5);
    // There is no room for a third connection: without the limit nobody else would be answered at all.
    const isAnswered = async () => (await connect()).ask(get('/')).then(Boolean, () => false);
    await expect.poll(isAnswered, { timeout: 20_000 }).toBe(true);
    clearInterval(drip);
  });

  it('should be answered without a body where it is a HEAD, and be welcome in HTTP/1.0', async () => {
    const { connection } = await startEcho();
    const head = await connection.ask('HEAD /1 HTTP/1.1\r\nHost: x\r\n\r\n', 'noBody');
    expect(head.headers).toMatchObject({ 'content-length': String('HEAD /1 '.length) });
    expect(await connection.ask('GET / HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: 'GET / ' });
    await connection.closed;
  });

  it.each([204, 304])('should get no body and no length with the status %d', async (status) => {
    const { connection } = await start({ handle: () => ({ status, body: 'x' }) });
    connection.send(get('/') + get('/'));
    for (const _ of [1, 2]) {
      const reply = await connection.reply('noBody');
      expect(reply.status).toBe(status);
      expect(reply.headers).not.toHaveProperty('content-length');
    }
  });
});

const later = (reply: () => Promise<HttpReply>) => ({
  handle: ({ url }: HttpRequest) => (url === '/later' ? reply() : { status: 200, body: 'now' }),
});

it.each<[Omit<HttpReply, 'body'>, headers: object]>([
  [
    { status: 429, contentType: 'text/plain', headers: ['Retry-After', '2'] },
    { 'content-type': 'text/plain', 'content-length': '1', 'retry-after': '2' },
  ],
  [{ status: 200, contentType: '' }, expect.not.objectContaining({ 'content-type': expect.anything() })],
])('an answer that takes its time should come in its turn, in the form that it asks for: %j', async (form, headers) => {
  const { connection } = await start(later(async () => ({ body: 'x', ...form })));
  expect(await connection.ask(get('/later') + get('/'))).toMatchObject({ status: form.status, headers, body: 'x' });
  expect((await connection.reply()).body).toBe('now');
});

it.each<[string, () => Promise<HttpReply>]>([
  ['throws', () => JSON.parse('a bug')],
  ['rejects', () => Promise.reject(new Error('a bug'))],
])('an answer that takes its time should be an error that says nothing where its handler %s, and the server go on', async (_, reply) => {
  const lines: string[] = [];
  const { connection } = await start({ ...later(reply), log: (line) => lines.push(line) });
  const failed = await connection.ask(get('/later') + get('/'));
  expect(failed.status).toBe(500);
  expect(failed.body).not.toContain('a bug');
  expect((await connection.reply()).body).toBe('now');
  expect(lines).toEqual([expect.stringContaining('a bug')]);
});

it.each([
  [{ promised: 4 }, /^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Length: 4\r\n[\s\S]*\r\n\r\nab$/],
  [{ cut: 'before' }, /^$/],
] as const)('an answer that takes its time should end with its connection when it is cut: %j', async (cut, received) => {
  const { connection } = await start(later(async () => ({ status: 200, body: 'ab', ...cut })));
  connection.send(get('/later'));
  await connection.closed;
  expect(connection.rest()).toMatch(received);
});

describe('the server', () => {
  it('should take no more connections than it may', async () => {
    const { connect, connection } = await startEcho({ connections: 1 });
    await connection.ask(get('/1'));
    await (await connect()).closed;
    expect((await connection.ask(get('/2'))).status).toBe(200);
  });

  it.each([
    ['that has nothing more to say', ''],
    ['on which nothing comes but line breaks', '\r\n'],
  ])('should end a connection %s', async (_, bytes) => {
    const { connection } = await startEcho({ keepAliveTimeout: 50 });
    expect((await connection.ask(get('/'))).status).toBe(200);
    const drip = setInterval(() => connection.send(bytes), 5);
    await connection.closed;
    clearInterval(drip);
  });

  it('should leave a connection alone on which an answer takes its time', async () => {
    const { connection } = await start({
      handle: () => new Promise((resolve) => setTimeout(() => resolve({ status: 200, body: 'late' }), 100)),
      limits: { keepAliveTimeout: 10 },
    });
    expect((await connection.ask(get('/'))).body).toBe('late');
  });

  // Others are in main.test.ts.
  it('should say its address as others must write it', () => {
    expect(originOf('::1', 4010)).toBe('http://[::1]:4010');
  });
});

const begun = 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{';

it('closing should finish what is in flight, and say that the connection ends', async () => {
  const { server, connection } = await startEcho();
  expect((await connection.ask(begun)).status).toBe(100);
  const closed = server.close();
  const ended = { status: 200, body: 'POST /slow {}', headers: { connection: 'close' } };
  expect(await connection.ask('}')).toMatchObject(ended);
  await closed;
});

it('closing should not wait for connections with nothing in flight', async () => {
  const { server, connect, connection: silent } = await startEcho();
  const idle = await connect();
  await idle.ask(get('/'));
  await server.close();
  await Promise.all([idle.closed, silent.closed]);
});

it('closing should cut what does not arrive, however long an answer may take', async () => {
  const { server, connection } = await startEcho();
  await connection.ask(begun);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = server.close(60_000);
  vi.advanceTimersByTime(5000);
  await closed;
  await connection.closed;
});

it('closing should cut what is not finished in time, and sooner when asked again', async () => {
  const { server, connection } = await startEcho();
  await connection.ask(begun);
  const closed = server.close(60_000);
  await server.close(20);
  await closed;
  await connection.closed;
});

// Helpers

/** Sends, and never reads. */
async function deafCaller(port: number, bytes: string) {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.pause().write(bytes);
  await once(socket, 'connect');
  return { socket, [Symbol.dispose]: (): void => void socket.destroy() };
}
