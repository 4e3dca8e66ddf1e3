import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { fuzzCases } from './fuzz-case.ts';

// Built by `pretest`. `npm run full` sends many more, with a seed of its own.
const host = new URL('../../dist/mock-server/fuzz/host.js', import.meta.url);

it('should survive 2,000 hostile requests among 300 idle connections', { timeout: 60_000 }, async () => {
  if (!existsSync(host)) throw new Error('run "npm run build" first: this test starts the compiled program');
  const { requests, statuses, parts, findings } = await fuzz({
    ...{ host: host.href, seed: 1, requests: 2000, idle: 300, parts: 2 },
  });
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(2000);
  expect(parts.at(-1)?.routed).toBeGreaterThanOrEqual(requests / 2);
  expect((parts[1]?.heap ?? 0) - (parts[0]?.heap ?? 0)).toBeLessThan(8);
  // It really was told what it sent: that is, both what it can do and what it cannot.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '408', '413']));
});

it('should send the same for the same seed, and something else for another', () => {
  expect(fuzzCases(1, 200)).toEqual(fuzzCases(1, 200));
  expect(fuzzCases(1, 200)).not.toEqual(fuzzCases(2, 200));
});

it('should never name those who are to notice nothing', () => {
  expect(fuzzCases(1, 2000).filter(({ bytes }) => bytes.includes('quiet-'))).toEqual([]);
});
