import { expect, it } from 'vitest';
import type { MockServerOptions } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { serveMock } from '../testing/serve-mock.ts';
import type { Overview } from './overview.ts';

const html = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

it('GET / in a browser should show the address, how to call it, and no key, nor should its overview', async () => {
  const world = { users: [{ uid: 'a', name: 'a-secret-key' }] };
  const { mock, origin, overview } = await start({ apiKey: 'a-secret-key', authOnlyKey: 'another-key', world });
  const answer = await fetch(`${origin}/`, { headers: { accept: html } });
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const shown = [`<h1>${origin}/v3</h1>`, `curl ${origin}/v3/conversations`, `fetch('${origin}/v3/conversations'`];
  expect(shown.filter((text) => !page.includes(text))).toEqual([]);
  await fetch(`${mock.url}/users/a-secret-key`, { headers: { apikey: mock.apiKey } });
  expect(`${page}${JSON.stringify(await overview())}`).not.toMatch(/a-secret-key|another-key/);
});

it('GET / in a browser should let run nothing but what it brings', async () => {
  const { origin } = await start();
  const answer = await fetch(`${origin}/?status=404`, { headers: { accept: html } });
  const policy = answer.headers.get('content-security-policy');
  const own = "'sha256-[^' ]+'";
  expect(policy).toMatch(new RegExp(`^default-src 'none'; script-src ${own}; style-src ${own}; connect-src 'self'`));
  expect(policy).not.toContain('unsafe');
  expect(await answer.text()).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\/|\bon\w+="|\bstyle="|innerHTML/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

it('GET / in a browser should not be shown to a page under a name that leads here', async () => {
  const { port } = await start();
  const connection = await openRawConnection(port);
  const reply = await connection.ask(`GET / HTTP/1.1\r\nHost: evil.example\r\nAccept: ${html}\r\n\r\n`);
  expect([reply.status, reply.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8']);
  expect(reply.body).not.toContain('token');
});

it.each([
  ['other callers', '/', { accept: '*/*' }],
  ['other paths', '/index.html', { accept: html }],
  ['two slashes', '//', { accept: html }],
])('GET / in a browser should leave %s as they are', async (_, path, headers) => {
  const { origin } = await start();
  const answer = await fetch(`${origin}${path}`, { headers });
  expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: expect.anything() })]);
});

it("the overview should have the sandboxes, each user's list, and the journal", async () => {
  const { mock, overview, call } = await start();
  mock.sandbox('a');
  await call('DELETE /users/bob/conversation', { preserveOrder: false });
  const { sandboxes, lists, entries, newest, health } = await overview();
  expect(sandboxes).toEqual([{ name: 'a', entries: 0 }]);
  expect(entries).toEqual(mock.sandbox().journal.entries());
  expect([newest, health.journal.entries]).toEqual([1, 1]);
  expect(lists.map(({ uid }) => uid)).toEqual(['alice', 'bob', 'carol', 'dave', 'erin']);
  const rows = [{ kind: 'group', id: 'release' }, { kind: 'user', id: 'erin' }, { id: 'lunch' }, { id: 'dave' }];
  expect(lists[0]).toMatchObject({ total: 4, rows });
});

it('the overview should filter the journal, and show the list of the acting user alone', async () => {
  const { overview, call } = await start();
  await call('DELETE /users/bob/conversation');
  await call('DELETE /users/nobody/conversation');
  await call('GET /conversations', undefined, 'bob');
  expect((await overview('?status=404')).entries.map(({ number }) => number)).toEqual([2]);
  expect((await overview('?method=delete&last=1')).entries.map(({ number }) => number)).toEqual([2]);
  const ofBob = await overview('?onBehalfOf=bob');
  expect([ofBob.entries.length, ofBob.newest]).toEqual([1, 3]);
  expect(ofBob.lists.map(({ uid }) => uid)).toEqual(['bob']);
  expect((await overview('?onBehalfOf=nobody')).lists).toEqual([]);
});

it('the overview should be bounded, whatever the world and the journal', async () => {
  const users = Array.from({ length: 200 }, (_, index) => `u${index}`);
  const messages = [{ by: 'u0', text: 'x' }];
  const conversations = users.slice(1).map((other) => ({ between: ['u0', other], messages }));
  const { mock, overview } = await start({ world: { users, conversations }, journal: 2000 });
  for (let times = 0; times < 1200; times += 1) await mock.handle(new Request(`${mock.url}/users`));
  const { lists, entries, newest } = await overview();
  expect([lists.length, lists[0]?.rows.length, lists[0]?.total]).toEqual([100, 50, 199]);
  expect([entries.length, entries[0]?.number, newest]).toEqual([1000, 201, 1200]);
});

// Who may not, guard.test.ts says; what is changed by who may not, serve-control.test.ts.
it("should go back to before a request for the mock's own page", async () => {
  const { mock, origin, call } = await start();
  const before = mock.sandbox().read();
  await call('DELETE /users/bob/conversation');
  const restoring = { method: 'POST', headers: { origin, apikey: mock.apiKey }, body: '{"number":1}' };
  expect((await fetch(`${origin}/_mock/journal/restore`, restoring)).status).toBe(200);
  expect(mock.sandbox().read()).toEqual(before);
});

// Helpers

async function start(options?: MockServerOptions) {
  const served = await serveMock(options);
  const overview = async (query = ''): Promise<Overview> =>
    (await served.control('GET', `/overview${query}`)) as Overview;
  const call = (line: string, body?: unknown, onBehalfOf = 'alice') => ask(served.mock, line, body, { onBehalfOf });
  return { ...served, overview, call };
}
