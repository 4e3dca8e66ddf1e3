import type { Clock } from './clock.ts';

export interface TimeLimit {
  /** Aborted when nothing new may begin, so that there is time left to tidy up and to report. */
  readonly testing: AbortSignal;
  /** Aborted when tidying up has to end as well. */
  readonly tidying: AbortSignal;
  /** Lets go of the timers; afterwards nothing is aborted any more. */
  readonly end: () => void;
}

export interface TimeLimitOptions {
  readonly limitMs: number;
  /** Of these, so many are over already. */
  readonly spentMs: number;
  readonly clock: Clock;
  /** How long it would take to tidy up now. */
  readonly tidyingMs: () => number;
}

/** Of the limit, what may be used before tidying up begins, and before reporting does. */
const testingShare = 0.85;
const tidyingShare = 0.95;
/** A report takes no longer, whatever the limit. */
const reportingMs = 3_000;
const pollEveryMs = 50;
const mostOverMs = 5_000;

/** How long a run may take, whatever the target does. */
export function startTimeLimit({ limitMs, spentMs, clock, tidyingMs }: TimeLimitOptions): TimeLimit {
  const [testing, tidying, over] = [new AbortController(), new AbortController(), new AbortController()];
  const begunAt = clock.now() - spentMs;
  const spent = (): number => clock.now() - begunAt;
  const endAt = Math.max(limitMs * tidyingShare, limitMs - reportingMs);
  const until = async (at: () => number): Promise<void> => {
    while (spent() < at()) await clock.sleep(pollEveryMs, over.signal);
  };
  const watch = async (): Promise<void> => {
    await until(() => Math.min(limitMs * testingShare, endAt - tidyingMs()));
    testing.abort(new RunEnded(`the time limit of ${limitMs / 1_000} s was reached`));
    // Where a busy machine comes to it late, what was created is removed all the same.
    const tidyUntil = Math.min(Math.max(endAt, spent() + tidyingMs()), limitMs + mostOverMs);
    await until(() => tidyUntil);
    tidying.abort(new RunEnded('tidying up did not end within the time limit'));
  };
  // Its sleep is ended by `end`.
  watch().catch(() => {});
  return { testing: testing.signal, tidying: tidying.signal, end: () => over.abort() };
}

/** Why a run goes on no further, as the reason of the signals that end it. */
export class RunEnded extends Error {}

/**
 * Whether it comes of an end, in a part of the run for which nobody waits any more. `AbortError` is what Node's
 * timers make of a signal.
 */
export const isEnd = (error: unknown): boolean =>
  error instanceof RunEnded || (error instanceof Error && error.name === 'AbortError');
