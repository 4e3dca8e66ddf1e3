import { expect, it } from 'vitest';
import { fuzzInputs } from './fuzz-input.ts';
import { fuzz } from './fuzz-mock.ts';

// `npm run full` sends many more, with a seed of its own, which the title says.
const few = 2000;
const asked = Number(process.env['FUZZ_REQUESTS'] ?? few);
const seed = Number(process.env['FUZZ_SEED'] ?? (asked > few ? Math.floor(Math.random() * 2 ** 20) : 1));
const [idle, parts] = asked > few ? [2000, 10] : [300, 2];

it(`should survive ${asked} hostile requests among idle connections, seed ${seed}`, {
  timeout: 60_000 + 10 * asked,
}, async () => {
  const { requests, routed, statuses, heap, findings } = await fuzz(seed, asked, idle, parts);
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(asked);
  expect(routed).toBeGreaterThanOrEqual(requests / 2);
  expect((heap.at(-1) ?? 0) - (heap[0] ?? 0)).toBeLessThan(8);
  // It really got what was sent: both what it can do and what it cannot.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '408', '413']));
});

it('should send the same for the same seed, something else for another, and never name who is to notice nothing', () => {
  const inputs = fuzzInputs(1, 2000);
  expect(fuzzInputs(1, 2000)).toEqual(inputs);
  expect(fuzzInputs(2, 2000)).not.toEqual(inputs);
  expect(inputs.filter(({ bytes }) => bytes.includes('quiet-'))).toEqual([]);
});
