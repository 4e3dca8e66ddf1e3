import type { Clock } from './clock.ts';

/** When the next request may go out: what the user allows in a second, and what the target asked for. */
export interface Pace {
  /** Resolves when a request may be sent; what it resolves to is called when the answer is there. */
  readonly enter: (entering: Entering) => Promise<() => void>;
  /**
   * The target asked everybody to wait, after it has put off this request for so long. False where that is too long,
   * for the request or for all together since the last answer: until there is one, nobody waits any more.
   */
  readonly hold: (ms: number, status: number, putOffMs: number) => boolean;
  /** The target gave an answer that asks nobody to wait. */
  readonly flow: () => void;
}

interface Entering {
  readonly isTidying: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface PaceOptions {
  /** Requests in a second at most; undefined where nobody limits them. */
  readonly rate?: number | undefined;
  readonly clock: Clock;
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
}

export interface Waiting {
  readonly status: number;
  readonly ms: number;
}

/** One request waits so long at most, and all together since the target has last answered otherwise. */
export const longestWaitMs = 60_000;
const leastToldMs = 500;

/**
 * Requests go out in order. A target that asks to wait is asked by fewer at once afterwards, and by more again while it
 * answers. Whoever tidies up obeys the rate, and no wish to wait.
 */
export function createPace({ rate, clock, onWait }: PaceOptions): Pace {
  const gapMs = rate === undefined ? 0 : 1_000 / rate;
  let line: Promise<void> = Promise.resolve();
  let wakeFirst = (): void => {};
  let inFlight = 0;
  let most = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let heldUntil = 0;
  let heldMs = 0;

  /** Resolves when the first in line may go. */
  async function turn({ isTidying, signal }: Entering): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const waitMs = Math.max(nextAt, isTidying ? 0 : heldUntil) - clock.now();
      if (waitMs > 0) await clock.sleep(Math.ceil(waitMs), signal).catch(() => {});
      else if (inFlight < Math.floor(most)) break;
      else await new Promise<void>((resolve) => (wakeFirst = resolve));
    }
    inFlight += 1;
    nextAt = Math.max(nextAt, clock.now()) + gapMs;
  }

  const leave = (): void => {
    inFlight -= 1;
    wakeFirst();
  };

  return {
    enter: async (entering) => {
      const mine = line.then(() => turn(entering));
      line = mine.catch(() => {});
      await mine;
      return leave;
    },
    hold: (ms, status, putOffMs) => {
      const now = clock.now();
      if (Math.max(heldMs, putOffMs) + ms > longestWaitMs) {
        heldMs = Number.POSITIVE_INFINITY;
        return false;
      }
      if (heldUntil <= now) most = Math.max(1, Math.floor(inFlight / 2));
      const until = Math.max(heldUntil, now + ms);
      heldMs += until - Math.max(heldUntil, now);
      // Those in flight together ask for nearly the same.
      if (until - Math.max(heldUntil, now) > leastToldMs) onWait?.({ status, ms: until - now });
      heldUntil = until;
      return true;
    },
    flow: () => {
      heldMs = 0;
      most += 1 / most;
      wakeFirst();
    },
  };
}
