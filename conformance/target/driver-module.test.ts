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
async function run(driver: unknown, deadlineMs?: number) {
  const { connect, state } = mockInMemory({});
  const report = await verify({ ...options, connect, driver: driver as DriverFactory, deadlineMs });
  const { users, groups } = state();
  return { report, left: [users, groups] };
}

/** The default driver with something in place of one function. */
const changed =
  (change: object): DriverFactory =>
  (target) => ({ ...restDriver(target), ...change });

function expectNotRun(report: Report, sentence: string): void {
  const reason = `The driver is wrong: ${sentence}`;
  expect(report).toMatchObject({ verdict: 'not-run', reason, resets: 0, behaviour: {} });
  expect(new Set(report.requirements.map(({ outcome }) => outcome))).toEqual(new Set(['not-exercised']));
}

type Wrong = readonly [driver: unknown, sentence: string, deadlineMs?: number];

const gives = (name: keyof Driver, value: unknown, problem: string): Wrong => [
  changed({ [name]: async () => value }),
  `${name} gave what it should not: ${problem}`,
];
const persons = [
  { kind: 'user', id: 'ann' },
  { kind: 'person', id: 'bob' },
];
const wrongDrivers: Readonly<Record<string, Wrong>> = {
  'lacks functions': [
    () => ({ createUser: async () => {}, messages: 'none' }),
    'what its default export gives lacks createGroup, sendMessage, conversations, messages, removeUser, removeGroup; ' +
      'a driver has all seven functions.',
  ],
  'fails at once': [() => Promise.reject(new Error('no such account.')), 'its default export failed: no such account.'],
  'gives no list': gives('conversations', undefined, 'the list must be a list, not nothing.'),
  'gives another kind': gives('conversations', persons, '[1].kind cannot be "person"; allowed are user and group.'),
  'gives a row without an id': gives('conversations', [{ kind: 'group' }], '[0]: a row needs id.'),
  'gives messages that are no texts': gives('messages', [{ text: 'hi' }], '[0]: a message must be a text, not a map.'),
  'has a slip in its code': [
    changed({ sendMessage: async () => JSON.parse('null').id }),
    "sendMessage failed: Cannot read properties of null (reading 'id').",
  ],
  'never comes to an end': [
    changed({ sendMessage: () => new Promise<never>(() => {}) }),
    'sendMessage did not end within 200 ms.',
    20,
  ],
  'throws something else': [changed({ sendMessage: () => Promise.reject('no') }), 'sendMessage failed: no.'],
};

test.each(
  Object.entries(wrongDrivers),
)('a driver that %s ends the run with a sentence, and with nothing left behind', async (_, [
  driver,
  sentence,
  deadlineMs,
]) => {
  const { report, left } = await run(driver, deadlineMs);
  expectNotRun(report, sentence);
  expect(left).toEqual([undefined, undefined]);
});

test('a driver may be an object of a class, whose functions are not its own and need it', async () => {
  const ofClass = (target: DriverTarget) => {
    const calls = restDriver(target);
    function messages(this: { readonly calls: Driver }, ...asked: Parameters<Driver['messages']>) {
      return this.calls.messages(...asked);
    }
    return Object.assign(Object.create({ ...calls, messages }), { calls });
  };
  const { report, left } = await run(ofClass);
  expect([report.verdict, report.behaviourUnknown, left]).toEqual(['conforms', [], [undefined, undefined]]);
});

test('what a driver gives wrongly late in a run is no violation of the target', async () => {
  let reads = 0;
  const { report } = await run((target: DriverTarget) => {
    const healthy = restDriver(target);
    const messages: typeof healthy.messages = async (...asked) => {
      reads += 1;
      return reads > 80 ? ([undefined] as never) : healthy.messages(...asked);
    };
    return { ...healthy, messages };
  });
  expectNotRun(report, 'messages gave what it should not: [0]: a message must be a text, not nothing.');
});
