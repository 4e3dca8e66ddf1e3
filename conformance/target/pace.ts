import type { Lost, RawReply } from './http-client.ts';

/**
 * Sends a request when its turn has come, and again when a target that asked to be asked later may be. Resolves to the
 * last answer, or to a lost one where that would be too long. Throws once the signal is aborted.
 */
export type Pace = (send: () => Promise<RawReply | Lost>) => Promise<RawReply | Lost>;

export interface PaceOptions {
  /** Requests in a second at most; undefined where nobody limits them. */
  readonly rate?: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onWait?: ((waiting: { readonly status: number; readonly ms: number }) => void) | undefined;
  /** One request waits so long at most, and all together since the target has last answered otherwise. */
  readonly longestWaitMs?: number;
  /** The target is asked again after so long at most, whatever it wishes. */
  readonly longestPauseMs?: number;
}

const leastWaitMs = 50;
const leastReportedMs = 500;

/** Requests go out in their order. Where a target asks to wait, fewer do at once, and more again while it answers. */
export function createPace(options: PaceOptions): Pace {
  const { rate, signal, onWait, longestWaitMs = 60_000, longestPauseMs = Number.POSITIVE_INFINITY } = options;
  const gapMs = rate === undefined ? 0 : 1_000 / rate;
  const queue: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let inFlight = 0;
  let most = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let heldUntil = 0;
  /** Since when the target has answered nothing else. */
  let heldSince: number | undefined;

  /** Lets go whose turn it is, and everybody once they are stopped. */
  function advance(): void {
    clearTimeout(timer);
    for (let [go] = queue; go !== undefined; [go] = queue) {
      if (!signal?.aborted) {
        const now = performance.now();
        const ms = Math.max(nextAt, heldUntil) - now;
        if (ms > 0) timer = setTimeout(advance, Math.ceil(ms));
        if (ms > 0 || inFlight >= Math.floor(most)) return;
        nextAt = Math.max(nextAt, now) + gapMs;
      }
      inFlight += 1;
      queue.shift();
      go();
    }
  }
  signal?.addEventListener('abort', advance, { once: true });

  /** Nobody asks before that is over. */
  function hold(ms: number, status: number): void {
    const now = performance.now();
    if (heldUntil <= now) most = Math.max(1, Math.floor(inFlight / 2));
    // Those in flight together ask for nearly the same.
    if (now + ms - Math.max(heldUntil, now) > leastReportedMs) onWait?.({ status, ms });
    heldUntil = Math.max(heldUntil, now + ms);
  }

  return async (send) => {
    let firstAt: number | undefined;
    for (let leastMs = leastWaitMs; ; leastMs = Math.min(leastMs * 2, 5_000)) {
      await new Promise<void>((go) => {
        queue.push(go);
        advance();
      });
      try {
        signal?.throwIfAborted();
        const reply = await send();
        // Also where an answer came just before: whoever was stopped goes on no further.
        signal?.throwIfAborted();
        if ('kind' in reply) return reply;
        const wishedMs = waitFor(reply, leastMs);
        if (wishedMs === undefined) {
          heldSince = undefined;
          most += 1 / most;
          return reply;
        }
        const waitMs = Math.min(wishedMs, longestPauseMs);
        firstAt ??= performance.now();
        heldSince ??= firstAt;
        if (performance.now() + waitMs - Math.min(firstAt, heldSince) > longestWaitMs) {
          const why = `${reply.status}, and the wish to be asked again in longer than ${longestWaitMs / 1_000} s`;
          return { kind: 'lost', why, waiting: true };
        }
        hold(waitMs, reply.status);
      } finally {
        inFlight -= 1;
        advance();
      }
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
