import type { Budget } from '../report/document.ts';
import { type Flag, flags } from '../scenario/choices.ts';
import { latestFirst, toGroup } from '../scenario/conversations.ts';
import type { Scenario, Send, Step } from '../scenario/scenario.ts';
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
  /** How long lists grow on which resets are tried at each mark, from where the one before ends. */
  readonly growing: readonly number[];
  /** How many messages are deleted for good. */
  readonly deleted: readonly number[];
  /** How many messages come between the resets of one conversation. */
  readonly between: readonly (readonly number[])[];
  /** How often both sides reset a conversation, each time after a message. */
  readonly byBoth: readonly number[];
  /** Messages of which nobody has hidden any before. */
  readonly hidden: readonly number[];
  /** Members of groups. */
  readonly members: readonly number[];
}

/** Texts as they mostly are, and longer than what a column, a preview or a page may hold. */
const lengths: readonly Pick<Send, 'length'>[] = [{ length: 256 }, { length: 1_001 }, { length: 4_097 }, {}];

/** From one mark to the next. */
const toMarks = marks.slice(1).map((mark, at) => mark - pick(marks, at));
const ones = (count: number): readonly number[] => times(count, () => 1);

const sizes: Readonly<Record<Budget, Sizes>> = {
  smoke: { lists: [3], growing: [], deleted: [], between: [], byBoth: [], hidden: [], members: [3] },
  quick: { lists: [10], growing: [], deleted: [18], between: [], byBoth: [], hidden: [], members: [1] },
  default: {
    lists: [2, 3, 5, 17],
    // Two lists, as the longest scenario decides how long a remote target takes.
    growing: [33, 104],
    deleted: [1, 2, 3, 4, 8, 16, 17, 32, 33, 64, 65, 100, 101, 128],
    between: [toMarks, toMarks, ones(66)],
    byBoth: [34],
    hidden: [8, 16, 17, 32, 33, 64, 65, 100, 101, 128],
    members: [1, 2, 9, 17, 33, 65, 102],
  },
  thorough: {
    lists: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 32, 33, 64, 65, 104, 129, 230],
    growing: [33, 230],
    deleted: [...marks, 510, 1_010],
    between: [toMarks, toMarks, ones(130), ones(66)],
    byBoth: [66],
    hidden: [8, 16, 17, 32, 33, 64, 65, 100, 101, 128, 510],
    members: [1, 2, 9, 18, 34, 66, 102, 130],
  },
};

/** Longer than this, a list is looked into where pages meet, at its ends and in the middle. */
const wholly = 33;

/** A reset with preserveOrder at every place of lists of several lengths, then some that need not keep it. */
export function places({ budget, seed }: Extent): readonly Scenario[] {
  const { lists, growing } = sizes[budget];
  const fixed = lists.map((length, round) => {
    const isLong = length > wholly;
    const world = worldOf(mixed(length, round), { from: isLong ? 'others' : 'both' });
    const rows = world.rows.filter((_, row) => !isLong || isMark(row) || isMark(length - row));
    // What becomes of the others is for other scenarios.
    return { ...scenarioOf(world, atPlaces(world, rows)), watched: [world.me] };
  });
  return [...fixed, ...growing.map((length, at) => grown(growing[at - 1] ?? 3, length, seed))];
}

function atPlaces(world: World, rows: readonly Peer[]): readonly Step[] {
  // Some a second time: after a message has come, and with nothing left to hide.
  const returned = [...rows.slice(-2), pick(world.rows, 0)].flatMap((row) => [answer(world, row), keep(world, row)]);
  // The last message has moved the others by one, so that a place has a user now where it had a group.
  const moved = rows.slice(1, -2).map((row) => keep(world, row));
  const freed = freeEach(
    world,
    rows.filter((_, index) => index % 3 === 1),
  );
  return [...keepEach(world, rows), ...returned, ...moved, ...freed];
}

