import { vi } from 'vitest';
import type { Unwired } from '../self-test/in-process.ts';
import { type Reply, runWitness } from '../self-test/second-catalogue/run-witness.ts';
import type { Script } from '../self-test/second-catalogue/witness.ts';

export const keys = { apiKey: 'local-Key-1' };

/** What a witness sees. Only one that waits lets time pass, and each starts at the beginning of a second. */
export async function witnessed(
  witness: Script,
  start: () => Unwired,
  see: (reply: Reply, ask: string) => unknown,
): Promise<readonly unknown[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  const sleep = async (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
  try {
    return await runWitness(witness, { ...start(), apiKey: keys.apiKey, sleep }, see);
  } finally {
    vi.useRealTimers();
  }
}
