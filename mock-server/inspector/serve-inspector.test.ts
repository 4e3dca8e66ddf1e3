import { describe, expect, it } from 'vitest';
import type { MockServerOptions } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { serveMock } from '../testing/serve-mock.ts';
import type { Overview } from './overview.ts';

const html = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

describe('GET / in a browser', () => {
  it('should show the address, how to call it, and no key', async () => {
    const { origin } = await start({ apiKey: 'a-secret-key', authOnlyKey: 'another-key' });
    const answer = await fetch(`${origin}/`, { headers: { accept: html } });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page).toContain(`<h1>${origin}/v3</h1>`);
    expect(page).toContain(`curl ${origin}/v3/conversations`);
    expect(page).toContain(`fetch('${origin}/v3/conversations'`);
    expect(page).not.toMatch(/a-secret-key|another-key/);
  });

  it('should let run nothing but what it brings', async () => {
    const { origin } = await start();
    const answer = await fetch(`${origin}/?status=404`, { headers: { accept: html } });
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src 'self'/,
    );
    expect(policy).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\/|\bon\w+="|\bstyle="|innerHTML/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('should not be shown to a page under a name that leads here', async () => {
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
  ])('should leave %s as they are', async (_, path, headers) => {
    const { origin } = await start();
    const answer = await fetch(`${origin}${path}`, { headers });
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: expect.anything() })]);
  });
});

describe('the overview', () => {
  it("should have the sandboxes, each user's list, and the journal", async () => {
    const { mock, overview, call } = await start();
    mock.sandbox('a');
    await call('DELETE', '/users/bob/conversation', { preserveOrder: false });
    const { sandboxes, lists, entries, newest, health } = await overview();
    expect(sandboxes).toEqual([{ name: 'a', entries: 0 }]);
    expect(entries).toEqual(mock.sandbox().journal.entries());
    expect([newest, health.journal.entries]).toEqual([1, 1]);
    expect(lists.map(({ uid }) => uid)).toEqual(['alice', 'bob', 'carol', 'dave', 'erin']);
    expect(lists[0]).toMatchObject({
      total: 4,
      rows: [{ kind: 'group', id: 'release' }, { kind: 'user', id: 'erin' }, { id: 'lunch' }, { id: 'dave' }],
    });
  });

  it('should filter the journal, and show the list of the acting user alone', async () => {
    const { overview, call } = await start();
    await call('DELETE', '/users/bob/conversation');
    await call('DELETE', '/users/nobody/conversation');
    await call('GET', '/conversations', undefined, 'bob');
    expect((await overview('?status=404')).entries.map(({ number }) => number)).toEqual([2]);
    expect((await overview('?method=delete&last=1')).entries.map(({ number }) => number)).toEqual([2]);
    const ofBob = await overview('?onBehalfOf=bob');
    expect([ofBob.entries.length, ofBob.newest]).toEqual([1, 3]);
    expect(ofBob.lists.map(({ uid }) => uid)).toEqual(['bob']);
    expect((await overview('?onBehalfOf=nobody')).lists).toEqual([]);
  });

  it('should be bounded, whatever the world and the journal', async () => {
    const world = {
      users: Array.from({ length: 200 }, (_, index) => `u${index}`),
      conversations: Array.from({ length: 199 }, (_, index) => ({
        between: ['u0', `u${index + 1}`],
        messages: [{ by: 'u0', text: 'x' }],
      })),
    };
    const { mock, overview } = await start({ world, journal: 2000 });
    for (let times = 0; times < 1200; times += 1) await mock.handle(new Request(`${mock.url}/users`));
    const { lists, entries, newest } = await overview();
    expect([lists.length, lists[0]?.rows.length, lists[0]?.total]).toEqual([100, 50, 199]);
    expect([entries.length, entries[0]?.number, newest]).toEqual([1000, 201, 1200]);
  });

  it('should hold no key', async () => {
    const { mock, overview } = await start({
      apiKey: 'a-secret-key',
      world: { users: [{ uid: 'a', name: 'a-secret-key' }] },
    });
    await fetch(`${mock.url}/users/a-secret-key`, { headers: { apikey: mock.apiKey } });
    expect(JSON.stringify(await overview())).not.toContain('a-secret-key');
  });
});

describe('going back to before a request', () => {
  it("should be for the mock's own page, and for no other", async () => {
    const { mock, origin, call } = await start();
    await call('DELETE', '/users/bob/conversation');
    const after = mock.sandbox().read();
    const restore = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const sent = { method: 'POST', headers, body: '{"number":1}' };
      return (await fetch(`${origin}/_mock/journal/restore`, sent)).status;
    };
    expect(await restore({ origin: 'https://evil.example', apikey: mock.apiKey })).toBe(403);
    expect(await restore({ origin: 'http://127.0.0.1:5173' })).toBe(403);
    expect(mock.sandbox().read()).toEqual(after);
    expect(await restore({ origin })).toBe(200);
    expect(mock.sandbox().read()).not.toEqual(after);
  });
});

// Helpers

async function start(options?: MockServerOptions) {
  const served = await serveMock(options);
  const overview = async (query = ''): Promise<Overview> =>
    (await served.control('GET', `/overview${query}`)) as Overview;
  const call = (method: string, path: string, body?: unknown, onBehalfOf = 'alice'): Promise<Response> =>
    ask(served.mock, `${method} ${path}`, body, { onBehalfOf });
  return { ...served, overview, call };
}
