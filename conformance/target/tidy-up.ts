import type { Clock } from './clock.ts';
import { inParallel } from './pool.ts';
import type { Created, Removed, Target } from './target.ts';

export interface TidyUpOptions {
  /** How many are removed at once. */
  readonly width: number;
  readonly clock: Clock;
  /** For so long nothing need be removed before it is given up: a target may ask for some time. */
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: (done: number, of: number) => void;
}

const longestPauseMs = 5_000;

/**
 * Removes what the run created, and nothing else: groups first, then users. Goes on while that gets on, and gives back
 * what is left. A target that answers nothing any more is not asked for the rest. Never throws.
 */
export async function tidyUp(
  target: Pick<Target, 'created' | 'remove'>,
  { width, clock, patienceMs, signal, onProgress }: TidyUpOptions,
): Promise<readonly Created[]> {
  const all = [...target.created].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'group' ? -1 : 1));
  let left: readonly Created[] = all;
  let progressAt = clock.now();
  let pauseMs = 250;
  let isLastRound = false;
  while (left.length > 0) {
    const round = await removeEach(target, left, width, signal, (removed) =>
      onProgress?.(all.length - left.length + removed, all.length),
    );
    const hasProgress = round.left.length < left.length;
    left = round.left;
    if (round.stoppedBy === 'end' || round.stoppedBy === 'silent') return left;
    if (hasProgress) [progressAt, pauseMs] = [clock.now(), 250];
    else if (isLastRound || round.isRefused || clock.now() - progressAt > patienceMs) return left;
    // An answer may have been lost by chance, once.
    isLastRound = !hasProgress && round.stoppedBy !== 'busy';
    if (round.stoppedBy !== 'busy') continue;
    try {
      await clock.sleep(pauseMs, signal);
    } catch {
      return left;
    }
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
  return left;
}

interface Round {
  readonly left: readonly Created[];
  /** What is left was refused, and will be again. */
  readonly isRefused: boolean;
  /** Why the round did not go through. */
  readonly stoppedBy: 'silent' | 'busy' | 'end' | undefined;
}

async function removeEach(
  target: Pick<Target, 'remove'>,
  created: readonly Created[],
  width: number,
  signal: AbortSignal | undefined,
  onProgress: (removed: number) => void,
): Promise<Round> {
  const removed = new Set<Created>();
  let silences = 0;
  let isRefused = true;
  let stoppedBy: Round['stoppedBy'];
  const outcomes: Readonly<Record<Removed, (one: Created) => void>> = {
    removed: (one) => {
      removed.add(one);
      silences = 0;
      onProgress(removed.size);
    },
    refused: () => {
      silences = 0;
    },
    silent: () => {
      isRefused = false;
      silences += 1;
      if (silences >= width) stoppedBy = 'silent';
    },
    busy: () => {
      isRefused = false;
      stoppedBy = 'busy';
    },
  };
  for (const kind of ['group', 'user'] as const) {
    await inParallel(
      created.filter((one) => one.kind === kind),
      width,
      async (one) => {
        if (stoppedBy !== undefined) return;
        try {
          outcomes[await target.remove(one)](one);
        } catch {
          stoppedBy = 'end';
        }
      },
    );
  }
  if (signal?.aborted) stoppedBy = 'end';
  return { left: created.filter((one) => !removed.has(one)), isRefused, stoppedBy };
}
