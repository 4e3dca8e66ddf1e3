import { inParallel } from './pool.ts';
import type { Target } from './target.ts';

const longestMs = 20_000;

/**
 * Removes what the run created, and nothing else: groups first, then users. What cannot be removed decides nothing;
 * it is named so that somebody can.
 */
export async function tidyUp(target: Target, width: number): Promise<readonly string[]> {
  const begun = performance.now();
  const left: string[] = [];
  for (const kind of ['group', 'user'] as const) {
    const ids = target.created.filter((one) => one.kind === kind).map(({ id }) => id);
    await inParallel(ids, width, async (id) => {
      if (performance.now() - begun > longestMs) {
        left.push(id);
        return;
      }
      try {
        await (kind === 'group' ? target.driver.removeGroup(id) : target.driver.removeUser(id));
      } catch {
        left.push(id);
      }
    });
  }
  return left;
}
