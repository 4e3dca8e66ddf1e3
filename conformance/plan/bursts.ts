import { flags } from '../scenario/choices.ts';
import { isReset, type Operation, type Scenario, type Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import {
  answer,
  flagsAt,
  inARow,
  pick,
  read,
  reset,
  type Settings,
  scenarioOf,
  send,
  theirRead,
  theirReset,
  times,
  together,
  type World,
  worldOf,
} from './world.ts';

/** Many things at once, or in a row and unseen, on different conversations and on the same, checked when all is quiet. */
export function bursts({ budget, seed }: Extent): readonly Scenario[] {
  switch (budget) {
    case 'smoke':
      return [onceEach(seed, 2)];
    case 'quick':
      return [pairs(seed, 'user', together), pairs(seed, 'group', together, 3), onceEach(seed, 5)];
    default:
      return times(budget === 'default' ? 2 : 20, (round) => round + seed).flatMap((round) => [
        ...(['user', 'group'] as const).flatMap((kind) => [whileRead, unseen].map((how) => pairs(round, kind, how))),
        everybody(round),
        ...(budget === 'default' && round !== seed ? [] : [crowd(round)]),
      ]);
  }
}

const wave = ({ me, rows }: World, settings: Settings): Step => together(rows.map((row) => reset(me, row, settings)));

/** Each conversation once, all at once: none repairs what another one lost. */
function onceEach(round: number, count: number): Scenario {
  const world = worldOf(times(count, () => pick(['group', 'user'], round)));
  return scenarioOf(world, [wave(world, {})]);
}

/** Each conversation once, and after news some of both sides', with messages among them. */
function everybody(round: number): Scenario {
  const world = worldOf(
    times(8, () => pick(['group', 'user'], round)),
    { outsiders: true },
  );
  const { me, rows } = world;
  const all = rows.flatMap((row, at) => [
    at % 4 === 3 ? answer(world, row) : reset(me, row, flagsAt(at + round)),
    ...(at % 3 === 0 ? [theirReset(world, row, { preserveOrder: pick(flags, at + round) })] : []),
  ]);
  const news = rows.map((row) => answer(world, row));
  return scenarioOf(world, [wave(world, { preserveOrder: 'true' }), ...news, together(all)]);
}

/** So many messages beside a reset that it meets new ones each time it tries. */
function crowd(round: number): Scenario {
  const world = worldOf(['user', 'group'], { messages: 2 });
  const { me, rows } = world;
  const steps = times(4, (at): Step => {
    const row = pick(rows, at);
    const all = [answer(world, row), send(me, row), reset(me, row, flagsAt(at + round)), answer(world, row)];
    return together([...all, send(me, row), answer(world, row)]);
  });
  return scenarioOf(world, steps);
}

/** How things happen to one conversation: given a message of it, and somebody who reads it. */
type How = (operations: readonly Operation[], news: Operation, reading: Operation) => Step;
/** One after the other, with a message and no observation between. */
const unseen: How = (operations, news) => inARow(operations.toSpliced(1, 0, news));
/** At once, while somebody reads: what was read before may be taken for what is there. */
const whileRead: How = (operations, _, reading) => together([reading, ...operations]);

/**
 * Every two of what can happen to one conversation, in another order each round, some with other flags than each other, and
 * the same on two conversations.
 */
function pairs(round: number, kind: Peer['kind'], how: How, every = 1): Scenario {
  const world = worldOf([kind, 'user', kind, 'group'], { messages: 2 });
  const rows = world.rows.filter((row) => row.kind === kind);
  const sample = acts(world, pick(rows, 0), {});
  // Of two messages nothing can go wrong that a reset would have to answer for.
  const chosen = sample
    .flatMap((_, one) => sample.slice(one).map((_, more) => [one, one + more] as const))
    .filter((pair) => pair.some((at) => isReset(pick(sample, at))))
    .filter((_, index) => index % every === 0);
  const steps = chosen.flatMap(([one, other], at): readonly Step[] => {
    const row = pick(rows, at);
    const neighbour = pick(world.rows, world.rows.indexOf(row) + 1);
    const turn = at + round;
    const act = (which: number, flag: number): Operation =>
      pick(acts(world, row, { preserveOrder: pick(flags, flag) }), which);
    // Mostly alike, as what keeps its place may lose it to another that does.
    const both = [act(one, turn), act(other, at % 4 < 2 ? turn + 1 : turn)];
    const also = at % 4 === 3 ? [reset(world.me, neighbour, { preserveOrder: 'true' })] : [];
    const news = answer(world, row);
    const reading = (at % 2 === 0 ? read : theirRead)(world, row);
    return [news, how([...(turn % 2 === 0 ? both : both.toReversed()), ...also], news, reading)];
  });
  return scenarioOf(world, steps);
}

/** What can happen to a conversation: a reset by either side, for good or not, and a message by either. */
function acts(world: World, row: Peer, settings: Settings): readonly Operation[] {
  const deletions = row.kind === 'group' ? (['false'] as const) : (['false', 'true'] as const);
  const resets = deletions.flatMap((deleteMessagesPermanently) => {
    const one = { ...settings, deleteMessagesPermanently };
    return [reset(world.me, row, one), theirReset(world, row, one)];
  });
  return [...resets, answer(world, row), send(world.me, row)];
}
