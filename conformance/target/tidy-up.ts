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
 * what is left. A target that answers nothing twice is not asked for the rest. Never throws.
 */
export async function tidyUp(
  target: Pick<Target, 'created' | 'remove'>,
  options: TidyUpOptions,
): Promise<readonly Created[]> {
  const { clock, patienceMs, signal } = options;
  const left = new Set(target.created);
  let progressAt = clock.now();
  let inVain = 0;
  while (left.size > 0) {
    const before = left.size;
    const trouble = await removeEach(target, left, options);
    if (signal?.aborted) break;
    if (left.size < before) [inVain, progressAt] = [0, clock.now()];
    else inVain += 1;
    // Answers may have been lost by chance, once, as where all connections have been idle for too long.
    const mostInVain = trouble === 'lost' || trouble === 'silent' ? 1 : 0;
    if (trouble === 'busy' ? clock.now() - progressAt > patienceMs : inVain > mostInVain) break;
    const pauseMs = Math.min(firstPauseMs * 2 ** inVain, longestPauseMs);
    if (trouble === 'busy') await clock.sleep(pauseMs, signal).catch(() => {});
  }
  return [...left].toSorted((a, b) => a.kind.localeCompare(b.kind));
}

/** What kept some from being removed. After `silent`, `busy` and `end` the others were not tried. */
type Trouble = 'lost' | 'silent' | 'busy' | 'end' | undefined;

/** Takes from `left` what could be removed. */
async function removeEach(
  target: Pick<Target, 'remove'>,
  left: Set<Created>,
  { width, onProgress }: TidyUpOptions,
): Promise<Trouble> {
  let silences = 0;
  let trouble: Trouble;
  const remove = async (one: Created): Promise<void> => {
    if (trouble !== undefined && trouble !== 'lost') return;
    const outcome = await target.remove(one).catch(() => 'end' as const);
    if (outcome === 'removed') {
      left.delete(one);
      onProgress?.();
    }
    silences = outcome === 'silent' ? silences + 1 : 0;
    if (outcome === 'silent') trouble = silences >= width ? 'silent' : 'lost';
    else if (outcome === 'busy' || outcome === 'end') trouble = outcome;
  };
  for (const kind of ['group', 'user'] as const) {
    const all = [...left].filter((one) => one.kind === kind);
    await inParallel(all, width, remove);
  }
  return trouble;
}
