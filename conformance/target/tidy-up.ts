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
 * that gets on. Gives back what is left. Never throws.
 */
export async function tidyUp(created: readonly Created[], { remove, width, onProgress }: TidyUpOptions) {
  const left = new Set(created);
  const unanswered = new Set(created);
  let isStopped = false;

  async function tryOnce(one: Created): Promise<void> {
    if (isStopped) return;
    const outcome = await remove(one).catch(() => {
      isStopped = true;
    });
    if (outcome === 'removed' || outcome === 'refused') unanswered.delete(one);
    if (outcome !== 'removed') return;
    left.delete(one);
    onProgress?.();
  }

  // Once, all answers may be lost by chance, as where all connections have been idle for too long.
  for (let inVain = 0; unanswered.size > 0 && inVain < 2 && !isStopped; ) {
    const before = unanswered.size;
    for (const kind of ['group', 'user']) {
      const some = [...unanswered].filter((one) => one.kind === kind);
      await inParallel(some, width, tryOnce);
    }
    inVain = unanswered.size < before ? 0 : inVain + 1;
  }
  return [...left].toSorted((a, b) => a.kind.localeCompare(b.kind));
}
