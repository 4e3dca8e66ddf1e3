import fc from 'fast-check';
import type { Budget } from '../report/document.ts';
import { flags } from '../scenario/choices.ts';
import type { Operation, Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, scenarioOf, send, theirReset, worldOf } from './world.ts';

const most: Readonly<Record<Budget, number>> = { smoke: 0, quick: 0, default: 5, thorough: 150 };

const world = fc
  .record({
    kinds: fc.array(fc.constantFrom('user', 'group'), { minLength: 2, maxLength: 8, size: 'max' }),
    messages: fc.integer({ min: 1, max: 4 }),
    from: fc.constantFrom('both', 'others', 'me'),
  })
  .map(({ kinds, ...options }) => worldOf(kinds, options));

const flag = fc.constantFrom(...flags);
const choice = fc.record({
  what: fc.constantFrom('reset', 'reset', 'reset', 'other side', 'answer', 'own message'),
  at: fc.nat({ max: 7 }),
  // Longer than a short column holds.
  length: fc.constantFrom({}, {}, { length: 256 }),
  settings: fc.record({ preserveOrder: flag, deleteMessagesPermanently: flag }),
});

const walks = fc
  .tuple(world, fc.array(choice, { minLength: 68, maxLength: 96, size: 'max' }))
  .map(([world, choices]): Scenario => {
    const steps = choices.map(({ what, at, settings, length }): Operation => {
      const row = pick(world.rows, at);
      if (what === 'answer') return { ...answer(world, row), ...length };
      if (what === 'own message') return { ...send(world.me, row), ...length };
      return what === 'reset' ? reset(world.me, row, settings) : theirReset(world, row, settings);
    });
    return scenarioOf(world, steps);
  });

/** What no dimension names: walks drawn at random, decided by the seed; every choice stands in the scenario. */
export const randomWalks = ({ budget, seed }: Pick<Extent, 'budget' | 'seed'>): readonly Scenario[] =>
  fc.sample(walks, { seed, numRuns: most[budget] });
