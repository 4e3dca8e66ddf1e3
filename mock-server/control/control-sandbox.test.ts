import { afterAll, describe, expect, it } from 'vitest';
import { type ConnectedSandbox, connectMockServer } from '../connect-mock-server.ts';
import { type ServedSandbox, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';
import type { ListAnswer } from '../wire-types.ts';

// All that `/_mock` does is done by the same methods in the process and over HTTP.

type Controlled = ServedSandbox | ConnectedSandbox;

// There is room for one: those that are opened here are held, and cost no other its place.
const mock = await startMockServer({ sandboxes: 1 });
afterAll(() => mock.close());

const inProcess = async (name: string): Promise<Controlled> => mock.sandbox(name);
const overHttp = (name: string): Promise<Controlled> => connectMockServer(mock.url).sandbox(name);

const call = async ({ apiKey }: Controlled, line: string, body?: unknown) =>
  (await ask({ ...mock, apiKey }, line, body)).json();
const createUser = (sandbox: Controlled, uid: string) => call(sandbox, 'POST /users', { uid, name: uid });
const list = async (sandbox: Controlled): Promise<readonly string[]> =>
  ((await call(sandbox, 'GET /conversations')) as ListAnswer).data.map(({ conversationId }) => conversationId);

/** As one that is refused, wherever a method throws or rejects. */
const trying = async (act: () => unknown): Promise<unknown> => act();

describe.each([
  ['in the process', inProcess],
  ['over HTTP', overHttp],
])('a sandbox that is controlled %s', (way, open) => {
  const start = (name: string) => open(`${name}-${way.replaceAll(' ', '-').toLowerCase()}`);

  it('should start again with all that it had, and leave the others', async () => {
    const [one, other] = [await start('one'), await start('other')];
    const begin = await one.read();
    for (const sandbox of [one, other]) {
      await createUser(sandbox, 'zoe');
      await sandbox.snapshots.take('with-zoe');
      await sandbox.clock.freeze(5);
      await sandbox.faults.add({ status: 500 });
    }
    await one.reset();
    expect(await one.read()).toEqual(begin);
    const having = (count: number, clock: object) => ({
      ...{ faults: count, snapshots: { taken: count }, journal: { entries: count }, clock },
    });
    expect(await one.health()).toMatchObject(having(0, { frozen: false }));
    expect(await other.health()).toMatchObject(having(1, { now: 5, frozen: true }));
  });

  it('should be replaced by data, by a file, or not at all when that is wrong', async () => {
    const sandbox = await start('replaced');
    await sandbox.replace('two-friends');
    expect(await list(sandbox)).toEqual(['alice_user_bob']);
    await sandbox.replace({ users: ['alice'] });
    for (const [wrong, message] of [
      [null, 'There is no world in that'],
      ['two-fiends', 'did you mean two-friends?'],
      [{ users: ['alice', 'bob'], groops: [] }, 'did you mean groups?'],
    ] as const) {
      await expect(trying(() => sandbox.replace(wrong as never))).rejects.toThrow(message);
    }
    expect((await sandbox.read()).users).toHaveLength(1);
  });

  it('should come back to a snapshot, as often as it is restored', async () => {
    const sandbox = await start('snapshots');
    const before = await sandbox.read();
    await sandbox.snapshots.take('before');
    for (const uid of ['yan', 'zoe']) {
      await createUser(sandbox, uid);
      await sandbox.snapshots.restore('before');
      expect(await sandbox.read()).toEqual(before);
    }
    expect(await sandbox.snapshots.names()).toEqual(['before']);
    const refusal = { name: 'ControlRefusal', status: 404, message: 'There is no snapshot "after"; there are before.' };
    await expect(trying(() => sandbox.snapshots.restore('after'))).rejects.toMatchObject(refusal);
    for (const name of ['', 'n'.repeat(101)]) {
      await expect(trying(() => sandbox.snapshots.take(name))).rejects.toThrow('1 to 100 letters');
    }
  });

  it('should have a clock, which all that shows a time follows', async () => {
    const sandbox = await start('clock');
    const { clock } = sandbox;
    const then = 1_893_456_000;
    expect(await clock.freeze(new Date((then - 5) * 1000))).toEqual({ now: then - 5, frozen: true });
    expect(await clock.set('2030-01-01T00:00:00Z')).toEqual({ now: then, frozen: true });
    expect(await createUser(sandbox, 'zoe')).toMatchObject({ data: { createdAt: then } });
    expect(await clock.advance(90)).toEqual({ now: then + 90, frozen: true });
    const message = { receiver: 'zoe', receiverType: 'user', data: { text: 'Hello' } };
    expect(await call(sandbox, 'POST /messages', message)).toMatchObject({ data: { sentAt: then + 90 } });
    expect((await sandbox.journal.entries()).map(({ at }) => at)).toEqual([then, then + 90]);
    const messages = [{ bob: 'Now' }];
    await sandbox.replace({ users: ['alice', 'bob'], conversations: [{ between: ['alice', 'bob'], messages }] });
    expect(await call(sandbox, 'GET /conversations')).toMatchObject({ data: [{ updatedAt: then + 90 }] });
    expect(await clock.read()).toEqual({ now: then + 90, frozen: true });
    expect(await clock.resume()).toMatchObject({ frozen: false });
    for (const at of ['tomorrow', -1, 1.5, Number.NaN, 1e15, new Date('x')]) {
      await expect(trying(() => clock.set(at))).rejects.toThrow('is no moment');
    }
    await expect(trying(() => clock.advance(0.5))).rejects.toThrow('seconds must be a whole number');
    // Elsewhere nothing has happened.
    expect(mock.sandbox().clock.read().now).toBeLessThan(then);
  });

  it('should list its faults, and disarm each by itself', async () => {
    const { faults, reset, ...sandbox } = await start('faults');
    const met = async () => (await ask({ ...mock, apiKey: sandbox.apiKey }, 'GET /users')).status;
    const fault = { status: 500, matching: { path: '/users' }, times: 3 };
    const one = await faults.add(fault);
    const { id } = await faults.add({ latencyMs: 0 });
    expect(await met()).toBe(500);
    expect(await faults.list()).toEqual([
      { ...fault, id: one.id, met: 1 },
      { latencyMs: 0, id, met: 1 },
    ]);
    for (const _ of ['once', 'again']) await one.remove();
    expect(await met()).not.toBe(500);
    expect(await faults.list()).toMatchObject([{ latencyMs: 0, met: 2 }]);
    for (const _ of ['once', 'again']) await faults.remove(id);
    await expect(trying(() => faults.remove(id + 1))).rejects.toThrow(`There was no fault ${id + 1}.`);
    // One that is spent, or gone with a reset, has an id that no other gets.
    const once = await faults.add({ status: 503, times: 1 });
    expect(await met()).toBe(503);
    await reset();
    const later = await faults.add({ status: 500 });
    await once.remove();
    expect(await faults.list()).toMatchObject([{ id: later.id }]);
    await faults.clear();
    expect(await faults.list()).toEqual([]);
    expect(mock.sandbox().faults.list()).toEqual([]);
    expect(await faults.catalogue()).toContainEqual({ name: 'no-user-reset', requirement: 'user-reset-works' });
  });

  it('should have a journal to be asked, waited for, gone back in, and cleared', async () => {
    const { journal, read, ...sandbox } = await start('journal');
    const before = await read();
    for (const _ of ['confirmed', 'refused']) {
      await ask({ ...mock, apiKey: sandbox.apiKey }, 'DELETE /users/bob/conversation', {});
    }
    expect(await journal.entries()).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect(await journal.entries({ status: 404, method: 'delete', after: 1 })).toMatchObject([{ number: 2 }]);
    expect(await journal.entries({ last: 1 })).toMatchObject([{ number: 2 }]);
    await expect(trying(() => journal.entries({ unspecified: 'none' as never }))).rejects.toThrow('an axis cannot be');
    expect(await journal.wait({ unspecified: 'withoutPreserveOrder' }, 100)).toMatchObject({ number: 1 });
    const refusal = { name: 'ControlRefusal', status: 404, message: 'No such request came within 0 ms.' };
    await expect(journal.wait({ method: 'GET' }, 0)).rejects.toMatchObject(refusal);
    await expect(journal.wait({ method: 'GET' }, 50_000, AbortSignal.timeout(20))).rejects.toThrow();
    expect(await read()).not.toEqual(before);
    await journal.restore(1);
    expect(await read()).toEqual(before);
    expect(await journal.entries()).toHaveLength(2);
    await expect(trying(() => journal.restore(7))).rejects.toThrow('The journal has no entry 7; it has 1 to 2.');
    expect(await journal.dropped()).toBe(0);
    await journal.clear();
    expect(await journal.entries()).toEqual([]);
  });

  it('should have a name that a key can carry, and say what it does where the specification is silent', async () => {
    for (const name of ['A', 'a.b', 'a b', 'x'.repeat(101)]) {
      await expect(trying(() => open(name))).rejects.toThrow(`"${name}" is no name of a sandbox`);
    }
    expect(await open('a-1')).toMatchObject({ name: 'a-1', url: mock.url, apiKey: 'local-key.a-1' });
    expect(await (await open('a-1')).behaviour()).toEqual(mock.sandbox().behaviour());
  });
});

it('should be controlled by the same methods in both ways', async () => {
  const namesIn = (sandbox: Controlled): readonly string[] =>
    Object.entries(sandbox)
      .flatMap(([name, part]) => (typeof part === 'object' ? Object.keys(part).map((one) => `${name}.${one}`) : name))
      .sort();
  expect(namesIn(await overHttp('a'))).toEqual(namesIn(await inProcess('a')));
});
