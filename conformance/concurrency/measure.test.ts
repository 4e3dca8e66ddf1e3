import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { emptyState, referenceBehaviour } from '../../core/index.ts';
import type { Next } from '../../mock-server/faults/fault.ts';
import { readReset } from '../../mock-server/faults/parts/asked-reset.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { findBehaviour } from '../behaviour/find-behaviour.ts';
import { connectTo } from '../self-test/in-process.ts';
import { keys } from '../self-test/mock-targets.ts';
import { openTarget } from '../target/target.ts';
import { measureConsistency } from './measure.ts';

type State = typeof emptyState;

/** What a server does with a request, between reading its state and writing it. */
type Serving = (
  cell: { state: State },
  run: (state: State) => ReturnType<typeof handle>,
  asked: HttpRequest,
) => ReturnType<Next>;

const api = createHandler({ ...keys, behaviour: referenceBehaviour });
const handle = (state: State, request: HttpRequest) => api(state, request, Math.floor(Date.now() / 1000));

const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');
const isList = ({ method, url }: HttpRequest): boolean => method === 'GET' && url.startsWith('/v3/conversations');

const sound: Serving = async (cell, run) => {
  const { state, reply } = run(cell.state);
  cell.state = state;
  return reply;
};

/** Writes back what it read some time ago, and whatever was done in between with it. */
const losesUpdates: Serving = async (cell, run, asked) => {
  const { state, reply } = run(cell.state);
  if (isReset(asked)) await sleep(2);
  cell.state = state;
  return reply;
};

/** Takes the first half of a list before, and the second half after what others do meanwhile. */
const tearsReads: Serving = async (cell, run, asked) => {
  const before = cell.state;
  if (asked.method !== 'GET') await sleep(isReset(asked) ? 1 : 3);
  if (!isList(asked)) return sound(cell, run, asked);
  await sleep(6);
  const [old, fresh] = [run(before), run(cell.state)].map(({ reply }) => JSON.parse(reply.body));
  const half = Math.ceil(old.data.length / 2);
  return {
    status: 200,
    body: JSON.stringify({ ...fresh, data: [...old.data.slice(0, half), ...fresh.data.slice(half)] }),
  };
};

/** A permanent deletion takes the other side's row too, as it may. */
const takesBothRows: Serving = async (cell, run, asked) => {
  const reply = await sound(cell, run, asked);
  const reset = readReset(asked);
  if (reset?.kind !== 'user' || reset.fields['deleteMessagesPermanently'] !== true || reply.status !== 200)
    return reply;
  const headers = { ...asked.headers, onbehalfof: reset.other };
  const url = `/v3/users/${reset.actor}/conversation`;
  cell.state = handle(cell.state, { method: 'DELETE', url, headers, body: '{}' }).state;
  return reply;
};

/** Confirms a reset of what is gone already, as it may. */
const confirmsAgain: Serving = async (cell, run, asked) => {
  const reply = await sound(cell, run, asked);
  return isReset(asked) && reply.status === 404
    ? { status: 200, body: '{"data":{"success":true,"message":"gone already"}}' }
    : reply;
};

/** Shows what it did itself among the messages. */
const tellsOfItself: Serving = async (cell, run, asked) => {
  const reply = await sound(cell, run, asked);
  if (asked.method !== 'GET' || !asked.url.includes('/messages') || reply.status !== 200) return reply;
  const shown = JSON.parse(reply.body);
  return {
    ...reply,
    body: JSON.stringify({ ...shown, data: [...shown.data, { data: { text: 'something was done' } }] }),
  };
};

async function measure(serving: Serving, histories: number) {
  const cell = { state: emptyState };
  const open = (as: Serving) =>
    openTarget(
      {
        baseUrl: 'http://memory.invalid/v3',
        apiKey: keys.apiKey,
        driver: undefined,
        connections: 1,
        deadlineMs: 1_000,
        settleMs: 5,
        prefix: 'cr0a1b2c-',
        signal: undefined,
      },
      connectTo((asked) => as(cell, (state) => handle(state, asked), asked)),
    );
  const found = await findBehaviour(await open(sound), keys.authOnlyKey);
  return measureConsistency(await open(serving), found, histories, 1, 4);
}

test('of what the mock server does at once, an order explains everything', async () => {
  const { linearizable, anomalies, unknown } = await measure(sound, 100);
  expect(anomalies).toBe(0);
  expect(linearizable).toBeGreaterThanOrEqual(99);
  expect(linearizable + unknown).toBe(100);
});

test.each([
  ['a permanent deletion takes the row of the other side', takesBothRows],
  ['what is gone already is reset again', confirmsAgain],
  ['the target says something among the messages', tellsOfItself],
])('nor is it an anomaly that %s', async (_, serving) => {
  expect(await measure(serving, 60)).toMatchObject({ anomalies: 0 });
});

test.each([
  ['lost update', losesUpdates, 'an update was lost'],
  ['torn read', tearsReads, 'a read was torn or stale'],
] as const)('a planted %s is found, and told as such', async (kind, serving, words) => {
  const { anomalies, example } = await measure(serving, 60);
  expect(anomalies).toBeGreaterThan(0);
  expect(example).toMatchObject({ kind, words: expect.stringContaining(words) });
  expect(example?.timeline.join('\n')).toMatch(/ (resets|lists) /);
});
