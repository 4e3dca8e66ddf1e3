import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keys, mockInMemory } from '../self-test/mock-targets.ts';
import { verify } from '../verify.ts';
import type { DriverFactory, DriverTarget, Peer } from './driver.ts';
import type { Name } from './driver-calls.ts';
import { moduleDriver } from './driver-module.ts';
import { NotRun } from './not-run.ts';
import { restDriver } from './rest-driver.ts';

const options = { baseUrl: 'http://memory/v3', ...keys } as const;
const request: DriverTarget['request'] = async () => ({ status: 200, json: { data: [] } });

/** A driver with this in place of some functions. */
const changed = (change: object) => (target: DriverTarget) => ({ ...restDriver(target), ...change });
const acting = (driver: DriverFactory, deadlineMs = 2) =>
  moduleDriver(driver, { ...options, mask: (text) => text.replaceAll('no such', '***'), deadlineMs });

const gives = (name: Name, value: unknown, problem: string) =>
  [name, changed({ [name]: async () => value }), `${name} gave what it should not: ${problem}`] as const;
const fails = (act: () => unknown, sentence: string) =>
  ['sendMessage', changed({ sendMessage: act }), sentence] as const;
const persons = ['user', 'person'].map((kind) => ({ kind, id: 'ann' }));
const lacking =
  'what its default export gives lacks createGroup, sendMessage, conversations, messages, removeUser, removeGroup; ' +
  'a driver has all seven functions.';

it.each<readonly [Name, unknown, string]>([
  ['messages', () => ({ createUser: async () => {}, messages: 'none' }), lacking],
  ['createUser', () => Promise.reject(new Error('no such account.')), 'its default export failed: *** account.'],
  gives('conversations', undefined, 'the list must be a list, not nothing.'),
  gives('conversations', persons, '[1].kind cannot be "person"; allowed are user and group.'),
  gives('conversations', [{ kind: 'group' }], '[0]: a row needs id.'),
  gives('messages', [{ text: 'hi' }], '[0]: a message must be a text, not a map.'),
  fails(() => JSON.parse('null').id, "sendMessage failed: Cannot read properties of null (reading 'id')."),
  fails(() => Promise.reject('no'), 'sendMessage failed: no.'),
  fails(() => new Promise(() => {}), 'sendMessage did not end within 20 ms.'),
])('%s of a wrong driver says what is wrong with it', async (name, driver, sentence) => {
  const act = acting(driver as DriverFactory)(request)[name] as (uid: string) => Promise<unknown>;
  const acted = act('ann');
  await expect(acted).rejects.toEqual(new NotRun(`The driver is wrong: ${sentence}`));
});

it('waits for a driver that waits for the target, and says what that could not do', async () => {
  const slow: typeof request = async (asked) => {
    await sleep(60);
    return request(asked);
  };
  const driverFor = acting(restDriver, 2);
  expect(await driverFor(slow).conversations('ann')).toEqual([]);
  const refusing: typeof request = async () => ({ status: 400, json: undefined });
  await expect(driverFor(refusing).createUser('ann')).rejects.toMatchObject({ kind: 'refused', status: 400 });
});

it.each([
  [restDriver, true],
  [changed({ addMember: undefined }), false],
])('is made once, and is known then to let users join a group later, or not to', async (driver, canJoin) => {
  let made = 0;
  const driverFor = acting((target) => {
    made += 1;
    return driver(target);
  });
  for (const uid of ['ann', 'bob']) await driverFor(request).createUser(uid);
  expect([made, 'addMember' in driverFor(request)]).toEqual([1, canJoin]);
});

it('calls the functions of an object of a class, which are not its own and need it', async () => {
  function messages(this: { readonly texts: readonly string[] }) {
    return Promise.resolve(this.texts);
  }
  const driverFor = acting((target) =>
    Object.assign(Object.create({ ...restDriver(target), messages }), { texts: ['hi'] }),
  );
  expect(await driverFor(request).messages('ann', { kind: 'user', id: 'bob' })).toEqual(['hi']);
});

it('ends a run with what it gives wrongly, which is no violation of the target, and leaves nothing behind', async () => {
  let reads = 0;
  const driver: DriverFactory = (target) => {
    const healthy = restDriver(target);
    const messages = (uid: string, peer: Peer) => (++reads > 80 ? [undefined] : healthy.messages(uid, peer));
    return { ...healthy, messages } as typeof healthy;
  };
  const { connect, state } = mockInMemory({});
  const report = await verify({ ...options, seed: 61, budget: 'smoke', settleMs: 5, connect, driver });
  const reason = 'The driver is wrong: messages gave what it should not: [0]: a message must be a text, not nothing.';
  expect(report).toMatchObject({ verdict: 'not-run', reason, behaviour: {} });
  expect(new Set(report.requirements.map(({ outcome }) => outcome))).toEqual(new Set(['not-exercised']));
  expect(state()).toMatchObject({ users: undefined, groups: undefined });
});
