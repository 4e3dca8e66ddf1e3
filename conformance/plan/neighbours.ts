import { flags, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, send, worldOf } from './world.ts';

/** Worlds full of people whose own lists could change: outsiders, large groups, late and first members. */
export function neighbours({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  const rounds = { smoke: 1, quick: 1, default: 3, thorough: 9 }[budget];
  return Array.from({ length: rounds }, (_, round) => {
    const world = worldOf(['user', 'group', 'user', 'group', 'group'], {
      outsiders: true,
      messages: 2,
      company: round === 0 ? 3 : 5,
    });
    const { me } = world;
    const steps = world.rows.flatMap((row, index): readonly Step[] => [
      reset(me, row, {
        preserveOrder: pick(flags, index + round),
        deleteMessagesPermanently: pick(flags, index + round + seed),
        form: pick(forms, index + round),
      }),
      ...(index % 2 === 0 ? [answer(world, row)] : []),
    ]);
    const [first, second] = world.rows.filter(({ kind }) => kind === 'user');
    const theirs =
      first === undefined || second === undefined
        ? []
        : [
            reset(first.id, toUser(me), { preserveOrder: 'true', form: pick(forms, round + 1) }),
            reset('o-outsider', first, { deleteMessagesPermanently: 'true', form: pick(forms, round) }),
            reset(second.id, pick(world.rows, 1), { preserveOrder: pick(flags, round) }),
          ];
    const alone = { kind: 'group', id: 'v-alone' } as const;
    const byOneself = [send(me, alone), reset(me, alone, { preserveOrder: pick(['false', 'true'], round) })];
    const { groups, ...scenario } = scenarioOf(world, [...steps, ...theirs, ...byOneself]);
    return { ...scenario, groups: [...groups, { id: alone.id, members: [me] }] };
  });
}
