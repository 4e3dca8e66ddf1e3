/** Why a run goes on no further, as the reason of the signals that end it. */
export class RunEnded extends Error {}

/**
 * Whether it is the echo of an end in a part of the run for which nobody waits any more. `AbortError` is what Node's
 * timers make of a signal.
 */
export const isEnd = (error: unknown): boolean =>
  error instanceof RunEnded || (error instanceof Error && error.name === 'AbortError');
