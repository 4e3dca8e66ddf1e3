import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { axisValues, referenceBehaviour, singleAxes } from '../../core/index.ts';
import { callsOn } from '../testing/calls.ts';
import { describeServer, listedServers, permitted, randomServer } from './permitted-servers.ts';

describe('the permitted servers', () => {
  it.each([
    ['mock', { delayMs: 2, lagMs: 2 }],
    ['naive', { pageSize: 3, ties: 3, errorBody: 3, numericMessageIds: 2, hidesOlder: 2, delayMs: 2, wording: 4 }],
  ] as const)('should meet every pair of choices over the %s server', (over, styles) => {
    const axes = Object.fromEntries(singleAxes.map((axis) => [axis, axisValues[axis].length]));
    const servers = listedServers().filter((server) => server.over === over);
    const chosen = servers.map(({ behaviour, style }): Record<string, unknown> => ({ ...behaviour, ...style }));
    const sizes = Object.entries({ ...axes, ...styles });
    for (const [one, some] of sizes) {
      for (const [two, others] of sizes.filter(([name]) => name !== one))
        expect(new Set(chosen.map((it) => `${it[one]} ${it[two]}`)).size).toBe(some * others);
    }
  });

  it('should never accept a request without credentials', () => {
    for (const { behaviour } of [...listedServers(), ...Array.from({ length: 50 }, (_, seed) => randomServer(seed))]) {
      const { missingApiKey, wrongApiKey, missingOnBehalfOf } = behaviour.statuses;
      expect([missingApiKey, wrongApiKey, missingOnBehalfOf]).not.toContain(200);
      expect(behaviour.addressing.length).toBeGreaterThan(0);
    }
  });

  it('should be drawn by the seed, and described in a line', () => {
    expect(randomServer(7)).toEqual(randomServer(7));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(randomServer(seed)))).size).toBe(20);
    expect(describeServer(listedServers()[0] ?? randomServer(1))).toBe('mock');
  });

  it('should lag behind where they are meant to, and only in what they show', async () => {
    const [usual = randomServer(1)] = listedServers();
    const server = { ...usual, style: { ...usual.style, lagMs: 400, delayMs: 1 } };
    const call = callsOn(permitted(server));
    for (const uid of ['ann', 'bob']) await call('POST /users', '', { uid, name: uid });
    await sleep(450); // Who exists is judged by the present, so that both have to be older than the lag.
    await call('POST /messages', 'ann', { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } });
    const shown = () => call('GET /conversations', 'ann');
    expect(await shown()).toMatchObject({ status: 200, json: { data: [] } });
    await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ json: { data: [{}] } });
  });
});

it.each([
  ['brief', 'ann_user_bob ann'],
  ['by-name', '"Bob" was reset for <ann>'],
] as const)('should confirm in the words of its style: %s', async (wording, message) => {
  const call = callsOn(permitted({ over: 'naive', behaviour: referenceBehaviour, style: { wording } }));
  await call('POST /users', '', { uid: 'ann', name: 'Ann' });
  await call('POST /users', '', { uid: 'bob', name: 'Bob' });
  await call('POST /messages', 'ann', { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } });
  const { json } = await call('DELETE /users/bob/conversation', 'ann', {});
  expect(json).toEqual({ data: { success: true, message } });
});

it.each([
  ['newest', ['ann_user_cat', 'ann_user_bob', 'ann_user_dan']],
  ['id-ascending', ['ann_user_bob', 'ann_user_cat', 'ann_user_dan']],
  ['id-descending', ['ann_user_dan', 'ann_user_cat', 'ann_user_bob']],
] as const)('should order what happens in one second as the style says: %s', async (ties, expected) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const call = callsOn(permitted({ ...randomServer(1), over: 'naive', style: { ties } }));
  for (const uid of ['ann', 'bob', 'cat', 'dan']) await call('POST /users', '', { uid, name: uid });
  for (const receiver of ['dan', 'bob', 'cat'])
    await call('POST /messages', 'ann', { receiver, receiverType: 'user', data: { text: 'hi' } });
  const { json } = await call('GET /conversations', 'ann');
  expect(json).toMatchObject({ data: expected.map((conversationId) => ({ conversationId })) });
});