const keep = ({ me }: World, row: Peer, deleteMessagesPermanently: Flag = 'false') =>
  reset(me, row, { preserveOrder: 'true', deleteMessagesPermanently });

/** Those of users for good and not. */
const keepEach = (world: World, rows: readonly Peer[]): readonly Step[] =>
  rows.flatMap((row, at) => {
    const deletions = at % 4 < 2 ? (['true', 'absent'] as const) : (['false', 'true'] as const);
    return row.kind === 'user' ? deletions.map((deletion) => keep(world, row, deletion)) : [keep(world, row)];
  });

/** The last one first, so that all stand where they were. */
const freeEach = ({ me }: World, rows: readonly Peer[]): readonly Step[] =>
  rows
    .toReversed()
    .map((row, at) => reset(me, row, { ...flagsAt(at + 1), preserveOrder: pick(['absent', 'false'], at) }));

/** Places in a list, from 0, beyond some: at marks, and about halfway between each two of them one that the seed moves. */
const placesIn = (from: number, length: number, seed: number): readonly number[] =>
  marks
    .filter((mark) => mark > 9 && mark >= from && mark < length)
    .flatMap((mark, at, all) => {
      const gap = (all[at + 1] ?? length) - mark - 1;
      return gap < 2 ? [mark - 1] : [mark - 1, mark + ((Math.floor(gap / 2) + Math.abs(seed)) % gap)];
    });

/** So many of one user's conversations are empty at once. */
const mostEmptied = 64;

