import type { Budget } from '../report/document.ts';
import { flags, type Scenario, type Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, scenarioOf, type World, worldOf } from './world.ts';

const lengths: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [4],
  quick: [3, 8],
  default: [2, 3, 5, 9, 16, 33],
  thorough: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 32, 33, 64, 65],
};

/** Longer than the usual page: only where pages meet, at the ends and in the middle. */
const long: Readonly<Record<Budget, readonly number[]>> = {
  smoke: [],
  quick: [],
  default: [104],
  thorough: [104, 129, 230],
};

/** A reset with preserveOrder at every place of lists of several lengths, then some that need not keep it. */
export function everyPlace(kind: Peer['kind'], { budget, profile, seed }: Extent): readonly Scenario[] {
  const shift = kind === 'user' ? 0 : 1;
  const walks = lengths[budget].map((length) => {
    const world = worldOf(mixed(length, shift), { from: 'both' });
    const places = world.rows.map((_, index) => index);
    return { ...scenarioOf(world, stepsAt(world, places, { forms: profile.forms, seed })), ...own(world) };
  });
  const longWalks = long[budget].map((length) => {
    const world = worldOf(
      Array.from({ length }, () => kind),
      { from: 'others' },
    );
    return {
      ...scenarioOf(world, stepsAt(world, whereTheyMeet(length), { forms: profile.forms, seed })),
      ...own(world),
    };
  });
  return [...walks, ...longWalks];
}

/** What becomes of the others is for other scenarios. */
const own = ({ me }: World) => ({ watched: [me] });

const whereTheyMeet = (length: number): readonly number[] =>
  [
    0,
    7,
    8,
    15,
    16,
    19,
    20,
    24,
    25,
    29,
    30,
    31,
    32,
    33,
    49,
    50,
    63,
    64,
    65,
    99,
    100,
    101,
    127,
    128,
    length - 2,
    length - 1,
  ]
    // Rows are named in the order in which they began, which is mostly the reverse of the list.
    .map((place) => length - 1 - place)
    .filter((row, index, all) => row >= 0 && all.indexOf(row) === index);

function stepsAt(
  world: World,
  rows: readonly number[],
  { forms, seed }: { readonly forms: Extent['profile']['forms']; readonly seed: number },
): readonly Step[] {
  const at = (row: number): Peer => pick(world.rows, row);
  const kept = rows.map((row, turn) =>
    reset(world.me, at(row), {
      preserveOrder: 'true',
      deleteMessagesPermanently: pick(flags, turn + rows.length + seed),
      form: pick(forms, turn),
    }),
  );
  // Some a second time: with nothing left to hide, and after a message has come.
  const again = rows.slice(0, 2).map((row) => reset(world.me, at(row), { preserveOrder: 'true' }));
  const returned = rows
    .slice(-2)
    .flatMap((row): readonly Step[] => [
      answer(world, at(row)),
      reset(world.me, at(row), { preserveOrder: 'true', deleteMessagesPermanently: pick(flags, row) }),
    ]);
  const freed = rows
    .filter((_, index) => index % 3 === 1)
    .map((row, turn) =>
      reset(world.me, at(row), {
        preserveOrder: pick(['false', 'absent'], turn),
        deleteMessagesPermanently: pick(flags, turn + 1),
        form: pick(forms, turn + 1),
      }),
    );
  return [...kept, ...again, ...returned, ...freed];
}
