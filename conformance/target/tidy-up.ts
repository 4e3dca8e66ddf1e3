import { inParallel } from './pool.ts';
import { type Target, TargetSilent } from './target.ts';

const longestMs = 20_000;

/**
 * Removes what the run created, and nothing else: groups first, then users. What cannot be removed decides nothing;
 * it is named so that somebody can. A target that answers nothing any more is not asked for the rest.
 */
export async function tidyUp(target: Target, width: number): Promise<readonly string[]> {
  const begun = performance.now();
  const left: string[] = [];
  let silences = 0;
  for (const kind of ['group', 'user'] as const) {
    const ids = target.created.filter((one) => one.kind === kind).map(({ id }) => id);
    await inParallel(ids, width, async (id) => {
      if (performance.now() - begun > longestMs || silences >= width) {
        left.push(id);
        return;
      }
      try {
        await (kind === 'group' ? target.driver.removeGroup(id) : target.driver.removeUser(id));
        silences = 0;
      } catch (error) {
        if (error instanceof TargetSilent) silences += 1;
        left.push(id);
      }
    });
  }
  return left;
}
