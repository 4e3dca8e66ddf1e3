import type { Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, worldOf } from './world.ts';

/** Resets, each right between two messages: what others send meanwhile may keep something from going wrong. */
export function undisturbed({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [];
  const world = worldOf(['user', 'group']);
  const { me, rows } = world;
  const steps = rows.map((row, at) => ({
    do: 'together' as const,
    operations: [
      answer(world, row),
      reset(me, row, { preserveOrder: pick(['false', 'true'], at), form: pick(forms, seed + at) }),
      answer(world, row),
    ],
    inOrder: true as const,
  }));
  return [scenarioOf(world, steps)];
}
