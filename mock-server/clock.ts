/** The time of one sandbox. Everything of it that shows a time follows it. */
export interface Clock {
  /** Whole UNIX seconds. */
  readonly now: () => number;
  readonly isFrozen: () => boolean;
  /** Stands still, at `at` or where it is. */
  readonly freeze: (at?: number) => void;
  /** Shows `at`, and goes on or stands as before. */
  readonly set: (at: number) => void;
  /** Moves by so many seconds; back when negative, but not before the beginning of 1970. */
  readonly advance: (seconds: number) => void;
  /** Goes on from where it is. */
  readonly resume: () => void;
  /** Shows the real time again. */
  readonly reset: () => void;
}

/** A clock that shows the real time until it is told otherwise; `milliseconds` is where it has that from. */
export function createClock(milliseconds: () => number): Clock {
  let offset = 0;
  let frozenAt: number | undefined;

  const now = (): number => frozenAt ?? Math.floor((milliseconds() + offset) / 1000);
  const set = (at: number): void => {
    if (frozenAt === undefined) offset = at * 1000 - milliseconds();
    else frozenAt = at;
  };
  return {
    now,
    isFrozen: () => frozenAt !== undefined,
    freeze: (at = now()) => {
      frozenAt = at;
    },
    set,
    advance: (seconds) => {
      if (frozenAt === undefined) offset = Math.max(offset + seconds * 1000, -milliseconds());
      else frozenAt = Math.max(0, frozenAt + seconds);
    },
    resume: () => {
      if (frozenAt === undefined) return;
      const at = frozenAt;
      frozenAt = undefined;
      set(at);
    },
    reset: () => {
      offset = 0;
      frozenAt = undefined;
    },
  };
}
