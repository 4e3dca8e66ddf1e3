import type { Clock } from './clock.ts';

/** When the next request may go out: what the user allows in a second, and what the target asked for. */
export interface Pace {
  /** Resolves when a request may be sent; what it resolves to is called when the answer is there. */
  readonly enter: (how: {
    readonly isTidying: boolean;
    readonly signal: AbortSignal | undefined;
  }) => Promise<() => void>;
  /**
   * The target asked everybody to wait, after it has put off this request for so long. False where that is too long,
   * for the request or for all together since the last answer: until there is one, nobody waits any more.
   */
  readonly hold: (ms: number, status: number, putOffMs: number) => boolean;
  /** The target gave an answer that asks nobody to wait. */
  readonly flow: () => void;
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

interface Waiter {
  readonly isTidying: boolean;
  readonly go: () => void;
}

/**
 * Requests go out in order. A target that asks to wait is asked by fewer at once afterwards, and by more again while it
 * answers. Whoever tidies up obeys the rate, and no wish to wait.
 */
export function createPace({ rate, clock, onWait }: PaceOptions): Pace {
  const gapMs = rate === undefined ? 0 : 1_000 / rate;
  const queue: Waiter[] = [];
  let inFlight = 0;
  let most = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let heldUntil = 0;
  let heldMs = 0;
  let isPumping = false;

  const leave = (): void => {
    inFlight -= 1;
    void pump();
  };

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    for (let head = queue[0]; head !== undefined && inFlight < Math.floor(most); head = queue[0]) {
      const waitMs = Math.max(nextAt, head.isTidying ? 0 : heldUntil) - clock.now();
      if (waitMs > 0) {
        // In small pieces, as somebody may begin to tidy up meanwhile.
        await clock.sleep(Math.min(Math.ceil(waitMs), 100));
        continue;
      }
      queue.shift();
      inFlight += 1;
      nextAt = Math.max(nextAt, clock.now()) + gapMs;
      head.go();
    }
    isPumping = false;
  }

  return {
    enter: ({ isTidying, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          isTidying,
          go: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve(leave);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(waiter);
        void pump();
      }),
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
      void pump();
    },
  };
}
