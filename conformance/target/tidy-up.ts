import { inParallel } from './pool.ts';
import type { Created, Removed } from './target.ts';

export interface TidyUpOptions {
  /** Throws once tidying up is stopped. */
  readonly remove: (one: Created) => Promise<Removed>;
  /** How many are removed at once. */
  readonly width: number;
  /** Something was removed. */
  readonly onProgress?: () => void;
}

/**
 * Removes what the run created, and nothing else: groups first, then users. Where answers are lost, it goes on while
 * that gets on; a target that stays busy is not asked for the rest. Gives back what is left. Never throws.
 */
export async function tidyUp(
  created: readonly Created[],
  { remove, width, onProgress }: TidyUpOptions,
): Promise<readonly Created[]> {
  const left = new Set(created);
  const unanswered = new Set(created);
  let isOver = false;

  async function tryOnce(one: Created): Promise<void> {
    if (isOver) return;
    const outcome = await remove(one).catch(() => 'stopped' as const);
    if (outcome === 'busy' || outcome === 'stopped') isOver = true;
    else if (outcome !== 'silent') unanswered.delete(one);
    if (outcome !== 'removed') return;
    left.delete(one);
    onProgress?.();
  }

  // Once, all answers may be lost by chance, as where all connections have been idle for too long.
  for (let inVain = 0; unanswered.size > 0 && inVain < 2 && !isOver; ) {
    const before = unanswered.size;
    for (const kind of ['group', 'user']) {
      const some = [...unanswered].filter((one) => one.kind === kind);
      await inParallel(some, width, tryOnce);
    }
    inVain = unanswered.size < before ? 0 : inVain + 1;
  }
  return [...left].toSorted((a, b) => a.kind.localeCompare(b.kind));
}
