import { toUser } from '../scenario/conversations.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import { answer, inARow, pick, reset, scenarioOf, send, theirReset, together, worldOf } from './world.ts';

const newcomer = 'n-newcomer';

/**
 * Resets, each right between two messages, and at once with one of the other side and with somebody's first message:
 * what others send meanwhile may keep something from going wrong.
 */
export function undisturbed(): Scenario {
  const world = worldOf(['user', 'group']);
  const { me, rows, users } = world;
  const steps = rows.flatMap((row, at): readonly Step[] => {
    const mine = reset(me, row, { preserveOrder: pick(['false', 'true'], at) });
    const news = answer(world, row);
    return [
      inARow([news, mine, { ...news, times: 3 }]),
      together([mine, theirReset(world, row, { preserveOrder: mine.preserveOrder })]),
    ];
  });
  const first = together([reset(me, pick(rows, 0)), send(newcomer, toUser(me))]);
  const all = [...steps, answer(world, pick(rows, 0)), first];
  return scenarioOf({ ...world, users: [...users, newcomer] }, all);
}

/** Requests that name no acting user, each right behind one that does: what is left of that one must not stand in. */
export function leftOver(): Scenario {
  const world = worldOf(['user', 'group']);
  const steps = world.rows.flatMap((row, at) => [
    reset(world.me, pick(world.rows, at + 1), { preserveOrder: 'true' }),
    reset(world.me, row, { onBehalfOf: 'absent' }),
    reset(world.me, row, { onBehalfOf: 'empty' }),
  ]);
  return scenarioOf(world, steps);
}
