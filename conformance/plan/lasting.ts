import type { Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, flagsAt, mixed, reset, scenarioOf, theirReset, worldOf } from './world.ts';

/**
 * Conversations that are reset, or deleted for good by the other side, at the beginning of the run, and are acted on
 * again at its end, before and after news.
 */
export function lasting({ budget, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke' || budget === 'quick') return [];
  const world = worldOf(mixed(8, seed), { messages: 2 });
  const { me, rows } = world;
  const resets = (round: number) => rows.map((row, at) => reset(me, row, flagsAt(at + round)));
  const isDeleted = (row: (typeof rows)[number]): boolean => row.kind === 'user' && rows.indexOf(row) >= 4;
  const steps = [
    ...resets(0).filter(({ conversation }) => !isDeleted(conversation)),
    ...rows.filter(isDeleted).map((row) => theirReset(world, row, { deleteMessagesPermanently: 'true' })),
    ...[{ do: 'wait', until: 'settled' } as const, { do: 'wait', until: 'others' } as const],
    ...resets(1).map((one) => ({ ...one, preserveOrder: 'true' as const })),
    ...rows.map((row) => answer(world, row)),
    ...resets(2),
    ...rows
      .filter(({ kind }) => kind === 'user')
      .slice(0, 1)
      .map((row) => theirReset(world, row)),
  ];
  return [scenarioOf(world, steps)];
}
