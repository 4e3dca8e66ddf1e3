import type { Budget } from '../report/document.ts';
import { flags, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, scenarioOf, send, type World, worldOf } from './world.ts';

/** Where something may be counted in a byte, a page or a batch. */
const marks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 32, 33, 64, 65, 100, 101, 128] as const;
const upTo = (most: number): readonly number[] => marks.filter((mark) => mark <= most);

const lengths: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [3],
  quick: [10],
  default: [2, 3, 5, 17],
  thorough: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 32, 33, 64, 65, 104, 129, 230],
};
/** How long a list grows on which a reset is tried at each mark. */
const growsTo: Readonly<Record<Budget, number>> = { smoke: 0, quick: 0, default: 104, thorough: 230 };

/** Longer than this, a list is looked into where pages meet, at its ends and in the middle. */
const wholly = 33;
/** In so few places one user may be the only one that is not the first. */
const short = 5;

/** A reset with preserveOrder at every place of lists of several lengths, then some that need not keep it. */
export function places({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  const fixed = lengths[budget].map((length, round) => {
    const isLong = length > wholly;
    const world = worldOf(mixed(length, round), { from: isLong ? 'others' : 'both' });
    const all = world.rows.map((_, index) => index);
    const rows = isLong ? all.filter((row) => isMark(row) || isMark(length - row)) : all;
    // What becomes of the others is for other scenarios.
    return { ...scenarioOf(world, atPlaces(world, rows, { forms, seed })), watched: [world.me] };
  });
  return growsTo[budget] === 0 ? fixed : [...fixed, growing(growsTo[budget], forms)];
}

/** A list that is made longer, with resets in its middle and near both ends at each mark. */
function growing(length: number, forms: Extent['profile']['forms']): Scenario {
  const world = worldOf(mixed(length, 1), { from: 'others' });
  // The oldest but one, which comes back on top when it has left.
  let low = 1;
  const steps = world.begin.flatMap((step, at): readonly Step[] => {
    const count = at + 1;
    if (count < 3 || !(isMark(count) || count === length)) return [step];
    const resetAt = (row: number, preserveOrder: 'true' | 'false'): Step =>
      reset(world.me, pick(world.rows, row), {
        preserveOrder,
        deleteMessagesPermanently: pick(flags, row),
        form: pick(forms, row),
      });
    const kept = [Math.floor(count / 2), low].map((row) => resetAt(row, 'true'));
    // Who left comes back, so that the list is as long as before. In a short list both would be near the middle.
    const left = (count > 10 ? [count - 2, low++] : [count - 2]).flatMap((row) => [
      resetAt(row, 'false'),
      answer(world, pick(world.rows, row)),
    ]);
    return [step, ...kept, ...left];
  });
  return { ...scenarioOf(world, []), steps, watched: [world.me] };
}

const isMark = (count: number): boolean => (marks as readonly number[]).includes(count);

function atPlaces(
  world: World,
  rows: readonly number[],
  { forms, seed }: { readonly forms: Extent['profile']['forms']; readonly seed: number },
): readonly Step[] {
  const at = (row: number): Peer => pick(world.rows, row);
  const isShort = rows.length <= short;
  // Users are every second row: of any two of them, one is deleted for good, and in a short list both are.
  const kept = rows.flatMap((row, index) => {
    const deletion = pick(['true', 'true', 'false', 'absent'] as const, index + seed);
    const both = index % 4 === 0 ? (['true', 'false'] as const) : (['false', 'true'] as const);
    const deletions = isShort && at(row).kind === 'user' ? both : [deletion];
    return deletions.map((deleteMessagesPermanently) =>
      reset(world.me, at(row), { preserveOrder: 'true', deleteMessagesPermanently, form: pick(forms, index) }),
    );
  });
  // Some a second time: after a message has come, and with nothing left to hide.
  const returned = rows
    .slice(isShort ? -1 : -2)
    .flatMap((row): readonly Step[] => [
      answer(world, at(row)),
      answer(world, at(row + 1)),
      reset(world.me, at(row), { preserveOrder: 'true', form: pick(forms, row + 1) }),
    ]);
  // A message has moved all of them by one, so that a place has a user now where it had a group.
  const moved = (isShort ? [] : rows.slice(-5, -1)).map((row, index) =>
    reset(world.me, at(row), { preserveOrder: 'true', form: pick(forms, index + 1) }),
  );
  const freed = rows
    .filter((_, index) => index % 3 === 1)
    .map((row, index) =>
      reset(world.me, at(row), {
        preserveOrder: pick(['false', 'absent'], index),
        deleteMessagesPermanently: pick(flags, index + 1),
        form: pick(forms, index + 1),
      }),
    );
  return [...kept, ...returned, ...moved, ...freed];
}

const deleted: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [],
  quick: [34],
  default: [...upTo(128)],
  thorough: [...upTo(128), 510, 1_010],
};
const hidden: Readonly<Record<Budget, number>> = { smoke: 0, quick: 5, default: 128, thorough: 128 };

