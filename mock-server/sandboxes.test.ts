import { expect, it } from 'vitest';
import { type MockServer, startMockServer } from './start-mock-server.ts';
import { ask } from './testing/ask.ts';

it.each([
  'local-key',
  'a.b',
])('a key with a name should open a sandbox of its own behind %s, as the starting world is', async (key) => {
  await using mock = await offline({ apiKey: key });
  await leaveTrace(mock, `${key}.one`);
  const hasTrace = (name: string) => status(mock, `${key}${name}`, '/users/new');
  expect([await hasTrace('.one'), await hasTrace('.two'), await hasTrace('')]).toEqual([200, 404, 404]);
  expect(await status(mock, `${key}.two`, '/users/alice')).toBe(200);
});

it.each([
  ...['local-key.', 'local-key.A', 'local-key.a_b', 'local-key.a.b', 'local-key.a b', 'local-keyx.a'],
  ...[`local-key.${'a'.repeat(101)}`, 'local-kez.a', 'mocal-key.a', 'weak-key1.a'],
])('a key with a name should open nothing, and be refused as a wrong one: %s', async (key) => {
  await using mock = await offline({ authOnlyKey: 'weak-key1' });
  expect(await status(mock, key, '/users/alice')).toBe(401);
  expect(mock.sandbox().health().sandboxes.open).toBe(0);
  const hints = /^local-key\../.test(key) ? [expect.stringMatching(/^The key is right/)] : [];
  expect(mock.sandbox().journal.entries({ status: 401 })).toMatchObject([{ sandbox: '', hints }]);
});

it('a key with a name should lack the scope where it is the key without it, whatever that looks like', async () => {
  await using mock = await offline({ authOnlyKey: 'local-key.weak' });
  expect(await status(mock, 'local-key.weak', '/users/alice')).toBe(403);
});

it('too many sandboxes should cost the one unused for longest its place, and be reported by the health', async () => {
  await using mock = await offline({ sandboxes: 2 });
  for (const name of ['.one', '.two', '']) await leaveTrace(mock, `local-key${name}`);
  expect(await status(mock, 'local-key.one', '/users/new')).toBe(200);
  await leaveTrace(mock, 'local-key.three');

  expect(mock.sandbox().health().sandboxes).toEqual({ open: 2, most: 2, gone: 1 });
  expect(await status(mock, 'local-key.one', '/users/new')).toBe(200);
  expect(await status(mock, 'local-key.two', '/users/new')).toBe(404);
  // The sandbox of the key itself never goes.
  expect(await status(mock, 'local-key', '/users/new')).toBe(200);
});

it('too many sandboxes should not cost one its place that is held', async () => {
  await using mock = await offline({ sandboxes: 1 });
  const held = [mock.sandbox('a'), mock.sandbox('b')];
  for (const { apiKey } of held) await leaveTrace(mock, apiKey);
  for (const name of ['c', 'd', 'e']) await leaveTrace(mock, `local-key.${name}`);
  for (const { apiKey, journal } of held) {
    expect(await status(mock, apiKey, '/users/new')).toBe(200);
    expect(journal.entries()).toHaveLength(2);
  }
  expect(mock.sandbox().health().sandboxes).toEqual({ open: 3, most: 1, gone: 2 });
});

it('too many sandboxes should not come from requests that cannot change anything', async () => {
  await using mock = await offline({ sandboxes: 1 });
  await leaveTrace(mock, 'local-key.one');
  expect(await status(mock, 'local-key.two', '/users/alice')).toBe(200);
  expect(mock.sandbox().health().sandboxes).toEqual({ open: 1, most: 1, gone: 0 });
  expect(await status(mock, 'local-key.one', '/users/new')).toBe(200);
});

it('a sandbox that is closed should be gone, and say so to who still holds it', async () => {
  await using mock = await offline();
  const sandbox = mock.sandbox('a');
  await leaveTrace(mock, sandbox.apiKey);
  sandbox.close();
  sandbox.close();
  expect(() => sandbox.read()).toThrow('The sandbox a was closed.');
  expect(await status(mock, sandbox.apiKey, '/users/new')).toBe(404);
  const again = mock.sandbox('a');
  expect(() => sandbox.journal.entries()).toThrow('The sandbox a was closed.');
  sandbox.close();
  expect(again.journal.entries()).toEqual([]);
  // That of the key itself never goes.
  mock.sandbox().close();
  expect(mock.sandbox().read().users).toHaveLength(5);
});

// Helpers

const offline = (options = {}): Promise<MockServer> => startMockServer({ listen: false, ...options });

const status = async (mock: MockServer, apiKey: string, path: string): Promise<number> =>
  (await ask({ ...mock, apiKey }, `GET ${path}`)).status;

/** Leaves a trace: a user who was not there. */
const leaveTrace = (mock: MockServer, apiKey: string): Promise<Response> =>
  ask({ ...mock, apiKey }, 'POST /users', { uid: 'new', name: 'New' });
