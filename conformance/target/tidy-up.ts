import { inParallel } from './pool.ts';
import type { Created, Target } from './target.ts';

export interface TidyUpOptions {
  /** How many are removed at once. */
  readonly width: number;
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
 * what is left. A target that answers nothing twice is not asked for the rest. Never throws.
 */
export async function tidyUp(
  target: Pick<Target, 'created' | 'remove'>,
  { width, patienceMs, signal, onProgress }: TidyUpOptions,
): Promise<readonly Created[]> {
  const left = new Set(target.created);
  /** What kept some from being removed in this round; what ends it at once is all but `lost`. */
  let trouble: 'lost' | 'silent' | 'busy' | 'end' | undefined;
  let silences = 0;

  async function remove(one: Created): Promise<void> {
    if (trouble !== undefined && trouble !== 'lost') return;
    const outcome = await target.remove(one).catch(() => 'end' as const);
    if (outcome === 'removed') {
      left.delete(one);
      onProgress?.();
    }
    silences = outcome === 'silent' ? silences + 1 : 0;
    if (outcome === 'silent') trouble = silences >= width ? 'silent' : 'lost';
    else if (outcome === 'busy' || outcome === 'end') trouble = outcome;
  }

  let progressAt = performance.now();
  let inVain = 0;
  while (left.size > 0) {
    const before = left.size;
    [trouble, silences] = [undefined, 0];
    for (const kind of ['group', 'user']) {
      const some = [...left].filter((one) => one.kind === kind);
      await inParallel(some, width, remove);
    }
    if (signal?.aborted) break;
    if (left.size < before) [inVain, progressAt] = [0, performance.now()];
    else inVain += 1;
    if (trouble === 'busy') {
      if (performance.now() - progressAt > patienceMs) break;
      await pause(Math.min(firstPauseMs * 2 ** inVain, longestPauseMs), signal);
    } else {
      // Answers may have been lost by chance, once, as where all connections have been idle for too long.
      const isByChance = trouble === 'lost' || trouble === 'silent';
      if (inVain > (isByChance ? 1 : 0)) break;
    }
  }
  return [...left].toSorted((a, b) => a.kind.localeCompare(b.kind));
}

/** Ends after this time, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