/** Both kinds of deletion of so many messages, written by both sides, beside others that have to stay. */
export function histories({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  const sizes = deleted[budget];
  const perWorld = 4;
  const permanently = Array.from({ length: Math.ceil(sizes.length / perWorld) }, (_, index) => {
    const some = sizes.slice(index * perWorld, (index + 1) * perWorld);
    const kinds = ['group', 'user', ...some.map(() => 'user' as const)] as const;
    const world = worldOf(kinds, { messages: 2, company: some.length + 1 });
    const { me, rows } = world;
    return scenarioOf(
      world,
      some.flatMap((size, at): readonly Step[] => {
        const row = pick(rows, at + 2);
        const [mine, theirs] = [reset(me, row), reset(row.id, toUser(me))].map((one) => ({
          ...one,
          form: pick(forms, index + at + seed),
          preserveOrder: pick(['true', 'false', 'absent'] as const, index + at),
          deleteMessagesPermanently: 'true' as const,
        }));
        const [first, second] = at % 2 === 0 ? [mine, theirs] : [theirs, mine];
        return [
          ...grown(world, row, size - 2),
          first as Step,
          send(row.id, toUser(me)),
          send(row.id, pick(rows, 0)),
          second as Step,
          send(me, row),
        ];
      }),
    );
  });
  const some = upTo(hidden[budget]);
  const kinds: readonly Peer['kind'][] = budget === 'quick' ? [pick(['user', 'group'], seed)] : ['user', 'group'];
  return some.length === 0 ? permanently : [...permanently, ...kinds.map(counted)];

  /** Reset whenever so many messages have been sent, which for the others are all still there. */
  function counted(kind: Peer['kind']): Scenario {
    const world = worldOf([kind, 'user', 'group'], { messages: 1, from: 'others' });
    const row = pick(world.rows, 0);
    const steps = some
      .slice(1)
      .flatMap((mark, at): readonly Step[] => [
        ...grown(world, row, mark - (some[at] ?? 0)),
        ...(at % 2 === 0 ? [answer(world, pick(world.rows, 1))] : []),
        reset(world.me, row, { preserveOrder: pick(['false', 'true', 'absent'], at), form: pick(forms, at + seed) }),
      ]);
    return scenarioOf(world, steps);
  }
}

/** More messages, by both sides. */
function grown(world: World, row: Peer, count: number): readonly Step[] {
  if (count <= 0) return [];
  const others = { ...answer(world, row), times: Math.ceil(count / 2) };
  return count === 1 ? [others] : [others, { ...send(world.me, row), times: Math.floor(count / 2) }];
}

const resets: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [],
  quick: [],
  default: [66, 18],
  thorough: [130, 66],
};

/** One conversation of one user, again and again. */
export const repetitions = ({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] =>
  resets[budget].map((count, index) => {
    const world = worldOf([pick(['user', 'group'], index), 'user', 'group'], { from: 'others' });
    const row = pick(world.rows, 0);
    const steps = Array.from({ length: count }, (_, at): readonly Step[] => [
      reset(world.me, row, { preserveOrder: pick(['false', 'true', 'absent'], at), form: pick(forms, at + seed) }),
      answer(world, row),
    ]);
    return scenarioOf(world, steps.flat());
  });

const members: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [],
  quick: [1],
  default: [1, 2, 9, 18, 34],
  thorough: [1, 2, 9, 17, 18, 33, 34, 66, 102],
};

/** Groups of so many, reset by the acting user and by the last member. */
export const groupSizes = ({ budget }: Extent): readonly Scenario[] =>
  members[budget].map((size, index) => {
    const me = 'm-actor';
    const others = Array.from({ length: size - 1 }, (_, at) => `j-member${at}`);
    const [last = me] = others.slice(-1);
    const peer = toUser('a-peer');
    const row = { kind: 'group', id: 'g-group' } as const;
    const keeps = pick(['false', 'true'] as const, index);
    return {
      users: [me, peer.id, ...others],
      groups: [{ id: row.id, members: [me, ...others] }],
      steps: [
        send(peer.id, toUser(me)),
        send(me, row),
        send(last, row),
        send(me, peer),
        reset(me, row, { preserveOrder: keeps }),
        send(last, row),
        reset(last, row, { preserveOrder: keeps }),
        send(me, row),
        reset(me, row, { preserveOrder: keeps === 'true' ? 'absent' : 'true' }),
      ],
    };
  });
