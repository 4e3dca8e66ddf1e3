import { type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, scenarioOf, worldOf } from './world.ts';

/** A world that is arranged, and reset, at the beginning of the run, and acted on again at its end. */
export function lasting({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke' || budget === 'quick') return [];
  const world = worldOf(mixed(4, seed), { messages: 2 });
  const { me, rows } = world;
  const resets = (round: number): readonly Step[] =>
    rows.map((row, at) =>
      reset(me, row, {
        preserveOrder: pick(['true', 'false'], at + round),
        deleteMessagesPermanently: pick(['false', 'true', 'absent'], at + round),
        form: pick(forms, at + round),
      }),
    );
  const news = rows.map((row) => answer(world, row));
  const [other] = rows.filter(({ kind }) => kind === 'user');
  const theirs = other === undefined ? [] : [reset(other.id, toUser(me), { form: pick(forms, seed) })];
  return [
    scenarioOf(world, [
      ...resets(0).slice(0, -1),
      { do: 'wait', until: 'others' },
      ...resets(1).slice(-1),
      ...news,
      ...resets(1),
      ...theirs,
    ]),
  ];
}
