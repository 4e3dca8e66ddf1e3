import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../target/clock.ts';

export interface ManualClock extends Clock {
  /** Lets this much time pass; whoever wakes up meanwhile goes on first. */
  readonly pass: (ms: number) => Promise<void>;
}

/** A clock that stands still until a test lets time pass. */
export function manualClock(): ManualClock {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    pass: async (ms) => {
      const end = now + ms;
      for (;;) {
        await turn();
        const [next] = [...sleepers].toSorted((a, b) => a.at - b.at);
        if (next === undefined || next.at > end) break;
        sleepers.delete(next);
        now = next.at;
        next.wake();
      }
      now = end;
    },
  };
}
