import type { Budget } from '../report/document.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import { toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, send, worldOf } from './world.ts';

const sizes: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [2],
  quick: [2, 9, 104],
  default: [2, 8, 17, 33, 65, 101, 129, 510],
  thorough: [2, 8, 16, 17, 32, 33, 64, 65, 100, 101, 128, 129, 510, 1_010],
};

/** Both kinds of deletion on conversations of many sizes, written from both sides, beside others that have to stay. */
export function histories({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  return sizes[budget].map((size, turn) => {
    const world = worldOf(['group', 'user', 'user', 'group'], {
      messages: 2,
      company: 1,
      ...(budget === 'smoke' ? {} : { outsiders: turn === 0 }),
    });
    const [groupRow, long, other] = world.rows;
    if (groupRow === undefined || long === undefined || other === undefined) return scenarioOf(world, []);
    const { me } = world;
    const grow = (count: number): readonly Step[] => [
      { ...send(long.id, toUser(me)), times: Math.ceil(count / 2) },
      { ...send(me, long), times: Math.max(Math.floor(count / 2), 1) },
    ];
    const inGroup: readonly Step[] = [
      { ...answer(world, groupRow), times: Math.min(size, 130) },
      send(long.id, groupRow),
    ];
    return scenarioOf(world, [
      ...grow(size),
      ...(size > 2 ? inGroup : [send(long.id, groupRow)]),
      reset(me, long, { preserveOrder: 'true', form: pick(forms, turn) }),
      ...grow(2),
      reset(me, long, {
        deleteMessagesPermanently: 'true',
        preserveOrder: pick(['true', 'false', 'absent'], turn),
        form: pick(forms, turn + seed),
      }),
      send(long.id, toUser(me)),
      reset(me, other, { deleteMessagesPermanently: 'true', form: pick(forms, turn + 1) }),
      reset(me, groupRow, { preserveOrder: pick(['true', 'absent'], turn) }),
      send(me, other),
      reset(long.id, toUser(me), { deleteMessagesPermanently: 'true', form: pick(forms, turn + 2) }),
    ]);
  });
}
