import { setTimeout as systemSleep } from 'node:timers/promises';

/** The time by which a run waits; a test has one of its own. */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Rejects as soon as the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    await systemSleep(ms, undefined, { signal });
  },
};
