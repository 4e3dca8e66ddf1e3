import { describe, expect, it } from 'vitest';
import { sent } from '../testing/ask.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { serveMock as start } from '../testing/serve-mock.ts';
import { largestBody } from './serve-control.ts';

describe('the control surface', () => {
  it('should open nothing for who only looks, and list what is open', async () => {
    const { mock, origin, control } = await start({ sandboxes: 1 });
    for (const path of ['health', 'world', 'journal', 'faults', 'clock', 'journal/wait']) {
      const answer = await fetch(`${origin}/_mock/${path}?sandbox=nobody`);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('no sandbox nobody')]);
    }
    expect(mock.sandbox().health().sandboxes).toEqual({ open: 0, most: 1, gone: 0 });
    await control('POST', '/sandboxes/hold', { name: 'a' });
    expect(await control('GET', '/sandboxes')).toEqual({ sandboxes: [{ name: 'a', entries: 0 }] });
  });

  it('should say what there is, and leave no entry in the journal', async () => {
    const { mock, control } = await start();
    const { operations } = (await control('GET', '')) as { readonly operations: object };
    expect(Object.keys(operations)).toContain('POST /reset');
    expect(await control('GET', '/')).toEqual({ operations });
    await control('GET', '/health');
    expect(mock.sandbox().journal.entries()).toEqual([]);
  });

  it('should take a world larger than any request of the API, and give it back to the byte', async () => {
    const { mock, origin, control } = await start();
    const users = Array.from({ length: 5000 }, (_, index) => ({ uid: `u${index}`, name: 'x'.repeat(20) }));
    await control('PUT', '/world', { users });
    const written = await (await fetch(`${origin}/_mock/world`)).text();
    expect(written.endsWith('}\n')).toBe(true);
    await control('PUT', '/world?sandbox=other', written);
    expect(await (await fetch(`${origin}/_mock/world?sandbox=other`)).text()).toBe(written);
    expect(mock.sandbox('other').read().users).toHaveLength(5000);
  });

  it.each<[line: string, message: string, status?: number, body?: unknown]>([
    ['GET /resett', 'GET /_mock lists', 404],
    ['POST /rest', 'did you mean POST /reset?', 404],
    ['GET /constructor', 'There is no GET /constructor', 404],
    ['GET /health?sandbox=A', '"A" is no name of a sandbox'],
    ['POST /reset?wrld=a', 'POST /reset has no parameter wrld; it has sandbox.'],
    ['POST /journal/clear?wrld=a', 'POST /journal/clear has no parameter wrld; it has sandbox.'],
    ['POST /reset?sandbox=a&sandbox=b', 'sandbox stands in the query twice; write it once.'],
    ['POST /snapshots/take', 'did you mean name?', 400, { nmae: 'x' }],
    ['POST /snapshots/take', 'The body, at character 2: this is no JSON: ', 400, '{'],
    ['POST /faults/add', 'The body, at character 202: this nests more than 200 deep', 400, '['.repeat(1_000)],
    ['POST /sandboxes/hold', 'the name of a sandbox must be a text, not 5', 400, { name: 5 }],
    ['POST /clock/set', 'Nothing is no moment', 400, {}],
    ['POST /faults/clear', 'the body has no key "id"', 400, { id: 'x' }],
    ['POST /sandboxes/close', 'There is no sandbox "a" with a name.', 404, { name: 'a' }],
    ['PUT /world', 'There is no world in that', 400, ' null\n'],
    ['PUT /world', 'the body:1:9: ', 400, 'users: [al ice]'],
    ['GET /journal?status=x', 'a status must be a whole number from 100 to 599, not "x"'],
    ['GET /journal?path=/nix', 'path: no call has the path /nix. The calls are /users/{uid}/conv'],
    ['GET /journal/wait?method=GTE', 'method: no call has the method "GTE" (did you mean GET?); al'],
    ['GET /journal?withinMs=1', 'a filter of the journal has no key "withinMs"'],
    ['GET /journal/wait?withinMs=x', 'withinMs must be a whole number from 0 to 50000, not "x"'],
    ['GET /overview?path=/messages&method=get', 'path /messages with GET. This path takes POST.'],
  ])('should say what is wrong with %s: %s', async (line, message, status = 400, body = undefined) => {
    const { mock, origin } = await start();
    const before = mock.sandbox().read();
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(`${origin}/_mock${path}`, { method, ...sent(body) });
    expect(await answer.json()).toEqual({ error: { message: expect.stringContaining(message) } });
    expect(answer.status).toBe(status);
    expect(mock.sandbox().read()).toEqual(before);
  });

  it('should answer those who wait when the server closes', async () => {
    const { mock, origin } = await start();
    const waiting = fetch(`${origin}/_mock/journal/wait?method=POST`);
    // The control surface answers in order of arrival once it is loaded: this shows that the first one is waiting.
    await fetch(`${origin}/_mock/health`);
    await mock.close(5000);
    expect((await waiting).status).toBe(503);
  });

  it('should ask for the body, or refuse one that is too large, and go on', async () => {
    const { port } = await start();
    const head = 'PUT /_mock/world HTTP/1.1\r\nHost: localhost\r\nContent-Length: ';
    const refused = await openRawConnection(port);
    expect((await refused.ask(`${head}${largestBody + 1}\r\n\r\n`)).status).toBe(413);
    await refused.closed;
    const connection = await openRawConnection(port);
    expect((await connection.ask(`${head}14\r\nExpect: 100-continue\r\n\r\n`)).status).toBe(100);
    expect((await connection.ask('users: [alice]')).status).toBe(200);
  });
});

// Who that is, guard.test.ts says.
it.each([
  'POST /reset',
  'POST /journal/restore',
  'PUT /world',
  'GET /world',
  'OPTIONS /reset',
])('whoever may not use it should be turned away from all of it, with the key too, whatever origins may call the API: %s', async (line) => {
  const { mock, port } = await start({ cors: ['*'] });
  const connection = await openRawConnection(port);
  const head = `${line.replace('/', '/_mock/')} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:5173\r\n`;
  const reply = await connection.ask(`${head}apikey: local-key\r\nContent-Length: 2\r\n\r\n{}`);
  expect(reply.status).toBe(403);
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(mock.sandbox().read().users).toHaveLength(5);
});

it('the control surface should be nowhere, as the inspector, where there is to be none', async () => {
  const { origin } = await start({ control: false });
  const headers = { accept: 'text/html', apikey: 'local-key' };
  for (const path of ['/_mock/health', '/']) expect((await fetch(`${origin}${path}`, { headers })).status).toBe(404);
});

it('the control surface should not be reached through the paths of the API', async () => {
  const { origin } = await start();
  for (const path of ['/_mocks', '/_mock2/reset', '/v3/_mock/reset', '//_mock/reset', '/_MOCK/reset']) {
    const answer = await fetch(`${origin}${path}`, { headers: { apikey: 'local-key' } });
    expect(await answer.json()).toMatchObject({ error: { code: 'ERR_API_NOT_FOUND' } });
  }
});
