import { type Scenario, type Step, seenBy, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, send, together, worldOf } from './world.ts';

const newcomer = 'n-newcomer';

/**
 * Resets, each right between two messages, and at once with one of the other side and with somebody's first message:
 * what others send meanwhile may keep something from going wrong.
 */
export function undisturbed({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [];
  const world = worldOf(['user', 'group']);
  const { me, rows, users } = world;
  const steps = rows.flatMap((row, at): readonly Step[] => {
    const settings = { preserveOrder: pick(['false', 'true'] as const, at), form: pick(forms, seed + at) };
    const mine = reset(me, row, settings);
    const news = answer(world, row);
    const theirs = reset(news.from, seenBy(news.from, me, row), settings);
    return [
      { do: 'together', operations: [news, mine, { ...news, times: 3 }], inOrder: true },
      together([mine, theirs]),
    ];
  });
  const first = together([reset(me, pick(rows, 0), { form: pick(forms, seed) }), send(newcomer, toUser(me))]);
  const all = [...steps, answer(world, pick(rows, 0)), first];
  return [scenarioOf({ ...world, users: [...users, newcomer] }, all)];
}
