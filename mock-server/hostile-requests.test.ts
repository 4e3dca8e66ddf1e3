import { describe, expect, it } from 'vitest';
import { chunked, get, openRawConnection, post } from './testing/raw-connection.ts';
import { startEcho } from './testing/started-server.ts';

const page = 'http://localhost:5173';

const limit = 10_240;

describe('a body that is too large', () => {
  it('should be one of more than 10 KB', async () => {
    const { connection, requests } = await startEcho();
    expect((await connection.ask(post('/', 'x'.repeat(limit)))).status).toBe(200);
    connection.send(
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('x'.repeat(limit), 1000)}`,
    );
    expect((await connection.reply()).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['by its length', `Content-Length: ${limit + 1}\r\n\r\n`],
    ['by its length, before it is sent', `Expect: 100-continue\r\nContent-Length: ${limit + 1}\r\n\r\n`],
    ['by its chunks', `Transfer-Encoding: chunked\r\n\r\n${chunked('x'.repeat(limit + 1), 1000)}`],
    ['in the middle of its chunks', `Transfer-Encoding: chunked\r\n\r\nffff\r\n${'x'.repeat(limit + 1)}`],
  ])('should be refused %s, and end the connection', async (_, rest) => {
    const { connection, requests } = await startEcho({ lingering: 20 });
    const reply = await connection.ask(`POST / HTTP/1.1\r\nHost: x\r\n${rest}`);
    expect(reply).toMatchObject({ status: 413, headers: { connection: 'close' } });
    expect(JSON.parse(reply.body)).toEqual({ error: expect.objectContaining({ code: 'ERR_BAD_REQUEST' }) });
    await connection.closed;
    expect(connection.rest()).toBe('');
    expect(requests).toEqual([]);
  });

  it('should not cost a caller the answer who reads it only after sending all', async () => {
    const { connection } = await startEcho();
    await connection.sendFirst(post('/', 'x'.repeat(5_000_000)));
    expect((await connection.reply()).status).toBe(413);
    await connection.closed;
  });
});

describe('broken requests', () => {
  it.each([
    [`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2802\r\n${'x'.repeat(0x2802)}\r\n`, 413],
    ['Hello!\r\n\r\n', 400],
  ])('should get one answer, whatever follows it: %.20s', async (bytes, status) => {
    const { connection } = await startEcho({ lingering: 20 });
    expect((await connection.ask(bytes)).status).toBe(status);
    connection.send('and more\r\n\r\n');
    await connection.closed;
    expect(connection.rest()).toBe('');
  });

  it('should not be waited for after their answer', async () => {
    const { server } = await startEcho({ lingering: 20 });
    const halfOpen = await openRawConnection(server.port, { allowHalfOpen: true });
    expect((await halfOpen.ask('Hello!\r\n\r\n')).status).toBe(400);
    await server.close(60_000);
  });

  it.each([
    ['what is not HTTP', 'Hello!\r\n\r\n', 400],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a request with two of them', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    [
      'a length together with chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a broken chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
    ['a body that is too large', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${limit + 1}\r\n\r\n`, 413],
  ])('should be refused, readably for a page that may call: %s', async (_, bytes, status) => {
    const { connect, requests } = await startEcho();
    for (const origin of [page, 'https://app.example']) {
      const connection = await connect();
      const reply = await connection.ask(bytes.replace('Host: x', `Host: x\r\nOrigin: ${origin}`));
      expect(reply).toMatchObject({ status, headers: { connection: 'close', 'content-type': 'application/json' } });
      const readableFor = bytes.includes('Host: x') && origin === page ? page : undefined;
      expect(reply.headers['access-control-allow-origin']).toBe(readableFor);
      expect(JSON.parse(reply.body)).toMatchObject({ error: { source: 'chat-api', code: 'ERR_BAD_REQUEST' } });
    }
    expect(requests).toEqual([]);
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n', undefined],
    ['body', `POST / HTTP/1.1\r\nHost: x\r\nOrigin: ${page}\r\nContent-Length: 2\r\n\r\n{`, page],
  ])('should not wait for ever for the rest of their %s', async (_, bytes, readableFor) => {
    const { connection } = await startEcho({ headersTimeout: 50, requestTimeout: 100, lingering: 20 });
    const { status, headers } = await connection.ask(bytes);
    expect([status, headers['access-control-allow-origin']]).toEqual([408, readableFor]);
    expect(headers).toHaveProperty('x-rate-limit', '20000');
    await connection.closed;
  });

  it('should do nothing when their caller goes away half-way', async () => {
    const { connect, connection, requests } = await startEcho();
    const dropped = await connect();
    dropped.send('POST /dropped HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    dropped.drop();
    expect((await connection.ask(get('/next'))).status).toBe(200);
    expect(requests.map(({ url }) => url)).toEqual(['/next']);
  });
});