/** A list that is made longer, with resets in its middle and near both ends at each mark, at last of most of it. */
function grown(from: number, length: number, seed: number): Scenario {
  const world = worldOf(mixed(length, 1), { from: 'others' });
  // The oldest but one, which comes back on top when it has left.
  let low = 1;
  const steps = world.begin.flatMap((step, at): readonly Step[] => {
    const count = at + 1;
    if (count < from || !(isMark(count) || count === length)) return [step];
    const resetAt = (row: number, preserveOrder: 'true' | 'false') =>
      reset(world.me, pick(world.rows, row), { preserveOrder, deleteMessagesPermanently: pick(flags, row) });
    const kept = [Math.floor(count / 2), low].map((row) => resetAt(row, 'true'));
    // Who left comes back, so that the list is as long as before. In a short list both would be near the middle.
    const left = (count > 10 ? [count - 2, low++] : [count - 2]).flatMap((row) => [
      resetAt(row, 'false'),
      answer(world, pick(world.rows, row)),
    ]);
    return [step, ...kept, ...left];
  });
  const listed = latestFirst({ ...world, steps }, world.me);
  const last = pick(listed, -1);
  const far = (rows: readonly Peer[]) => placesIn(from, length, seed).map((place) => pick(rows, place));
  // A message moves the others by one, so that a place has a user where it had a group.
  const moved = far([last, ...listed.slice(0, -1)]);
  const atFar = [
    // The other sides first, each of whom leaves this list alone.
    ...far(listed).map((row, at) => theirReset(world, row, { preserveOrder: pick(flags, at) })),
    ...keepEach(world, far(listed)),
    answer(world, last),
    ...keepEach(world, moved),
    ...freeEach(world, moved),
  ];
  const most = together(world.rows.slice(-mostEmptied).map((row) => reset(world.me, row, { preserveOrder: 'true' })));
  return { ...scenarioOf(world, []), steps: [...steps, ...atFar, most], watched: [world.me] };
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

/** One conversation again and again, each time after more messages. */
export const repetitions = ({ budget, seed }: Extent): readonly Scenario[] => [
  // For the others all messages are still there.
  ...sizes[budget].between.map((counts, index) => repeated(pick(kinds, seed + index), counts)),
  ...sizes[budget].byBoth.flatMap((count) => kinds.map((kind) => repeated(kind, ones(count), true))),
];

const kinds = ['user', 'group'] as const;

function repeated(kind: Peer['kind'], counts: readonly number[], isByBoth = false): Scenario {
  const world = worldOf([kind, 'user', 'group'], { from: 'others' });
  const [row, other] = [pick(world.rows, 0), pick(world.rows, 1)];
  // However many messages follow, none of those comes back.
  const forGood = row.kind === 'user' ? [reset(world.me, row, { deleteMessagesPermanently: 'true' })] : [];
  const steps = counts.flatMap((count, at): readonly Step[] => [
    ...news(world, row, count),
    ...(at % 8 === 0 ? [answer(world, other)] : []),
    reset(world.me, row, isByBoth ? flagsAt(at) : { preserveOrder: pick(flags, at) }),
    ...(isByBoth ? [theirReset(world, row, { preserveOrder: pick(flags, at) })] : []),
  ]);
  return scenarioOf(world, [...forGood, ...steps]);
}

/** More messages, by both sides. */
const news = (world: World, row: Peer, count: number, length: Pick<Send, 'length'> = {}): readonly Step[] => [
  ...several({ ...answer(world, row), ...length }, Math.ceil(count / 2)),
  ...several({ ...send(world.me, row), ...length }, Math.floor(count / 2)),
];

/**
 * Groups of so many, each reset by the acting user and by its last member. The small ones are among the large ones, where
 * some of the others observe.
 */
export function groupSizes({ budget }: Extent): readonly Scenario[] {
  const { members } = sizes[budget];
  const world = worldOf(['user']);
  const { me } = world;
  const others = times(Math.max(...members) - 1, (at) => `j-member${String(at).padStart(3, '0')}`);
  const lastOf = (size: number): string => others[size - 2] ?? me;
  const groups = members.map((size) => ({ id: `g-group${size}`, members: [me, ...others.slice(0, size - 1)] }));
  const steps = members.flatMap((size, index): readonly Step[] => {
    const group = toGroup(`g-group${size}`);
    const last = lastOf(size);
    const keeps = pick(['false', 'true'] as const, index);
    return [
      ...[send(me, group), send(last, group)],
      reset(me, group, { preserveOrder: keeps }),
      send(last, group),
      reset(last, group, { preserveOrder: keeps }),
      send(me, group),
      reset(me, group, { preserveOrder: keeps === 'true' ? 'absent' : 'true' }),
    ];
  });
  const atLast = world.rows.map((row) => send(me, row));
  const scenario = scenarioOf({ ...world, users: [...world.users, ...others], groups }, [...steps, ...atLast]);
  return [{ ...scenario, watched: [...new Set([...world.users, ...members.map(lastOf)])] }];
}

/**
 * A group whose messages become more, and at each mark another member who hides them all; then a pair, where the acting
 * user hides fewer than the other side.
 */
export function histories({ budget, seed }: Extent): readonly Scenario[] {
  const { hidden } = sizes[budget];
  if (hidden.length === 0) return [];
  const world = worldOf(['group', 'user', 'user'], { company: hidden.length, messages: 2 });
  const { me } = world;
  const [group, peer] = [pick(world.rows, 0), pick(world.rows, 1)];
  const members = world.groups.flatMap((one) => one.members).filter((uid) => uid !== me);
  const ofGroup = hidden.flatMap((mark, at): readonly Step[] => [
    ...news(world, group, mark - (hidden[at - 1] ?? 2)),
    reset(pick(members, at), group, { preserveOrder: pick(flags, at + seed) }),
  ]);
  const [half = 0, whole = 0] = [hidden.at(-3), hidden.at(-1)];
  const ofPair = [
    ...news(world, peer, half - 2),
    reset(me, peer, { preserveOrder: pick(flags, seed) }),
    ...news(world, peer, whole - half),
    theirReset(world, peer, { preserveOrder: pick(flags, seed + 1) }),
    send(me, peer),
  ];
  return [scenarioOf(world, [...ofGroup, answer(world, group), ...ofPair])];
}
