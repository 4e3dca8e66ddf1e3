import type { Trace } from '../execution/trace.ts';
import { type Scenario, unlessReset, withOperations } from '../scenario/scenario.ts';

/** So many obstacles are looked into, each so often with resets and without, as what depends on ids is not always the same. */
const most = 3;
const tries = 3;

/**
 * What the target does no more after a reset, and does where none was sent. `lookInto` is told of a scenario that could
 * not be executed, and `run` executes others.
 */
export function openObstacles(run: (some: readonly Scenario[]) => Promise<readonly Trace[]>) {
  /** What was looked into, without its ids. */
  const known = new Set<string>();
  const broken: string[] = [];
  const lookInto = async ({ scenario, void: why = '' }: Trace): Promise<void> => {
    const withoutIds = why.replaceAll(/\bcr\S+/gu, '');
    if (known.has(withoutIds) || known.size >= most) return;
    known.add(withoutIds);
    const withoutResets = withOperations(scenario, unlessReset);
    const again = await run(Array<Scenario>(tries).fill(scenario));
    const control = await run(Array<Scenario>(tries).fill(withoutResets));
    if (again.every(isVoid) && control.length === tries && !control.some(isVoid)) broken.push(why);
  };
  return { broken, lookInto };
}

const isVoid = (trace: Trace): boolean => trace.void !== undefined;
