import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { axisValues, singleAxes } from '../../core/index.ts';
import { describeServer, listedServers, permitted, randomServer } from './permitted-servers.ts';

describe('the permitted servers', () => {
  it.each(['mock', 'naive'] as const)('should meet every pair of axis values over the %s server', (over) => {
    const servers = listedServers().filter((server) => server.over === over);
    for (const one of singleAxes) {
      for (const two of singleAxes.filter((axis) => axis !== one)) {
        const met = new Set(servers.map(({ behaviour }) => `${behaviour[one]} ${behaviour[two]}`));
        expect(met.size).toBe(axisValues[one].length * axisValues[two].length);
      }
    }
  });

  it('should never accept a request without credentials', () => {
    for (const { behaviour } of [...listedServers(), ...Array.from({ length: 50 }, (_, seed) => randomServer(seed))]) {
      const { missingApiKey, wrongApiKey, missingOnBehalfOf } = behaviour.statuses;
      expect([missingApiKey, wrongApiKey, missingOnBehalfOf]).not.toContain(200);
      expect(behaviour.addressing.length).toBeGreaterThan(0);
    }
  });

  it('should be drawn by the seed, and told in a line', () => {
    expect(randomServer(7)).toEqual(randomServer(7));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(randomServer(seed)))).size).toBe(20);
    expect(describeServer(listedServers()[0] ?? randomServer(1))).toBe('mock');
  });

  it('should lag behind where they are meant to, and only in what they show', async () => {
    const [usual = randomServer(1)] = listedServers();
    const server = { ...usual, style: { ...usual.style, lagMs: 400, delayMs: 1 } };
    const { handle, close } = await permitted(server, { apiKey: 'key', authOnlyKey: 'other-key' });
    const call = async (method: string, path: string, as: string, body?: unknown) => {
      const headers = { apikey: 'key', onbehalfof: as, 'content-type': 'application/json' };
      const reply = await handle({
        method,
        url: `/v3${path}`,
        headers,
        body: body === undefined ? '' : JSON.stringify(body),
      });
      return { status: reply.status, json: JSON.parse(reply.body) as { readonly data: readonly unknown[] } };
    };
    for (const uid of ['ann', 'bob']) await call('POST', '/users', '', { uid, name: uid });
    await sleep(450); // Who exists is judged by the present, so that both have to be older than the lag.
    await call('POST', '/messages', 'ann', { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } });
    expect(await call('GET', '/conversations', 'ann')).toMatchObject({ status: 200, json: { data: [] } });
    const shown = async () => (await call('GET', '/conversations', 'ann')).json.data;
    await expect.poll(shown, { timeout: 10_000 }).toHaveLength(1);
    await close();
  });
});
