import type { Budget } from '../report/document.ts';
import { flags, type Reset, type Scenario, type Send, type Step, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import {
  answer,
  flagsAt,
  inParts,
  mixed,
  pick,
  reset,
  scenarioOf,
  send,
  several,
  theirReset,
  times,
  together,
  type World,
  worldOf,
} from './world.ts';

/** Where something may be counted in a byte, a page or a batch. */
const marks: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 32, 33, 64, 65, 100, 101, 128];
const isMark = (count: number): boolean => marks.includes(count);

interface Sizes {
  /** Lists that are reset at every place. */
  readonly lists: readonly number[];
  /** How long a list grows on which resets are tried at each mark. */
  readonly growsTo?: number;
  /** How many messages are deleted for good. */
  readonly deleted: readonly number[];
  /** How many messages come between the resets of one conversation. */
  readonly between: readonly (readonly number[])[];
  /** Members of groups. */
  readonly members: readonly number[];
}

/** Texts as they mostly are, and longer than what a column, a preview or a page may hold. */
const lengths: readonly Pick<Send, 'length'>[] = [{ length: 256 }, { length: 1_001 }, { length: 4_097 }, {}];

/** From one mark to the next. */
const toMarks = marks.slice(1).map((mark, at) => mark - pick(marks, at));
const ones = (count: number): readonly number[] => times(count, () => 1);

const sizes: Readonly<Record<Budget, Sizes>> = {
  smoke: { lists: [3], deleted: [], between: [], members: [] },
  quick: { lists: [10], deleted: [18], between: [], members: [1] },
  default: {
    lists: [2, 3, 5, 17],
    growsTo: 104,
    deleted: [1, 2, 3, 4, 8, 16, 17, 32, 33, 64, 65, 100, 101, 128],
    between: [toMarks, toMarks, ones(66), ones(18)],
    members: [1, 2, 9, 102],
  },
  thorough: {
    lists: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 32, 33, 64, 65, 104, 129, 230],
    growsTo: 230,
    deleted: [...marks, 510, 1_010],
    between: [toMarks, toMarks, ones(130), ones(66)],
    members: [1, 2, 9, 18, 34, 66, 102, 130],
  },
};

/** Longer than this, a list is looked into where pages meet, at its ends and in the middle. */
const wholly = 33;

/** A reset with preserveOrder at every place of lists of several lengths, then some that need not keep it. */
export function places({ budget }: Extent): readonly Scenario[] {
  const { lists, growsTo } = sizes[budget];
  const fixed = lists.map((length, round) => {
    const isLong = length > wholly;
    const world = worldOf(mixed(length, round), { from: isLong ? 'others' : 'both' });
    const rows = world.rows.filter((_, row) => !isLong || isMark(row) || isMark(length - row));
    // What becomes of the others is for other scenarios.
    return { ...scenarioOf(world, atPlaces(world, rows)), watched: [world.me] };
  });
  return growsTo === undefined ? fixed : [...fixed, growing(growsTo)];
}

function atPlaces(world: World, rows: readonly Peer[]): readonly Step[] {
  const keep = (row: Peer, deleteMessagesPermanently: Reset['deleteMessagesPermanently'] = 'false'): Reset =>
    reset(world.me, row, { preserveOrder: 'true', deleteMessagesPermanently });
  const kept = rows.flatMap((row, at) => {
    const deletions = at % 4 < 2 ? (['true', 'absent'] as const) : (['false', 'true'] as const);
    return row.kind === 'user' ? deletions.map((deletion) => keep(row, deletion)) : [keep(row)];
  });
  // Some a second time: after a message has come, and with nothing left to hide.
  const returned = [...rows.slice(-2), pick(world.rows, 0)].flatMap((row) => [answer(world, row), keep(row)]);
  // The last message has moved the others by one, so that a place has a user now where it had a group.
  const moved = rows.slice(1, -2).map((row) => keep(row));
  const freed = rows
    .filter((_, index) => index % 3 === 1)
    .map((row, at) => reset(world.me, row, { ...flagsAt(at + 1), preserveOrder: pick(['false', 'absent'], at) }));
  return [...kept, ...returned, ...moved, ...freed];
}

/** So many of one user's conversations are empty at once. */
const mostEmptied = 64;

