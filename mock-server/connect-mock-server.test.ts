import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { type ConnectedSandbox, connectMockServer } from './connect-mock-server.ts';
import { type MockServer, type ServedSandbox, startMockServer } from './start-mock-server.ts';
import { endAfterEach, spawnMock } from './testing/spawned-mock.ts';

endAfterEach();

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer();
});
afterAll(() => mock.close());

type AnySandbox = ServedSandbox | ConnectedSandbox;

const reset = ({ url, apiKey }: AnySandbox, body: object = { conversationWith: 'bob' }): Promise<Response> =>
  fetch(`${url}/users/alice/conversation`, {
    method: 'DELETE',
    headers: { apikey: apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Every method there is, with what it answers. */
async function everyControl(sandbox: AnySandbox): Promise<Readonly<Record<string, unknown>>> {
  const seen: Record<string, unknown> = {};
  seen['clock.freeze'] = await sandbox.clock.freeze(new Date('2026-01-01T12:00:00Z'));
  seen['clock.set'] = await sandbox.clock.set('2026-01-02T12:00:00Z');
  seen['clock.advance'] = await sandbox.clock.advance(-3600);
  seen['clock.resume'] = (await sandbox.clock.resume()).frozen;
  await sandbox.clock.freeze(1_767_350_000);
  seen['clock.read'] = await sandbox.clock.read();
  await sandbox.replace({ users: ['alice', 'bob'], conversations: [{ between: ['alice', 'bob'], messages: [] }] });
  seen['replace'] = await sandbox.read();
  await sandbox.replace('two-friends');
  seen['read'] = await sandbox.read();
  await sandbox.snapshots.take('before');
  const { remove, ...added } = await sandbox.faults.add({
    status: 418,
    code: 'ERR_TEAPOT',
    matching: { path: '/users' },
  });
  seen['faults.add'] = { ...added, met: 0 };
  seen['faults.list'] = await sandbox.faults.list();
  await remove();
  seen['faults.remove'] = await sandbox.faults.list();
  await sandbox.faults.remove((await sandbox.faults.add({ drop: 'before' })).id);
  await sandbox.faults.add({ wrong: 'group-order-ignored' });
  await sandbox.faults.clear();
  seen['faults.clear'] = await sandbox.faults.list();
  seen['faults.catalogue'] = await sandbox.faults.catalogue();
  expect((await reset(sandbox)).status).toBe(200);
  expect((await reset(sandbox)).status).toBe(404);
  seen['journal.entries'] = await sandbox.journal.entries();
  seen['journal.entries, filtered'] = await sandbox.journal.entries({ status: 404, method: 'delete', after: 1 });
  seen['journal.wait'] = await sandbox.journal.wait({ unspecified: 'withoutPreserveOrder' }, 100);
  seen['journal.wait, in vain'] = await refusalOf(() => sandbox.journal.wait({ method: 'GET' }, 0));
  await expect(sandbox.journal.wait({ method: 'GET' }, 50_000, AbortSignal.timeout(20))).rejects.toThrow();
  await sandbox.journal.restore(1);
  seen['journal.restore'] = await sandbox.read();
  seen['journal.dropped'] = await sandbox.journal.dropped();
  seen['snapshots.names'] = await sandbox.snapshots.names();
  await sandbox.snapshots.restore('before');
  seen['snapshots.restore'] = await sandbox.read();
  seen['snapshots.restore, unknown'] = await refusalOf(async () => sandbox.snapshots.restore('after'));
  seen['snapshots.take, badly'] = await refusalOf(async () => sandbox.snapshots.take(''));
  seen['journal.entries, badly'] = await refusalOf(async () =>
    sandbox.journal.entries({ unspecified: 'none' as never }),
  );
  await sandbox.journal.clear();
  seen['journal.clear'] = await sandbox.journal.entries();
  seen['behaviour'] = await sandbox.behaviour();
  const { uptimeSeconds: _, sandboxes: __, ...health } = await sandbox.health();
  seen['health'] = health;
  await sandbox.reset();
  seen['reset'] = [(await sandbox.read()).users, await sandbox.snapshots.names()];
  return seen;
}

/** Of the methods, those of its parts included. */
const namesIn = (sandbox: AnySandbox): readonly string[] =>
  Object.entries(sandbox)
    .flatMap(([name, part]) =>
      typeof part === 'object' ? Object.keys(part).map((inner) => `${name}.${inner}`) : [name],
    )
    .sort();

const refusalOf = (act: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(act)
    .then(
      () => 'no refusal',
      ({ name, message, status }) => ({ name, message, status }),
    );

describe('connectMockServer', () => {
  it('should do with every method what is done in the process', async () => {
    const name = 'the-same';
    using here = mock.sandbox(name);
    const inProcess = await everyControl(here);
    here.close();
    await using there = await connectMockServer(mock.url).sandbox(name);
    expect({ url: there.url, apiKey: there.apiKey }).toEqual({ url: here.url, apiKey: here.apiKey });
    // Over HTTP, what is undefined is left out.
    expect(await everyControl(there)).toEqual(JSON.parse(JSON.stringify(inProcess)));
    expect(namesIn(there)).toEqual(namesIn(here));
  });

  it('should disarm no other fault by the handle of one that is spent', async () => {
    await using world = await connectMockServer(mock.url).freshWorld();
    const once = await world.faults.add({ status: 503, times: 1 });
    expect((await reset(world)).status).toBe(503);
    const later = await world.faults.add({ status: 500 });
    await once.remove();
    expect(await world.faults.list()).toMatchObject([{ id: later.id }]);
    await world.reset();
    await world.faults.add({ status: 500 });
    await later.remove();
    expect(await world.faults.list()).toHaveLength(1);
  });

  it('should open a fresh world with its own data and behaviour, and close it', async () => {
    const { freshWorld } = connectMockServer(`${mock.url}/`);
    const world = { users: ['ann', 'ben'] };
    const [one, two] = await Promise.all([
      freshWorld({ name: 'A test, of its own!', world, behaviour: { nonMember: 'accepted' } }),
      freshWorld({ name: 'A test, of its own!', world: 'two-friends', behaviour: 'strict' }),
    ]);
    expect([one.name, two.name].sort()).toEqual(['a-test-of-its-own-1', 'a-test-of-its-own-2']);
    expect((await one.read()).users).toHaveLength(2);
    expect((await one.behaviour()).nonMember).toBe('accepted');
    expect((await two.behaviour()).addressing).toEqual(['path-actor']);
    expect(two.apiKey).toBe(`local-key.${two.name}`);
    for (const { close } of [one, two, one]) await close();
    await expect(one.read()).rejects.toThrow(`There is no sandbox ${one.name}`);
  });

  it('should lead to the sandbox of the key itself without a name, which stays', async () => {
    const first = await connectMockServer(mock.url).sandbox();
    expect(first).toMatchObject({ name: '', apiKey: 'local-key' });
    await first.close();
    expect((await first.read()).users).toHaveLength(5);
  });

  it('should hold a sandbox, so that others do not take its place', async () => {
    await using small = await startMockServer({ sandboxes: 1 });
    const held = await connectMockServer(small.url).sandbox('held');
    for (const apiKey of [held.apiKey, 'local-key.a', 'local-key.b']) await reset({ ...held, apiKey });
    expect(await held.journal.entries()).toHaveLength(1);
  });

  it('should say what is no name of a sandbox', async () => {
    const { sandbox } = connectMockServer(mock.url);
    await expect(sandbox('No Name')).rejects.toThrow('"No Name" is no name of a sandbox');
    await expect(sandbox(5 as never)).rejects.toThrow('the name of a sandbox must be a text, not 5');
  });

  it('should find its server where exec says, with key and token', async () => {
    await using guarded = await startMockServer({ apiKey: 'k', controlToken: 't' });
    vi.stubEnv('CONVERSATION_RESET_URL', guarded.url);
    vi.stubEnv('CONVERSATION_RESET_API_KEY', 'k');
    vi.stubEnv('CONVERSATION_RESET_CONTROL_URL', guarded.url.replace('/v3', '/_mock'));
    try {
      await expect(connectMockServer().sandbox('s')).rejects.toMatchObject({ status: 401 });
      vi.stubEnv('CONVERSATION_RESET_CONTROL_TOKEN', 't');
      const { url, apiKey } = await connectMockServer().sandbox('s');
      expect({ url, apiKey }).toEqual({ url: guarded.url, apiKey: 'k.s' });
      // A server that is named is not the one of the environment; its key may be.
      expect((await connectMockServer(mock.url, { apiKey: 'local-key' }).sandbox()).url).toBe(mock.url);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('should say what is missing', async () => {
    expect(() => connectMockServer()).toThrow('There is no CONVERSATION_RESET_URL in the environment');
    expect(() => connectMockServer('localhost')).toThrow('localhost is no URL; it is one such as http://');
    const gone = await startMockServer();
    await gone.close();
    await expect(connectMockServer(gone.url).freshWorld()).rejects.toThrow(
      `No mock server answers at ${new URL(gone.url).origin} (ECONNREFUSED)`,
    );
    await using closed = await startMockServer({ control: false });
    await expect(connectMockServer(closed.url).freshWorld()).rejects.toThrow('There is no control surface at http');
  });
});

describe('from CommonJS', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = temporaryFolder();

  it('should be required by a command of exec', async () => {
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{}');
    symlinkSync(root, join(folder, 'node_modules/conversation-reset'));
    writeFileSync(
      join(folder, 'app.cjs'),
      `const { connectMockServer } = require('conversation-reset/mock-server/connect');
      connectMockServer().freshWorld({ name: 'cjs' }).then(async (world) => {
        console.log(world.name, (await world.health()).status, (await world.read()).users.length);
        await world.close();
      });`,
    );
    const command = [process.execPath, '--no-experimental-require-module', 'app.cjs'];
    const exec = ['exec', '--world', 'two-friends', '--control-token', 'secret', '--', ...command];
    expect(await spawnMock(exec, {}, folder).ended).toEqual({ code: 0, stdout: 'cjs-1 ok 2\n', stderr: '' });
  });
});
