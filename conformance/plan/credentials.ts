import {
  type ActorDefect,
  flags,
  type KeyDefect,
  keyDefects,
  type Operation,
  type Scenario,
} from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { mixed, pick, reset, scenarioOf, worldOf } from './world.ts';

/** Credentials that are missing, wrong, or both at once, with every combination of the flags, on both kinds. */
export function credentialScenarios(
  askedKeys: readonly KeyDefect[],
  askedActors: readonly ActorDefect[],
  { budget, profile, seed }: Extent,
): readonly Scenario[] {
  // In the small budgets one world serves all of them.
  const isSmall = budget === 'smoke' || budget === 'quick';
  const keys = isSmall ? keyDefects : askedKeys;
  const actors: readonly ActorDefect[] = isSmall ? ['absent', 'empty'] : askedActors;
  const rounds = { smoke: 1, quick: 1, default: 2, thorough: 6 }[budget];
  return Array.from({ length: rounds }, (_, round) => {
    const world = worldOf(mixed(4, round), { messages: 2 });
    const defects = [
      ...keys.map((apikey) => ({ apikey })),
      ...actors.map((onBehalfOf) => ({ onBehalfOf })),
      ...(round === 0 ? [] : keys.slice(0, 1).map((apikey) => ({ apikey, onBehalfOf: 'absent' as const }))),
    ];
    const bad = defects.flatMap((defect, index) =>
      combinations(budget === 'smoke' ? 2 : budget === 'quick' ? 5 : 9).map(
        (one, turn): Operation =>
          reset(world.me, pick(world.rows, turn + index + round), {
            ...one,
            ...defect,
            form: pick(profile.forms, turn + index + seed),
          }),
      ),
    );
    // In between and at the end a right one, which shows that it would have worked, and looks at what came before.
    const right = world.rows.map((row, index) => reset(world.me, row, { preserveOrder: pick(flags, index + 2) }));
    const middle = Math.floor(bad.length / 2);
    return scenarioOf(world, [...bad.slice(0, middle), ...right.slice(0, 1), ...bad.slice(middle), ...right.slice(1)]);
  });
}

const combinations = (most: number) =>
  flags
    .flatMap((preserveOrder) =>
      flags.map((deleteMessagesPermanently) => ({ preserveOrder, deleteMessagesPermanently })),
    )
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, most);

/** What shows most comes first. */
const weight = ({ preserveOrder, deleteMessagesPermanently }: Record<string, string>): number =>
  (preserveOrder === 'false' ? 2 : preserveOrder === 'absent' ? 1 : 0) + (deleteMessagesPermanently === 'true' ? 2 : 0);
