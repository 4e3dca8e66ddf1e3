import type { Budget } from '../report/document.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, flagsAt, mixed, pick, reset, scenarioOf, theirReset, worldOf } from './world.ts';

/** For so many seconds at least: what a target remembers for a while it may have forgotten then. */
const seconds: Readonly<Partial<Record<Budget, number>>> = { default: 4, thorough: 11 };

/** What happens to a conversation at the beginning of the run. */
const beginnings = ['nothing', 'kept', 'left', 'deleted'] as const;

/**
 * Conversations that are left alone, reset, or deleted for good by the other side, at the beginning of the run, and are
 * acted on again at its end, before and after news.
 */
export function lasting({ budget, seed }: Extent): readonly Scenario[] {
  const atLeast = seconds[budget];
  if (atLeast === undefined) return [];
  const world = worldOf(mixed(2 * beginnings.length, seed), { messages: 2 });
  const { me, rows } = world;
  const beginningOf = (at: number) => pick(beginnings, Math.floor(at / 2));
  const begun = rows.flatMap((row, at): readonly Step[] => {
    const beginning = beginningOf(at);
    if (beginning === 'nothing') return [];
    if (beginning === 'deleted') return [theirReset(world, row, { deleteMessagesPermanently: 'true' })];
    return [reset(me, row, { preserveOrder: beginning === 'kept' ? 'true' : 'false' })];
  });
  const again = rows.map((row, at) => {
    const deleteMessagesPermanently = beginningOf(at) === 'nothing' ? 'true' : 'false';
    return reset(me, row, { preserveOrder: 'true', deleteMessagesPermanently });
  });
  const steps: readonly Step[] = [
    ...begun,
    { do: 'wait', until: 'others', seconds: atLeast },
    ...again,
    ...rows.map((row) => answer(world, row)),
    ...rows.map((row, at) => reset(me, row, flagsAt(at + 2))),
    ...rows.slice(0, 2).map((row) => theirReset(world, row)),
  ];
  return [scenarioOf(world, steps)];
}
