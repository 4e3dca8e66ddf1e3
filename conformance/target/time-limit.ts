import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.ts';

/** How long a run may take, whatever the target does. */
export interface TimeLimit {
  /** Aborted when nothing new may begin, so that there is time left to tidy up and to report. */
  readonly testing: AbortSignal;
  /** Aborted when tidying up has to end as well: some seconds after the limit. */
  readonly tidying: AbortSignal;
  /** Lets go of the timers; afterwards nothing is aborted any more. */
  readonly end: () => void;
}

/** Of the limit, what may be used before tidying up begins. */
const testingShare = 0.85;
const graceMs = 5_000;

export function startTimeLimit(limitMs: number, clock: Clock): TimeLimit {
  const over = new AbortController();
  const abortedAfter = (ms: number, reason: string): AbortSignal => {
    const controller = new AbortController();
    // Every request in flight listens to it.
    setMaxListeners(0, controller.signal);
    clock.sleep(ms, over.signal).then(
      () => controller.abort(new RunEnded(reason)),
      () => {},
    );
    return controller.signal;
  };
  const seconds = `${limitMs / 1_000} s`;
  return {
    testing: abortedAfter(limitMs * testingShare, `the time limit of ${seconds} was reached`),
    tidying: abortedAfter(limitMs + graceMs, `tidying up did not end within the time limit of ${seconds}`),
    end: () => over.abort(),
  };
}

/** Why a run goes on no further, as the reason of the signals that end it. */
export class RunEnded extends Error {}

/**
 * Whether it is the echo of an end in a part of the run for which nobody waits any more. `AbortError` is what Node's
 * timers make of a signal.
 */
export const isEnd = (error: unknown): boolean =>
  error instanceof RunEnded || (error instanceof Error && error.name === 'AbortError');
