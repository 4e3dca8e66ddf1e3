import { expect, test, vi } from 'vitest';
import type { Report } from '../report/document.ts';
import { keys, mockInMemory } from '../self-test/mock-targets.ts';
import { verify } from '../verify.ts';
import type { Driver, DriverFactory, DriverTarget } from './driver.ts';
import { restDriver } from './rest-driver.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const options = { baseUrl: 'http://memory/v3', ...keys, seed: 61, budget: 'smoke', settleMs: 5 } as const;

/** A run on a healthy mock with this driver, and what it leaves there. */
async function run(driver: unknown) {
  const { connect, state } = mockInMemory({});
  const settings = { ...options, connect, driver: driver as DriverFactory };
  const report = await verify(settings);
  return { report, left: state() };
}

/** The default driver with something in place of one function. */
const changed =
  (change: object): DriverFactory =>
  (target) => ({ ...restDriver(target), ...change });

const giving = (name: keyof Driver, value: unknown) => changed({ [name]: async () => value });

function expectNotRun(report: Report, reason: string): void {
  expect(report).toMatchObject({ verdict: 'not-run', reason, resets: 0, behaviour: {} });
  expect(new Set(report.requirements.map(({ outcome }) => outcome))).toEqual(new Set(['not-exercised']));
}

const gave = (name: keyof Driver) => `${name} gave what it should not: `;

test.each<[string, unknown, string]>([
  [
    'lacks functions',
    () => ({ createUser: async () => {}, messages: 'none' }),
    'what its default export gives lacks createGroup, sendMessage, conversations, messages, removeUser, removeGroup; ' +
      'a driver has all seven functions.',
  ],
  [
    'fails at once',
    () => {
      throw new Error('no such account.');
    },
    'its default export failed: no such account.',
  ],
  [
    'gives no list',
    giving('conversations', undefined),
    `${gave('conversations')}the list must be a list, not nothing.`,
  ],
  [
    'gives another kind',
    giving('conversations', [
      { kind: 'user', id: 'ann' },
      { kind: 'person', id: 'bob' },
    ]),
    `${gave('conversations')}[1].kind cannot be "person"; allowed are user and group.`,
  ],
  [
    'gives a row without an id',
    giving('conversations', [{ kind: 'group' }]),
    `${gave('conversations')}[0]: a row needs id.`,
  ],
  [
    'gives messages that are no texts',
    giving('messages', [{ text: 'hello' }]),
    `${gave('messages')}[0]: a message must be a text, not a map.`,
  ],
  [
    'has a slip in its code',
    changed({ sendMessage: async () => JSON.parse('null').id }),
    "sendMessage failed: Cannot read properties of null (reading 'id').",
  ],
  ['throws something else', changed({ sendMessage: () => Promise.reject('no') }), 'sendMessage failed: no.'],
])('a driver that %s ends the run with a sentence, and with nothing left behind', async (_what, driver, sentence) => {
  const { report, left } = await run(driver);
  expectNotRun(report, `The driver is wrong: ${sentence}`);
  expect(left).toMatchObject({ users: undefined, groups: undefined });
});

/** Its functions stand on the prototype and need `this`, as those of a class do. */
function ofClass(calls: Driver): Driver {
  const methods = Object.keys(calls).map((name) => {
    function method(this: { readonly calls: Driver }, ...asked: readonly unknown[]) {
      return Reflect.apply(Reflect.get(this.calls, name), undefined, asked);
    }
    return [name, method];
  });
  return Object.assign(Object.create(Object.fromEntries(methods)), { calls });
}

test('a driver may be an object of a class', async () => {
  const { report, left } = await run((target: DriverTarget) => ofClass(restDriver(target)));
  expect([report.verdict, report.behaviourUnknown]).toEqual(['conforms', []]);
  expect(left).toMatchObject({ users: undefined, groups: undefined });
});

test('a driver that never comes to an end is not waited for without end', async () => {
  const { connect } = mockInMemory({});
  const driver = changed({ sendMessage: () => new Promise<never>(() => {}) });
  const report = await verify({ ...options, connect, driver, deadlineMs: 20 });
  expectNotRun(report, 'The driver is wrong: sendMessage did not end within 200 ms.');
});

test('what a driver gives wrongly late in a run is no violation of the target', async () => {
  let reads = 0;
  const { report } = await run((target: Parameters<DriverFactory>[0]) => {
    const healthy = restDriver(target);
    const messages: typeof healthy.messages = async (...asked) => {
      reads += 1;
      return reads > 80 ? ([undefined] as never) : healthy.messages(...asked);
    };
    return { ...healthy, messages };
  });
  expectNotRun(report, `The driver is wrong: ${gave('messages')}[0]: a message must be a text, not nothing.`);
});