/** A list that is made longer, with resets in its middle and near both ends at each mark, and then of most of it. */
function growing(length: number): Scenario {
  const world = worldOf(mixed(length, 1), { from: 'others' });
  // The oldest but one, which comes back on top when it has left.
  let low = 1;
  const steps = world.begin.flatMap((step, at): readonly Step[] => {
    const count = at + 1;
    if (count < 3 || !(isMark(count) || count === length)) return [step];
    const resetAt = (row: number, preserveOrder: 'true' | 'false'): Reset =>
      reset(world.me, pick(world.rows, row), { preserveOrder, deleteMessagesPermanently: pick(flags, row) });
    const kept = [Math.floor(count / 2), low].map((row) => resetAt(row, 'true'));
    // Who left comes back, so that the list is as long as before. In a short list both would be near the middle.
    const left = (count > 10 ? [count - 2, low++] : [count - 2]).flatMap((row) => [
      resetAt(row, 'false'),
      answer(world, pick(world.rows, row)),
    ]);
    return [step, ...kept, ...left];
  });
  const most = together(world.rows.slice(-mostEmptied).map((row) => reset(world.me, row, { preserveOrder: 'true' })));
  return { ...scenarioOf(world, []), steps: [...steps, most], watched: [world.me] };
}

/** Permanent deletions of so many messages, written by both sides, beside others that have to stay. */
export const deletions = ({ budget }: Extent): readonly Scenario[] =>
  inParts(sizes[budget].deleted, 4).map((some, part) => {
    const kinds = ['group', 'user', ...some.map(() => 'user' as const)] as const;
    const world = worldOf(kinds, { messages: 2, company: some.length + 1 });
    const steps = some.flatMap((size, at) => {
      const row = pick(world.rows, at + 2);
      const forGood = { preserveOrder: pick(flags, part + at), deleteMessagesPermanently: 'true' } as const;
      const both = [reset(world.me, row, forGood), theirReset(world, row, forGood)];
      return [
        ...news(world, row, size - 2, pick(lengths, part + at)),
        pick(both, at),
        ...[answer(world, row), send(row.id, pick(world.rows, 0))],
        pick(both, at + 1),
        send(world.me, row),
      ];
    });
    return scenarioOf(world, steps);
  });

/** One conversation again and again, each time after more messages, which for the others are all still there. */
export const repetitions = ({ budget, seed }: Extent): readonly Scenario[] =>
  sizes[budget].between.map((counts, index) => {
    const world = worldOf([pick(['user', 'group'], seed + index), 'user', 'group'], { from: 'others' });
    const [row, other] = [pick(world.rows, 0), pick(world.rows, 1)];
    const steps = counts.flatMap((count, at): readonly Step[] => [
      ...news(world, row, count),
      ...(at % 8 === 0 ? [answer(world, other)] : []),
      reset(world.me, row, { preserveOrder: pick(flags, at) }),
    ]);
    return scenarioOf(world, steps);
  });

/** More messages, by both sides. */
const news = (world: World, row: Peer, count: number, length: Pick<Send, 'length'> = {}): readonly Step[] => [
  ...several({ ...answer(world, row), ...length }, Math.ceil(count / 2)),
  ...several({ ...send(world.me, row), ...length }, Math.floor(count / 2)),
];

/** Groups of so many, reset by the acting user and by the last member; in a large one some of the others look. */
export const groupSizes = ({ budget }: Extent): readonly Scenario[] =>
  sizes[budget].members.map((size, index) => {
    const world = worldOf(['user', 'group']);
    const { me, rows } = world;
    const [peer, group] = [pick(rows, 0), pick(rows, 1)];
    const others = times(size - 1, (at) => `j-member${at}`);
    const last = others.at(-1) ?? me;
    const keeps = pick(['false', 'true'] as const, index);
    return {
      users: [me, peer.id, ...others],
      watched: [me, peer.id, ...others.filter((uid, at) => isMark(at + 1) || uid === last)],
      groups: [{ id: group.id, members: [me, ...others] }],
      steps: [
        ...[send(peer.id, toUser(me)), send(me, group), send(last, group), send(me, peer)],
        reset(me, group, { preserveOrder: keeps }),
        send(last, group),
        reset(last, group, { preserveOrder: keeps }),
        send(me, group),
        reset(me, group, { preserveOrder: keeps === 'true' ? 'absent' : 'true' }),
      ],
    };
  });
