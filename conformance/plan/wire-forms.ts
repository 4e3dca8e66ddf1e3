import type { Scenario, Step, WireForm } from '../scenario/scenario.ts';
import { wireForms } from '../scenario/scenario.ts';
import { type Extent, floors } from './extent.ts';
import { answer, mixed, pick, reset, type Settings, scenarioOf, worldOf } from './world.ts';

/** Each spelling by itself and together with another one, on both kinds, with every flag. */
export function wireScenarios(asked: readonly WireForm[], { budget, profile, seed }: Extent): readonly Scenario[] {
  // In the small budgets one world serves all of them.
  const forms = budget === 'smoke' || budget === 'quick' ? wireForms : asked;
  // Not every reset of a round counts: one may be refused, or have nothing to do.
  const rounds = Math.ceil((2 * floors[budget]) / (2 * settings.length));
  return Array.from({ length: rounds }, (_, round) => round).map((round) => {
    const world = worldOf(mixed(5, round + seed), { messages: 2 });
    const sets = forms.flatMap((form): readonly (readonly WireForm[])[] => [
      [form],
      [
        form,
        pick(
          wireForms.filter((one) => one !== form && one !== 'chunked'),
          round + seed,
        ),
      ],
    ]);
    const steps = sets.flatMap((wire, index): readonly Step[] =>
      settings.flatMap((one, turn): readonly Step[] => {
        const row = pick(world.rows, index + turn * 2 + round);
        const sent = reset(world.me, row, { ...one, wire, form: pick(profile.forms, index + turn + round) });
        return [...(index + turn === 0 ? [] : [answer(world, row)]), sent];
      }),
    );
    return { ...scenarioOf(world, steps), watched: [world.me] };
  });
}

const settings: readonly Settings[] = [
  { preserveOrder: 'true', deleteMessagesPermanently: 'true' },
  { preserveOrder: 'true', deleteMessagesPermanently: 'false' },
  { preserveOrder: 'false', deleteMessagesPermanently: 'true' },
  { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' },
];
