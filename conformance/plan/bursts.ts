import { flags, type Operation, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, scenarioOf, send, together, worldOf } from './world.ts';

/** Many things at once, on different conversations and on the same, judged when all is quiet. */
export function bursts({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [pairs(forms, 0)];
  const rounds = { quick: 1, default: 3, thorough: 20 }[budget];
  return Array.from({ length: rounds }, (_, round) => [
    onceEach(forms, round + seed),
    pairs(forms, round),
    crowd(forms, round + seed),
  ]).flat();
}

type Forms = Extent['profile']['forms'];

/** Each conversation once, all at once: none repairs what another one lost. */
function onceEach(forms: Forms, round: number): Scenario {
  const world = worldOf(Array.from({ length: 8 }, () => pick(['group', 'user'] as const, round)));
  const all = (preserveOrder: 'true' | 'false'): Step =>
    together(world.rows.map((row, index) => reset(world.me, row, { preserveOrder, form: pick(forms, index) })));
  return scenarioOf(world, [all('true'), ...world.rows.map((row) => answer(world, row)), all('false')]);
}

/** Two at once: two resets by one user, both sides of one conversation, a reset and a message. */
function pairs(forms: Forms, round: number): Scenario {
  const world = worldOf(mixed(5, round), { messages: 2 });
  const { me, rows } = world;
  const users = rows.filter(({ kind }) => kind === 'user');
  const steps = users.flatMap((row, index): readonly Step[] => {
    const next = pick(rows, rows.indexOf(row) + 1);
    const settings = { preserveOrder: pick(flags, index + round), form: pick(forms, index) };
    return [
      together([reset(me, row, settings), reset(row.id, toUser(me), { preserveOrder: pick(flags, index) })]),
      answer(world, row),
      together([reset(me, row, { preserveOrder: 'true' }), reset(me, next, { preserveOrder: 'true' })]),
      together([reset(me, row, settings), send(row.id, toUser(me))]),
      together([reset(row.id, toUser(me), settings), send(row.id, toUser(me)), send(me, next)]),
      answer(world, next),
      together([
        reset(me, next, { preserveOrder: 'false' }),
        answer(world, row),
        reset(me, row, { deleteMessagesPermanently: 'true' }),
      ]),
      send(me, row),
    ];
  });
  return scenarioOf(world, steps);
}

/** Everybody at once. */
function crowd(forms: Forms, round: number): Scenario {
  const world = worldOf(mixed(8, round), { outsiders: true });
  const { me, rows } = world;
  const wave = (shift: number): Step =>
    together([
      ...rows.map(
        (row, index): Operation =>
          index % 4 === 3
            ? answer(world, row)
            : reset(me, row, {
                preserveOrder: pick(['true', 'false', 'true', 'absent'], index + shift),
                deleteMessagesPermanently: pick(flags, index + shift + round),
                form: pick(forms, index + shift),
              }),
      ),
      ...rows
        .filter((row, index) => row.kind === 'user' && index % 3 === shift % 3)
        .map((row) => reset(row.id, toUser(me), { preserveOrder: pick(flags, shift) })),
    ]);
  const refill = rows.map((row) => answer(world, row));
  return scenarioOf(world, [wave(0), ...refill, wave(1), ...refill, wave(2)]);
}
