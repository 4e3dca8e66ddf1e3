import type { Clock } from './clock.ts';
import type { Lost, RawReply } from './http-client.ts';

/**
 * Sends a request when its turn has come, and again when a target that asked to be asked later may be. Resolves to the
 * last answer, or to a lost one where that would be too long. Throws once the signal is aborted.
 */
export type Pace = (send: () => Promise<RawReply | Lost>, entering: Entering) => Promise<RawReply | Lost>;

interface Entering {
  /** Whoever tidies up obeys the rate, and no wish to wait. */
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
const longestWaitMs = 60_000;
const leastWaitMs = 50;
const leastReportedMs = 500;
/** Where fewer may ask at once, the others look so often whether it is their turn. */
const pollEveryMs = 5;

/**
 * Requests go out in the order in which they come. A target that asks to wait is asked by fewer at once afterwards, and by more again while it
 * answers.
 */
export function createPace({ rate, clock, onWait }: PaceOptions): Pace {
  const gapMs = rate === undefined ? 0 : 1_000 / rate;
  let inFlight = 0;
  let most = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let heldUntil = 0;
  /** Since when the target has answered nothing else. */
  let heldSince: number | undefined;

  /** How long its turn is still to come. */
  const turnMs = ({ isTidying }: Entering): number => Math.max(nextAt, isTidying ? 0 : heldUntil) - clock.now();

  /** Whether it may go at once; then it has gone. */
  function goes(entering: Entering): boolean {
    entering.signal?.throwIfAborted();
    if (turnMs(entering) > 0 || inFlight >= Math.floor(most)) return false;
    inFlight += 1;
    nextAt = Math.max(nextAt, clock.now()) + gapMs;
    return true;
  }

  /** Nobody asks before that is over. */
  function hold(ms: number, status: number): void {
    const now = clock.now();
    if (heldUntil <= now) most = Math.max(1, Math.floor(inFlight / 2));
    // Those in flight together ask for nearly the same.
    if (now + ms - Math.max(heldUntil, now) > leastReportedMs) onWait?.({ status, ms });
    heldUntil = Math.max(heldUntil, now + ms);
  }

  return async (send, entering) => {
    let firstAt: number | undefined;
    for (let leastMs = leastWaitMs; ; leastMs = Math.min(leastMs * 2, 5_000)) {
      while (!goes(entering)) {
        const ms = turnMs(entering);
        await clock.sleep(ms > 0 ? Math.ceil(ms) : pollEveryMs, entering.signal).catch(() => {});
      }
      const reply = await send();
      inFlight -= 1;
      // Also where an answer came just before: whoever was stopped goes on no further.
      entering.signal?.throwIfAborted();
      if ('kind' in reply) return reply;
      const waitMs = waitFor(reply, leastMs);
      if (waitMs === undefined) {
        heldSince = undefined;
        most += 1 / most;
        return reply;
      }
      firstAt ??= clock.now();
      heldSince ??= firstAt;
      const isTooLong = clock.now() + waitMs - Math.min(firstAt, heldSince) > longestWaitMs;
      if (entering.isTidying || isTooLong) {
        const words = isTooLong ? `longer than ${longestWaitMs / 1_000} s` : `${Math.ceil(waitMs / 1_000)} s`;
        const why = `${reply.status}, and the wish to be asked again in ${words}`;
        return { kind: 'lost', why, waiting: true };
      }
      hold(waitMs, reply.status);
      // Those who wait already go first.
      await clock.sleep(2 * pollEveryMs, entering.signal).catch(() => {});
    }
  };
}

/** 429, and 503 with `Retry-After`, say nothing about the request: it is sent again. */
function waitFor({ status, retryAfter }: RawReply, leastMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return Math.max(1_000, leastMs);
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Math.max(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, leastMs);
}
