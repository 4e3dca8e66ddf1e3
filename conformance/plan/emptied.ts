import { type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, worldOf } from './world.ts';

/** Resets of conversations that the other side has deleted for good, when its deletion has settled, and after news. */
export function emptied({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke' || budget === 'quick') return [];
  const world = worldOf(['user', 'group', 'user', 'user', 'group']);
  const { me, rows } = world;
  const form = pick(forms, seed);
  const ofUsers = rows.filter(({ kind }) => kind === 'user');
  const deleted = ofUsers.map((row) => reset(row.id, toUser(me), { form, deleteMessagesPermanently: 'true' }));
  const mine = (preserveOrder: 'true' | 'false'): readonly Step[] =>
    ofUsers.map((row, at) =>
      reset(me, row, { form, preserveOrder, deleteMessagesPermanently: pick(['false', 'true', 'absent'], at) }),
    );
  const again = ofUsers.map((row) => answer(world, row));
  return [
    scenarioOf(world, [...deleted, { do: 'wait', until: 'settled' }, ...mine('true'), ...again, ...mine('false')]),
  ];
}
