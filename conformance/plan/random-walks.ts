import fc from 'fast-check';
import type { Profile } from '../profile/profile.ts';
import { flags, type Scenario, type Step, toUser } from '../scenario/scenario.ts';
import { answer, pick, reset, scenarioOf, send, worldOf } from './world.ts';

interface Walk {
  readonly kinds: readonly ('user' | 'group')[];
  readonly messages: number;
  readonly from: 'both' | 'others' | 'me';
  readonly choices: readonly Choice[];
}

interface Choice {
  readonly what: 'reset' | 'other side' | 'answer' | 'own message';
  readonly row: number;
  readonly preserveOrder: (typeof flags)[number];
  readonly deleteMessagesPermanently: (typeof flags)[number];
  readonly form: number;
}

const flag = fc.constantFrom(...flags);

const walks: fc.Arbitrary<Walk> = fc.record({
  kinds: fc.array(fc.constantFrom('user', 'group'), { minLength: 2, maxLength: 8, size: 'max' }),
  messages: fc.integer({ min: 1, max: 4 }),
  from: fc.constantFrom('both', 'others', 'me'),
  choices: fc.array(
    fc.record({
      what: fc.constantFrom('reset', 'reset', 'reset', 'other side', 'answer', 'own message'),
      row: fc.nat({ max: 7 }),
      preserveOrder: flag,
      deleteMessagesPermanently: flag,
      form: fc.nat({ max: 2 }),
    }),
    { minLength: 68, maxLength: 96, size: 'max' },
  ),
});

/** Walks drawn at random, decided by the seed; every choice stands in the scenario. */
export function randomWalks({
  profile: { forms },
  seed,
  count,
}: {
  readonly profile: Profile;
  readonly seed: number;
  readonly count: number;
}): readonly Scenario[] {
  return fc.sample(walks, { seed, numRuns: count }).map(({ kinds, messages, from, choices }) => {
    const world = worldOf(kinds, { messages, from });
    const stepFor = ({ what, row: at, form, ...settings }: Choice): Step => {
      const row = pick(world.rows, at);
      const full = { ...settings, form: pick(forms, form) };
      if (what === 'answer') return answer(world, row);
      if (what === 'own message') return send(world.me, row);
      if (what === 'reset') return reset(world.me, row, full);
      return row.kind === 'user' ? reset(row.id, toUser(world.me), full) : reset('k-mate', row, full);
    };
    return scenarioOf(world, choices.map(stepFor));
  });
}
