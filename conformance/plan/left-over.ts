import type { Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { pick, reset, scenarioOf, worldOf } from './world.ts';

/** Requests that name no acting user, each right behind one that does: what is left of that one must not stand in. */
export function leftOver({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [];
  const world = worldOf(['user', 'group']);
  const { me, rows } = world;
  const steps = rows.flatMap((row, at) => [
    reset(me, pick(rows, at + 1), { preserveOrder: 'true', form: pick(forms, seed) }),
    { ...reset(me, row, { form: pick(forms, seed + at) }), onBehalfOf: 'absent' as const },
    { ...reset(me, row, { form: pick(forms, seed + at + 1) }), onBehalfOf: 'empty' as const },
  ]);
  return [scenarioOf(world, steps)];
}
