interface TimeLimit {
  /** Aborted when nothing new may begin, so that there is time left to tidy up and to report. */
  readonly testing: AbortSignal;
  /** Aborted when tidying up has to end as well. */
  readonly tidying: AbortSignal;
  /** Lets go of the timers; afterwards nothing is aborted any more. */
  readonly end: () => void;
}

/** Of the limit, what may be used before tidying up begins, and before reporting does. */
const testingShare = 0.85;
const tidyingShare = 0.95;
/** A report takes no longer, whatever the limit. */
const reportingMs = 3_000;
const lookEveryMs = 50;
const mostOverMs = 5_000;

/**
 * How long a run may take, whatever the target does; it counts since `begunAt`, by `performance.now()`. `tidyingMs` says
 * how long it would take to tidy up now.
 */
export function startTimeLimit(limitMs: number, begunAt: number, tidyingMs: () => number): TimeLimit {
  const [testing, tidying] = [new AbortController(), new AbortController()];
  const endAt = Math.max(limitMs * tidyingShare, limitMs - reportingMs);
  let leftMs = Number.POSITIVE_INFINITY;
  let lookedAt = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    const spentMs = now - begunAt;
    // Where the machine was too busy to look in time, nothing could be removed either.
    leftMs -= Math.min(now - lookedAt, 2 * lookEveryMs);
    lookedAt = now;
    if (leftMs <= 0 || (testing.signal.aborted && spentMs >= limitMs + mostOverMs)) {
      tidying.abort(new RunEnded('tidying up did not end within the time limit'));
    }
    if (testing.signal.aborted || spentMs < Math.min(limitMs * testingShare, endAt - tidyingMs())) return;
    testing.abort(new RunEnded(`the time limit of ${limitMs / 1_000} s was reached`));
    // Where it comes late to that, what was created is removed all the same.
    leftMs = Math.max(endAt - spentMs, tidyingMs());
  }, lookEveryMs);
  return { testing: testing.signal, tidying: tidying.signal, end: () => clearInterval(watch) };
}

/** The limit of a run that somebody ends after so long, whatever it does: by then it has tidied up and reported. */
export const limitWithin = (endMs: number): number => Math.ceil(Math.max(endMs * 0.8, endMs - 2 * mostOverMs));

/** What comes of it in so many milliseconds; throws what `late` makes where nothing has come by then. */
export function inTime<Value>(coming: Value | Promise<Value>, ms: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([coming, over]).finally(() => clearTimeout(timer));
}

/** Why a run goes on no further, as the reason of the signals that end it. */
export class RunEnded extends Error {}

/** Whether it comes of an end, for which nobody waits any more. Of a signal, Node's timers make an `AbortError`. */
export const isEnd = (error: unknown): boolean =>
  error instanceof RunEnded || (error instanceof Error && error.name === 'AbortError');
