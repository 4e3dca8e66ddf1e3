import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MockServer, type ServedSandbox, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

let mock: MockServer;
beforeEach(async () => {
  mock = await startMockServer({ listen: false, sandboxes: 1 });
});
afterEach(() => mock.close());

const status = async ({ apiKey }: ServedSandbox, line: string, body?: unknown): Promise<number> =>
  (await ask({ ...mock, apiKey }, line, body)).status;

it('should be one for each test, whatever its title', async () => {
  const title = 'Reset › keeps the order (été) '.repeat(10);
  const worlds = await Promise.all(
    [title, title, '', undefined].map((name) => mock.freshWorld(name === undefined ? {} : { name })),
  );
  expect(new Set(worlds.map(({ name }) => name)).size).toBe(4);
  expect(worlds[0]?.name).toMatch(/^reset-keeps-the-order-t-[a-z0-9-]*-1$/);
  for (const world of worlds) {
    expect(await status(world, 'POST /users', { uid: 'zoe', name: 'Zoe' })).toBe(200);
    expect(world.journal.entries()).toHaveLength(1);
  }
  expect(mock.sandbox().read().users).toHaveLength(5);
});

it('should have a world and a behaviour of its own', async () => {
  const behaviour = { emptyBody: 'rejected', groupAppears: 'joining' } as const;
  const [own, strict, plain] = [
    await mock.freshWorld({
      world: { users: ['alice', 'bob'], groups: [{ guid: 'g', members: ['alice'] }] },
      behaviour,
    }),
    await mock.freshWorld({ behaviour: 'strict' }),
    await mock.freshWorld({ world: 'two-friends' }),
  ];
  expect(own.read().users).toMatchObject([{ uid: 'alice', list: [{ group: 'g' }] }, { uid: 'bob' }]);
  expect(await status(own, 'DELETE /groups/g/conversation')).toBe(400);
  expect(strict.behaviour().addressing).toEqual(['path-actor']);
  expect(strict.read().users).toHaveLength(5);
  expect(plain.read().users).toHaveLength(2);
  expect(plain.behaviour()).toEqual(mock.sandbox().behaviour());
  own.reset();
  expect(own.read().users).toHaveLength(2);
});

it('should say what is wrong with what is wanted', async () => {
  await expect(mock.freshWorld({ world: 'taem' })).rejects.toThrow('did you mean team?');
  await expect(mock.freshWorld({ behavior: 'strict' } as object)).rejects.toThrow('did you mean behaviour?');
  await expect(mock.freshWorld({ behaviour: { emptyBody: 'no' } } as object)).rejects.toThrow(
    'emptyBody cannot be "no"',
  );
  await expect(mock.freshWorld({ name: 5 } as object)).rejects.toThrow('a name must be a text');
  expect(mock.sandbox().health().sandboxes.open).toBe(0);
});

it('should be gone once it is closed', async () => {
  {
    using world = await mock.freshWorld({ name: 'a' });
    expect(mock.sandbox().health().sandboxes.open).toBe(1);
    expect(world.name).toBe('a-1');
  }
  expect(mock.sandbox().health().sandboxes.open).toBe(0);
});
