import type { Budget } from '../report/document.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import { toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, type Settings, scenarioOf, send, worldOf } from './world.ts';

const sizes: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [2],
  quick: [2, 9, 104],
  default: [2, 8, 17, 33, 65, 101, 129, 510],
  thorough: [2, 8, 16, 17, 32, 33, 64, 65, 100, 101, 128, 129, 510, 1_010],
};

/** Both kinds of deletion on conversations of many sizes, written from both sides, beside others that have to stay. */
export function histories({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  const all = sizes[budget];
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, turn) => {
    const some = all.slice(turn * 2, turn * 2 + 2);
    const world = worldOf(['group', ...some.map(() => 'user' as const), 'user'], {
      messages: 2,
      company: some.length,
      outsiders: turn === 0 && budget !== 'smoke',
    });
    const [group, ...users] = world.rows;
    const other = users.at(-1);
    if (group === undefined || other === undefined) return scenarioOf(world, []);
    const { me } = world;
    const inGroup = { ...answer(world, group), times: Math.min(some[1] ?? 1, 130) };
    const ofSizes = some.flatMap((size, at): readonly Step[] => {
      const row = pick(users, at);
      const grow = (count: number): readonly Step[] => [
        { ...send(row.id, toUser(me)), times: Math.ceil(count / 2) },
        { ...send(me, row), times: Math.max(Math.floor(count / 2), 1) },
      ];
      const settings: Settings = {
        form: pick(forms, turn + at + seed),
        preserveOrder: pick(['true', 'false', 'absent'], turn + at),
      };
      return [
        ...grow(size),
        reset(me, row, { preserveOrder: 'true', form: pick(forms, turn + at) }),
        ...grow(2),
        reset(me, row, { ...settings, deleteMessagesPermanently: 'true' }),
        send(row.id, toUser(me)),
        send(row.id, group),
        reset(row.id, toUser(me), { deleteMessagesPermanently: 'true', form: pick(forms, turn + at + 1) }),
        send(me, row),
      ];
    });
    return scenarioOf(world, [
      inGroup,
      ...ofSizes,
      reset(me, other, { deleteMessagesPermanently: 'true', form: pick(forms, turn + 1) }),
      reset(me, group, { preserveOrder: pick(['true', 'absent'], turn) }),
      send(me, other),
      reset(me, group, { preserveOrder: 'true' }),
    ]);
  });
}
