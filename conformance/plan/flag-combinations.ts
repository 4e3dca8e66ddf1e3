import { flags, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, type Settings, scenarioOf, send, worldOf } from './world.ts';

/**
 * Every combination of the flags, each absent, false and true, in the accepted forms: of a conversation that is full,
 * that was reset before, to which a message has returned, from the other side or of one's own, and by the other side.
 */
export function flagCombinations(kind: Peer['kind'], extent: Extent): readonly Scenario[] {
  const { budget, profile, seed } = extent;
  const forms = kind === 'group' ? (['path-actor'] as const) : profile.forms;
  const combined = combinations(kind);
  if (budget === 'smoke')
    return [
      walk(
        kind,
        combined.filter((_, index) => index % 4 === 0).map((one) => ({ ...one, form: pick(forms, 0) })),
        0,
      ),
    ];
  if (budget === 'quick')
    return [
      walk(
        kind,
        combined.map((one, index) => ({ ...one, form: pick(forms, index + seed) })),
        seed,
      ),
    ];
  const rounds = budget === 'default' ? 1 : 3;
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    forms.map((form, index) =>
      walk(
        kind,
        combined.map((one) => ({ ...one, form })),
        seed + index + round,
      ),
    ),
  );
}

const combinations = (kind: Peer['kind']): readonly Settings[] =>
  flags.flatMap((preserveOrder) =>
    kind === 'group'
      ? [{ preserveOrder }]
      : flags.map((deleteMessagesPermanently) => ({ preserveOrder, deleteMessagesPermanently })),
  );

function walk(kind: Peer['kind'], settings: readonly Settings[], shift: number): Scenario {
  const other = kind === 'user' ? 'group' : 'user';
  const world = worldOf([kind, other, kind, kind, other], { messages: 2, ...(kind === 'group' ? { company: 2 } : {}) });
  const rows = world.rows.filter((row) => row.kind === kind);
  const steps = settings.flatMap((one, index): readonly Step[] => {
    const row = pick(rows, index + shift);
    const { me } = world;
    const again = pick(settings, index + 2);
    const theirs: readonly Step[] =
      row.kind === 'user'
        ? [reset(row.id, toUser(me), again), send(me, row)]
        : [reset('k-mate', row, again), answer(world, row)];
    return [
      ...(index < rows.length ? [] : [index % 2 === 0 ? answer(world, row) : send(me, row)]),
      reset(me, row, one),
      ...(index % 3 === 1 ? [reset(me, row, again)] : []),
      ...(index % 4 === 2 ? theirs : []),
    ];
  });
  // At last by the other side alone: what it does shows to the acting user when nobody has written since.
  const others = rows.slice(0, 2).flatMap((row, index) => {
    const again = pick(settings, index + shift);
    return row.kind === 'user' ? [reset(row.id, toUser(world.me), again)] : [reset('k-mate', row, again)];
  });
  return scenarioOf(world, [...steps, ...others]);
}
