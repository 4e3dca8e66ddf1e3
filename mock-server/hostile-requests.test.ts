import { expect, it } from 'vitest';
import { chunked, get, openRawConnection, post } from './testing/raw-connection.ts';
import { startEcho } from './testing/started-server.ts';

const page = 'http://localhost:5173';
const limit = 10_240;
const host = 'POST / HTTP/1.1\r\nHost: x\r\n';
const inChunks = `${host}Transfer-Encoding: chunked\r\n\r\n`;

it.each([
  ['what is not HTTP', 'Hello!\r\n\r\n', 400],
  ['without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['with two of them', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400],
  ['with a length that is none', `${host}Content-Length: ten\r\n\r\n`, 400],
  ['with two lengths', `${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['with a length and chunks', `${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['with a broken chunk', `${inChunks}xyz\r\n`, 400],
  ['with headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['with another expectation', `${host}Expect: miracles\r\n\r\n`, 417],
  ['too large by its length', `${host}Content-Length: ${limit + 1}\r\n\r\n`, 413],
  ['too large, before it is sent', `${host}Expect: 100-continue\r\nContent-Length: ${limit + 1}\r\n\r\n`, 413],
  ['too large by its chunks', `${inChunks}${chunked('x'.repeat(limit + 1), 1000)}`, 413],
  ['too large in the middle of a chunk', `${inChunks}ffff\r\n${'x'.repeat(limit + 1)}`, 413],
  ['too large at the end of a chunk', `${inChunks}2802\r\n${'x'.repeat(0x2802)}\r\n`, 413],
])('a broken request should get one answer, readable for a page that may call, whatever follows it: %s', async (_, bytes, status) => {
  for (const origin of [page, 'https://app.example']) {
    const { connection, requests } = await startEcho({ lingering: 20 });
    const reply = await connection.ask(bytes.replace('Host: x', `Host: x\r\nOrigin: ${origin}`));
    expect(reply).toMatchObject({ status, headers: { connection: 'close', 'content-type': 'application/json' } });
    const readableFor = bytes.includes('Host: x') && origin === page ? page : undefined;
    expect(reply.headers['access-control-allow-origin']).toBe(readableFor);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { source: 'chat-api', code: 'ERR_BAD_REQUEST' } });
    connection.send('and more\r\n\r\n');
    await connection.closed;
    expect([connection.rest(), requests]).toEqual(['', []]);
  }
});

// By its length, start-mock-server.test.ts has it.
it('a broken request should not be one of 10 KB, by its chunks', async () => {
  const { connection, requests } = await startEcho();
  expect((await connection.ask(`${inChunks}${chunked('x'.repeat(limit), 1000)}`)).status).toBe(200);
  expect(requests).toHaveLength(1);
});

it('a broken request should not cost a caller the answer who reads it only after sending all', async () => {
  const { connection } = await startEcho();
  await connection.sendFirst(post('/', 'x'.repeat(5_000_000)));
  expect((await connection.reply()).status).toBe(413);
  await connection.closed;
});

it('a broken request should not be waited for after its answer', async () => {
  const { server } = await startEcho({ lingering: 20 });
  const halfOpen = await openRawConnection(server.port, { allowHalfOpen: true });
  expect((await halfOpen.ask('Hello!\r\n\r\n')).status).toBe(400);
  await server.close(60_000);
});

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n', undefined],
  ['body', `${host}Origin: ${page}\r\nContent-Length: 2\r\n\r\n{`, page],
])('half a request should not be waited for for ever where the rest of its %s is missing', async (_, bytes, readableFor) => {
  const { connection } = await startEcho({ headersTimeout: 50, requestTimeout: 100, lingering: 20 });
  const { status, headers } = await connection.ask(bytes);
  expect([status, headers['access-control-allow-origin']]).toEqual([408, readableFor]);
  expect(headers).toHaveProperty('x-rate-limit', '20000');
  await connection.closed;
});

it('half a request should do nothing when its caller goes away', async () => {
  const { connect, connection, requests } = await startEcho();
  const dropped = await connect();
  dropped.send('POST /dropped HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
  dropped.drop();
  expect((await connection.ask(get('/next'))).status).toBe(200);
  expect(requests.map(({ url }) => url)).toEqual(['/next']);
});
