import { vi } from 'vitest';
import type { startNaiveServer } from '../self-test/naive-server.ts';
import { type Reply, runWitness } from '../self-test/second-catalogue/run-witness.ts';
import type { Script } from '../self-test/second-catalogue/witness.ts';

export const keys = { apiKey: 'local-Key-1' };

/** What a witness sees. Only one that waits lets time pass, and each starts at the beginning of a second. */
export async function witnessed(
  witness: Script,
  start: () => ReturnType<typeof startNaiveServer>,
  see: (reply: Reply, ask: string) => unknown,
): Promise<readonly unknown[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  const sleep = async (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
  const server = await start();
  try {
    return await runWitness(witness, { server, apiKey: keys.apiKey, sleep }, see);
  } finally {
    await server.close();
    vi.useRealTimers();
  }
}
