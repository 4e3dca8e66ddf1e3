import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectMockServer } from '../connect-mock-server.ts';
import { startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

const mock = await startMockServer({ sandboxes: 1 });
afterAll(() => mock.close(0));

const status = async ({ apiKey }: { readonly apiKey: string }, line: string, body?: unknown): Promise<number> =>
  (await ask({ ...mock, apiKey }, line, body)).status;

const openWorlds = (): number => mock.sandbox().health().sandboxes.open;
// Each is closed, or gone at the end of its block.
afterEach(() => expect(openWorlds()).toBe(0));

describe.each([
  ['in the process', () => mock],
  ['over HTTP', () => connectMockServer(`${mock.url}/`)],
])('a fresh world %s', (_, server) => {
  it('should be one for each test, whatever its title, until it is closed', async () => {
    const title = 'Reset › keeps the order (été) '.repeat(10);
    const worlds = await Promise.all(
      [{ name: title }, { name: title }, { name: '' }, {}].map((wanted) => server().freshWorld(wanted)),
    );
    expect(new Set(worlds.map(({ name }) => name)).size).toBe(4);
    expect(worlds[0]?.name).toMatch(/^reset-keeps-the-order-t-[a-z0-9-]*-1$/);
    for (const world of worlds) {
      expect(await status(world, 'POST /users', { uid: 'zoe', name: 'Zoe' })).toBe(200);
      expect(await world.journal.entries()).toHaveLength(1);
    }
    expect(mock.sandbox().read().users).toHaveLength(5);
    expect(openWorlds()).toBe(4);
    for (const { close } of [...worlds, ...worlds]) await close();
    expect(openWorlds()).toBe(0);
    await expect((async () => worlds[0]?.read())()).rejects.toThrow(`andbox ${worlds[0]?.name}`);
  });

  it('should have a world and a behaviour of its own', async () => {
    const world = { users: ['alice', 'bob'], groups: [{ guid: 'g', members: ['alice'] }] };
    const behaviour = { emptyBody: 'rejected', groupAppears: 'joining' } as const;
    await using own = await server().freshWorld({ world, behaviour });
    expect((await own.read()).users).toMatchObject([{ uid: 'alice', list: [{ group: 'g' }] }, { uid: 'bob' }]);
    expect(await status(own, 'DELETE /groups/g/conversation')).toBe(400);
    await own.reset();
    expect((await own.read()).users).toHaveLength(2);
    await using other = await server().freshWorld({ world: 'two-friends', behaviour: 'strict' });
    expect([(await other.read()).users?.length, (await other.behaviour()).addressing]).toEqual([2, ['path-actor']]);
    await using plain = await server().freshWorld();
    expect([await plain.read(), await plain.behaviour()]).toEqual([mock.sandbox().read(), mock.sandbox().behaviour()]);
  });

  it.each([
    [{ world: 'taem' }, 'did you mean team?'],
    [{ behavior: 'strict' }, 'did you mean behaviour?'],
    [{ name: 5 }, 'a name must be a text'],
  ])('should say what is wrong with %j', async (wanted, message) => {
    await expect(server().freshWorld(wanted as object)).rejects.toThrow(message);
  });
});
