import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { typicalCase } from '../cases/arbitrary-case.ts';
import type { Case, Reset, Step } from '../cases/case.ts';
import { shrinkCase } from './shrink.ts';

const reset = (change: Partial<Reset> = {}): Reset => ({
  do: 'reset',
  by: 'protagonist',
  row: 2,
  preserveOrder: 'true',
  permanently: 'true',
  form: 1,
  wire: 'plain',
  ...change,
});

const large: Case = {
  names: 'prefix',
  ids: 77,
  rows: Array.from({ length: 8 }, (_, index) => ({
    kind: index % 2 === 0 ? 'group' : 'user',
    messages: 3,
    from: 'both',
  })),
  steps: [
    { do: 'send', row: 4, from: 'other' },
    { do: 'pause' },
    reset({ wire: 'spaced' }),
    { do: 'together', acts: [reset(), { do: 'send', row: 1, from: 'protagonist' }] },
    reset({ preserveOrder: 'false' }),
    reset({ wire: 'chunked', row: 3 }),
  ],
};

const isReset = (step: Step): step is Reset => step.do === 'reset';

/** Shrinks, and counts what was tried; none of it may be taken for smaller unless it fails. */
async function shrink(fails: (scene: Case) => boolean, limitMs = 5_000) {
  const tried: Case[] = [];
  const shrunk = await shrinkCase(
    large,
    async (scene) => {
      tried.push(scene);
      return fails(scene);
    },
    limitMs,
  );
  return { ...shrunk, tried };
}

test('a case shrinks to what its failure needs', async () => {
  const { smallest } = await shrink(
    ({ rows, steps }) => rows.length >= 2 && steps.some((step) => isReset(step) && step.wire === 'chunked'),
  );
  expect(smallest.rows).toEqual([
    { kind: 'user', messages: 1, from: 'both' },
    { kind: 'user', messages: 1, from: 'both' },
  ]);
  expect(smallest.steps).toEqual([
    { ...reset({ wire: 'chunked', row: 0, form: 0 }), preserveOrder: 'false', permanently: 'false' },
  ]);
  expect(smallest).toMatchObject({ names: 'plain', ids: 0 });
});

test('a failure that needs a group, an order and two steps keeps them', async () => {
  const { smallest } = await shrink(
    ({ rows, steps }) =>
      rows.some(({ kind, messages }) => kind === 'group' && messages > 1) &&
      steps.findIndex((step) => step.do === 'send') < steps.findIndex(isReset) &&
      steps.some((step) => step.do === 'send'),
  );
  expect(smallest.rows).toEqual([{ kind: 'group', messages: 2, from: 'both' }]);
  expect(smallest.steps.map((step) => step.do)).toEqual(['send', 'reset']);
});

test('rows and steps that need each other go together', async () => {
  const { smallest } = await shrink(({ rows, steps }) =>
    rows.length === 1 ? steps.length === 1 : rows.length + steps.length === 14,
  );
  expect([smallest.rows.length, smallest.steps.length]).toEqual([1, 1]);
});

test('shrinking slips to no case that does not fail', async () => {
  await fc.assert(
    fc.asyncProperty(typicalCase, fc.nat({ max: 20 }), async (scene, rule) => {
      const fails = ({ rows, steps, ids }: Case): boolean => (rows.length * 3 + steps.length + ids) % 7 === rule % 7;
      fc.pre(fails(scene));
      const { smallest } = await shrinkCase(scene, async (candidate) => fails(candidate), 1_000);
      expect(fails(smallest)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a case of which nothing smaller fails stays as it is', async () => {
  const whole = JSON.stringify(large);
  const { smallest, outOfTime } = await shrink((scene) => JSON.stringify(scene) === whole);
  expect(smallest).toEqual(large);
  expect(outOfTime).toBe(false);
});

test('when the time is over, the smallest so far is what is told', async () => {
  const begun = performance.now();
  const tried: Case[] = [];
  const { smallest, outOfTime } = await shrinkCase(
    large,
    (scene) => {
      tried.push(scene);
      return new Promise((resolve) => setTimeout(() => resolve(scene.rows.length >= 3), 10));
    },
    60,
  );
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(smallest.rows.length).toBe(3);
  expect(outOfTime).toBe(true);
  expect(tried.length).toBeLessThan(40);
});

test('a limit of nothing tries nothing', async () => {
  const { smallest, outOfTime, tried } = await shrink(() => true, 0);
  expect(smallest).toEqual(large);
  expect(outOfTime).toBe(true);
  expect(tried).toEqual([]);
});
