import type { Clock } from './clock.ts';
import { inParallel } from './pool.ts';
import type { Created, Target } from './target.ts';

export interface TidyUpOptions {
  /** How many are removed at once. */
  readonly width: number;
  readonly clock: Clock;
  /** For so long nothing need be removed before it is given up: a target may ask for some time. */
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
  /** Something was removed. */
  readonly onProgress?: () => void;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Removes what the run created, and nothing else: groups first, then users. Goes on while that gets on, and gives back
 * what is left. A target that answers nothing any more is not asked for the rest. Never throws.
 */
export async function tidyUp(
  target: Pick<Target, 'created' | 'remove'>,
  options: TidyUpOptions,
): Promise<readonly Created[]> {
  const { clock, patienceMs, signal } = options;
  const left = new Set(target.created.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'group' ? -1 : 1)));
  let progressAt = clock.now();
  let pauseMs = firstPauseMs;
  let isLastRound = false;
  while (left.size > 0) {
    const before = left.size;
    const { isRefused, stoppedBy } = await removeEach(target, left, options);
    if (stoppedBy === 'end' || stoppedBy === 'silent') break;
    const hasProgress = left.size < before;
    if (hasProgress) [progressAt, pauseMs] = [clock.now(), firstPauseMs];
    else if (isLastRound || isRefused || clock.now() - progressAt > patienceMs) break;
    // An answer may have been lost by chance, once.
    isLastRound = !hasProgress && stoppedBy !== 'busy';
    if (stoppedBy !== 'busy') continue;
    await clock.sleep(pauseMs, signal).catch(() => {});
    if (signal?.aborted) break;
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
  return [...left];
}

interface Round {
  /** What is left was refused, and will be again. */
  readonly isRefused: boolean;
  /** Why the round did not go through. */
  readonly stoppedBy: 'silent' | 'busy' | 'end' | undefined;
}

/** Takes from `left` what could be removed. */
async function removeEach(
  target: Pick<Target, 'remove'>,
  left: Set<Created>,
  { width, signal, onProgress }: TidyUpOptions,
): Promise<Round> {
  let silences = 0;
  let isRefused = true;
  let stoppedBy: Round['stoppedBy'];
  const remove = async (one: Created): Promise<void> => {
    if (stoppedBy !== undefined) return;
    const outcome = await target.remove(one).catch(() => 'end' as const);
    if (outcome === 'removed') {
      left.delete(one);
      onProgress?.();
    }
    const hasAnswer = outcome === 'removed' || outcome === 'refused';
    isRefused &&= hasAnswer;
    silences = hasAnswer ? 0 : silences + 1;
    if (outcome === 'busy' || outcome === 'end') stoppedBy = outcome;
    else if (silences >= width) stoppedBy = 'silent';
  };
  for (const kind of ['group', 'user'] as const) {
    const all = [...left].filter((one) => one.kind === kind);
    await inParallel(all, width, remove);
  }
  return { isRefused, stoppedBy: signal?.aborted ? 'end' : stoppedBy };
}
