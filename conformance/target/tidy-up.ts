import { CallFailed } from './call-failed.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './pool.ts';
import type { Created } from './target.ts';

/**
 * Removes what the run created, and nothing else: groups first, then users. Where answers are lost, it goes on while
 * that gets on, and ends where the driver throws that tidying up is stopped. Gives back what is left. Never throws.
 */
export async function tidyUp(created: readonly Created[], driver: Driver, width: number, onRemoved = () => {}) {
  const left = new Set(created);
  const unanswered = new Set(created);
  let isFirst = true;
  let isStopped = false;

  async function remove(one: Created): Promise<void> {
    if (isStopped) return;
    const { kind, id, isDoubtful } = one;
    try {
      await (kind === 'group' ? driver.removeGroup(id) : driver.removeUser(id));
    } catch (error) {
      isStopped ||= !(error instanceof CallFailed);
      if (!(error instanceof CallFailed) || error.kind === 'silent') return;
      unanswered.delete(one);
      // What was perhaps never there, or was removed without an answer, need not be found.
      const isGone = error.status === 404 && (isDoubtful || !isFirst);
      if (!isGone) return;
    }
    unanswered.delete(one);
    left.delete(one);
    onRemoved();
  }

  // Once, all answers may be lost by chance, as where all connections have been idle for too long.
  for (let inVain = 0; unanswered.size > 0 && inVain < 2 && !isStopped; isFirst = false) {
    const before = unanswered.size;
    for (const kind of ['group', 'user']) {
      const some = [...unanswered].filter((one) => one.kind === kind);
      await inParallel(some, width, remove);
    }
    inVain = unanswered.size < before ? 0 : inVain + 1;
  }
  return [...left].toSorted((a, b) => a.kind.localeCompare(b.kind));
}
