import { systemClock } from './target/clock.ts';
import { type Created, openTarget, type TargetOptions } from './target/target.ts';
import { tidyUp } from './target/tidy-up.ts';

/** An id of a run of this suite, and of nothing else. */
const ownId = /^cr[0-9a-z]{6}-[A-Za-z0-9_-]*$/;
const patienceMs = 70_000;

export interface CleanOptions extends Pick<TargetOptions, 'baseUrl' | 'apiKey' | 'driver' | 'rate' | 'onWait'> {
  readonly concurrency?: number | undefined;
  readonly deadlineMs?: number | undefined;
  /** Ends it; what is left then is given back. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Removes what an earlier run has left, by the ids in its report: the calls that a target has show nobody who is there.
 * What is not there any more counts as removed. Gives back what is left still.
 */
export async function clean(left: readonly Created[], options: CleanOptions): Promise<readonly Created[]> {
  const { concurrency = 16, deadlineMs = 10_000, signal, ...given } = options;
  const target = await openTarget({
    ...given,
    ...{ connections: concurrency, deadlineMs, settleMs: 0, prefix: '', signal, tidyingSignal: signal },
  });
  const created = left.map((one) => ({ ...one, isDoubtful: true }) as const);
  try {
    return await tidyUp(
      { created, remove: target.remove },
      { width: concurrency, clock: systemClock, patienceMs, signal },
    );
  } finally {
    await target.close();
  }
}

/** Whether a run of this suite may have given that id: nothing else is ever removed. */
export const isOwnId = (id: string): boolean => ownId.test(id);
