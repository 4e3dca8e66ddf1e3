import { describe, expect, it } from 'vitest';
import type { World } from '../../fixtures/world.ts';
import { type MockServer, type ServedSandbox, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

describe('a reset of a world', () => {
  it('should put all of it back to where it started, and nothing of another world', async () => {
    await using mock = await offline();
    const [one, other] = [mock.sandbox('one'), mock.sandbox('other')];
    const start = one.read();
    for (const world of [one, other]) {
      await createUser(mock, world, 'zoe');
      world.snapshots.take('with-zoe');
      world.clock.freeze(5);
      world.faults.add({ status: 500 });
    }

    one.reset();

    expect(one.read()).toEqual(start);
    expect(one.clock.read().frozen).toBe(false);
    expect(one.health()).toMatchObject({ faults: 0, snapshots: { taken: 0 }, journal: { entries: 0, dropped: 0 } });
    expect(other.health()).toMatchObject({ faults: 1, snapshots: { taken: 1 }, journal: { entries: 1 } });
    expect(other.clock.read()).toEqual({ now: 5, frozen: true });
  });
});

describe('a world that is read', () => {
  it('should be the same when it is put back, after everything that can happen', async () => {
    await using mock = await offline({ world: 'team' });
    const world = mock.sandbox();
    await createUser(mock, world, 'zoe');
    await call(mock, world, 'DELETE /users/bob/conversation', { preserveOrder: true });
    await call(mock, world, 'DELETE /groups/lunch/conversation', {});
    const read = world.read();
    await mock.sandbox('copy').replace(read);
    expect(mock.sandbox('copy').read()).toEqual(read);
    expect(await list(mock, mock.sandbox('copy'))).toEqual(await list(mock, world));
  });

  it('should be replaced by data, by a file, or not at all when it is wrong', async () => {
    await using mock = await offline();
    const world = mock.sandbox();
    await world.replace('two-friends');
    expect(await list(mock, world)).toEqual(['alice_user_bob']);
    await world.replace({ users: ['alice'] });
    expect(await list(mock, world)).toEqual([]);
    await expect(world.replace(null as unknown as World)).rejects.toThrow('There is no world in that');
    await expect(world.replace('two-fiends')).rejects.toThrow('did you mean two-friends?');
    const wrong = { users: ['alice'], groops: [] } as World;
    await expect(world.replace(wrong)).rejects.toThrow('did you mean groups?');
    expect(world.read().users).toHaveLength(1);
  });
});

describe('a snapshot', () => {
  it('should be what the world was, as often as it is restored', async () => {
    await using mock = await offline();
    const world = mock.sandbox('a');
    const before = world.read();
    world.snapshots.take('before');
    for (const uid of ['yan', 'zoe']) {
      await createUser(mock, world, uid);
      world.snapshots.restore('before');
      expect(world.read()).toEqual(before);
    }
  });
});

describe('the clock of a world', () => {
  it('should be followed by all that shows a time', async () => {
    await using mock = await offline({ world: { users: ['alice', 'bob'] } });
    const world = mock.sandbox('in-2030');
    world.clock.freeze('2030-01-01T00:00:00Z');
    const then = world.clock.read().now;
    expect(then).toBe(1_893_456_000);
    const created = (await createUser(mock, world, 'zoe')) as { readonly data: unknown };
    expect(created.data).toMatchObject({ createdAt: then });
    world.clock.advance(90);
    const message = { receiver: 'zoe', receiverType: 'user', data: { text: 'Hello' } };
    expect(await call(mock, world, 'POST /messages', message)).toMatchObject({ data: { sentAt: then + 90 } });
    expect(await call(mock, world, 'GET /conversations')).toMatchObject({ data: [{ updatedAt: then + 90 }] });
    expect(world.journal.entries().map(({ at }) => at)).toEqual([then, then + 90, then + 90]);
    await world.replace({
      users: ['alice', 'bob'],
      conversations: [{ between: ['alice', 'bob'], messages: [{ bob: 'Now' }] }],
    });
    expect(await call(mock, world, 'GET /conversations')).toMatchObject({ data: [{ updatedAt: then + 90 }] });
    // Elsewhere nothing has happened.
    expect(mock.sandbox().clock.read().now).toBeLessThan(then);
  });

  it.each(['tomorrow', -1, 1.5, Number.NaN, 1e15, new Date('x')])('should not show %s', async (at) => {
    await using mock = await offline();
    expect(() => mock.sandbox().clock.set(at)).toThrow('is no moment');
    expect(() => mock.sandbox().clock.advance(0.5)).toThrow('seconds must be a whole number');
  });
});

describe('a world that is asked for', () => {
  it('should have a name that a key can carry', async () => {
    await using mock = await offline();
    for (const name of ['A', 'a.b', 'a b', 'x'.repeat(101)]) expect(() => mock.sandbox(name)).toThrow('is no name');
    expect(mock.sandbox('a-1')).toMatchObject({ name: 'a-1', apiKey: 'local-key.a-1' });
  });
});

// Helpers

const offline = (options = {}): Promise<MockServer> => startMockServer({ listen: false, ...options });

const call = async (mock: MockServer, { apiKey }: ServedSandbox, line: string, body?: unknown) =>
  (await ask({ ...mock, apiKey }, line, body)).json();

const createUser = (mock: MockServer, world: ServedSandbox, uid: string): Promise<unknown> =>
  call(mock, world, 'POST /users', { uid, name: uid });

async function list(mock: MockServer, world: ServedSandbox): Promise<readonly string[]> {
  const { data } = (await call(mock, world, 'GET /conversations')) as {
    readonly data: readonly { readonly conversationId: string }[];
  };
  return data.map(({ conversationId }) => conversationId);
}
