import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { referenceBehaviour } from '../../../core/index.ts';
import { startNaiveServer } from '../naive-server.ts';
import { runWitness, toTheLetter } from '../second-catalogue/run-witness.ts';
import type { Permitted } from './permitted.ts';
import { secondPermitted, startPermitted } from './second-permitted.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('should have at least 25 servers, each with a name of its own', () => {
  const names = secondPermitted.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(25);
});

it('should refuse an unknown name in a sentence', () => {
  expect(() => startPermitted('nothing', keys)).toThrow('No permitted server of the second set has the name nothing.');
});

it.each(secondPermitted)('should show the choice of $name', async (permitted) => {
  const reference = () => startNaiveServer({ ...keys, behaviour: referenceBehaviour });
  const usual = await seen(permitted, reference);
  expect(await seen(permitted, reference)).toEqual(usual);
  expect(await seen(permitted, () => startPermitted(permitted.name, keys))).not.toEqual(usual);
});

// Helpers

const keys = { apiKey: 'local-Key-1' };

/** What the witness sees. Only a witness that waits lets time pass. */
async function seen({ witness }: Permitted, start: () => ReturnType<typeof startNaiveServer>) {
  vi.setSystemTime(1_700_000_000_000);
  const sleep = async (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
  const server = await start();
  try {
    return await runWitness(witness, { server, apiKey: keys.apiKey, sleep }, toTheLetter);
  } finally {
    await server.close();
  }
}
