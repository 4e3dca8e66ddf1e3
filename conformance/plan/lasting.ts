import type { Budget } from '../report/document.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, flagsAt, mixed, pick, reset, scenarioOf, theirReset, worldOf } from './world.ts';

/** For so many seconds at least: what a target remembers for a while it may have forgotten then. */
const seconds: Readonly<Partial<Record<Budget, number>>> = { default: 4, thorough: 11 };

/** What happens to a conversation at the beginning of the run. */
const beginnings = ['kept', 'nothing', 'deleted', 'left'] as const;

/**
 * Conversations that are left alone, reset, or deleted for good by the other side, at the beginning of the run, and are
 * acted on again at its end, before and after news. What is done last may last in another way, so it is done in both
 * orders, to conversations of the other kind each time.
 */
export function lasting({ budget, seed }: Extent): readonly Scenario[] {
  const atLeast = seconds[budget];
  if (atLeast === undefined) return [];
  return [beginnings, beginnings.toReversed()].map((order) => lastingIn(order, atLeast, seed));
}

function lastingIn(order: readonly (typeof beginnings)[number][], atLeast: number, seed: number): Scenario {
  const world = worldOf(mixed(order.length, seed), { messages: 2 });
  const { me, rows } = world;
  const begun = rows.flatMap((row, at): readonly Step[] => {
    const beginning = pick(order, at);
    if (beginning === 'nothing') return [];
    if (beginning === 'deleted') return [theirReset(world, row, { deleteMessagesPermanently: 'true' })];
    return [reset(me, row, { preserveOrder: beginning === 'kept' ? 'true' : 'false' })];
  });
  const again = rows.map((row, at) => {
    const deleteMessagesPermanently = pick(order, at) === 'nothing' ? 'true' : 'false';
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
  return scenarioOf(world, steps);
}
