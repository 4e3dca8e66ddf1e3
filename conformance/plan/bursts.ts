import { flags, isReset, type Operation, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, scenarioOf, send, together, type World, worldOf } from './world.ts';

type Forms = Extent['profile']['forms'];

/** Many things at once, or in a row and unseen, on different conversations and on the same, checked when all is quiet. */
export function bursts({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [onceEach(forms, seed, 2)];
  const rounds = { quick: 1, default: 2, thorough: 20 }[budget];
  return Array.from({ length: rounds }, (_, round) => [
    pairs(forms, round + seed, 'user'),
    pairs(forms, round + seed, 'group', budget === 'quick' ? 3 : 1),
    onceEach(forms, round + seed, 8, budget !== 'quick'),
    ...(budget === 'quick'
      ? []
      : [
          pairs(forms, round + seed, 'user', 1, unseen),
          pairs(forms, round, 'group', 1, unseen),
          crowd(forms, round + seed),
        ]),
  ]).flat();
}

/** One after the other, with a message and no observation between. */
const unseen = ([first, ...others]: readonly Operation[], news: Operation): Step => ({
  do: 'together',
  operations: first === undefined ? [] : [first, news, ...others],
  inOrder: true,
});

/** Each conversation once, all at once: none repairs what another one lost. */
function onceEach(forms: Forms, round: number, count: number, isTwice = false): Scenario {
  const world = worldOf(Array.from({ length: count }, () => pick(['group', 'user'] as const, round)));
  const all = (preserveOrder: 'true' | 'false'): Step =>
    together(world.rows.map((row, index) => reset(world.me, row, { preserveOrder, form: pick(forms, index) })));
  if (!isTwice) return scenarioOf(world, [all('false')]);
  return scenarioOf(world, [all('true'), ...world.rows.map((row) => answer(world, row)), all('false')]);
}

/** Every two of what can happen to one conversation, at once, and the same on two conversations. */
function pairs(
  forms: Forms,
  round: number,
  kind: Peer['kind'],
  every = 1,
  stepOf: (operations: readonly Operation[], news: Operation) => Step = together,
): Scenario {
  const world = worldOf([kind, 'user', kind, 'group'], { messages: 2 });
  const rows = world.rows.filter((row) => row.kind === kind);
  const sample = acts(world, pick(rows, 0), { preserveOrder: 'false' });
  // Of two messages nothing can go wrong that a reset would have to answer for.
  const chosen = sample
    .flatMap((_, one) => sample.slice(one).map((_, more) => [one, one + more] as const))
    .filter((pair) => pair.some((at) => isReset(pick(sample, at))))
    .filter((_, index) => index % every === 0);
  const steps = chosen.flatMap(([one, other], at): readonly Step[] => {
    const row = pick(rows, at);
    const neighbour = pick(world.rows, world.rows.indexOf(row) + 1);
    const acting = acts(world, row, { preserveOrder: pick(flags, at + round), form: pick(forms, at + round) });
    const also = at % 4 === 3 ? [reset(world.me, neighbour, { preserveOrder: 'true', form: pick(forms, at) })] : [];
    const news = answer(world, row);
    return [news, stepOf([pick(acting, one), pick(acting, other), ...also], news)];
  });
  return scenarioOf(world, steps);
}

/** What can happen to a conversation: a reset by either side, for good or not, and a message by either. */
function acts(world: World, row: Peer, settings: Parameters<typeof reset>[2]): readonly Operation[] {
  const { me } = world;
  const forGood = { ...settings, deleteMessagesPermanently: 'true' } as const;
  const messages = [answer(world, row), send(me, row)];
  if (row.kind === 'group') return [reset(me, row, settings), reset('k-mate', row, settings), ...messages];
  const [mine, theirs] = [row, toUser(me)];
  return [
    reset(me, mine, settings),
    reset(row.id, theirs, settings),
    reset(me, mine, forGood),
    reset(row.id, theirs, forGood),
    ...messages,
  ];
}

/** Everybody at once. */
function crowd(forms: Forms, round: number): Scenario {
  const world = worldOf(mixed(6, round), { outsiders: true });
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
        .map((row) => reset(row.id, toUser(me), { preserveOrder: pick(flags, shift), form: pick(forms, shift) })),
    ]);
  const refill = rows.map((row) => answer(world, row));
  return scenarioOf(world, [wave(0), ...refill, wave(1)]);
}
