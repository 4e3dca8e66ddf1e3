import { describe, expect, it } from 'vitest';
import { type MockServer, startMockServer } from './start-mock-server.ts';
import { ask } from './testing/ask.ts';

describe('a key with a name', () => {
  it('should open a sandbox of its own, as the starting world is', async () => {
    await using mock = await offline();
    await leaveTrace(mock, mock.sandbox('one').apiKey);
    expect(await status(mock, mock.sandbox('one').apiKey, '/users/new')).toBe(200);
    expect(await status(mock, mock.sandbox('two').apiKey, '/users/new')).toBe(404);
    expect(await status(mock, mock.apiKey, '/users/new')).toBe(404);
    expect(await status(mock, mock.sandbox('two').apiKey, '/users/alice')).toBe(200);
  });

  it.each([
    ...['.', '.A', '.a_b', '.a.b', '.a b', 'x.a', `.${'a'.repeat(101)}`],
  ])('should be refused as a wrong one with the ending %j, and open nothing', async (ending) => {
    await using mock = await offline();
    expect(await status(mock, `${mock.apiKey}${ending}`, '/users/alice')).toBe(401);
    expect(mock.sandbox().health().sandboxes.open).toBe(0);
    expect(mock.sandbox().journal.entries({ status: 401 })).toHaveLength(1);
  });

  it('should be of no use where the key before the name is wrong, or lacks the scope', async () => {
    await using mock = await offline({ authOnlyKey: 'weak-key1' });
    for (const wrong of ['local-kez.a', 'mocal-key.a', 'weak-key1.a']) {
      expect(await status(mock, wrong, '/users/alice')).toBe(401);
    }
    expect(await status(mock, 'weak-key1', '/users/alice')).toBe(403);
    expect(mock.sandbox().health().sandboxes.open).toBe(0);
    await using other = await offline({ authOnlyKey: 'local-key.weak' });
    expect(await status(other, 'local-key.weak', '/users/alice')).toBe(403);
  });

  it('should work where the key itself has a dot', async () => {
    await using mock = await offline({ apiKey: 'a.b' });
    await leaveTrace(mock, mock.sandbox('c').apiKey);
    expect(await status(mock, 'a.b.c', '/users/new')).toBe(200);
    expect(await status(mock, 'a.b', '/users/new')).toBe(404);
  });
});

describe('too many sandboxes', () => {
  it('should cost the one unused for longest its place, and be reported by the health', async () => {
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

  it('should not cost one its place that is held', async () => {
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

  it('should not come from requests that cannot change anything', async () => {
    await using mock = await offline({ sandboxes: 1 });
    await leaveTrace(mock, 'local-key.one');
    for (const name of ['two', 'three']) expect(await status(mock, `local-key.${name}`, '/users/alice')).toBe(200);
    expect(mock.sandbox().health().sandboxes).toEqual({ open: 1, most: 1, gone: 0 });
    expect(await status(mock, 'local-key.one', '/users/new')).toBe(200);
  });
});

describe('a sandbox that is closed', () => {
  it('should be gone, and say so to who still holds it', async () => {
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
});

// Helpers

const offline = (options = {}): Promise<MockServer> => startMockServer({ listen: false, ...options });

const status = async (mock: MockServer, apiKey: string, path: string): Promise<number> =>
  (await ask({ ...mock, apiKey }, `GET ${path}`)).status;

/** Leaves a trace: a user who was not there. */
const leaveTrace = (mock: MockServer, apiKey: string): Promise<Response> =>
  ask({ ...mock, apiKey }, 'POST /users', { uid: 'new', name: 'New' });
