import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { fuzzCase } from './fuzz-case.ts';

// Built by `pretest`. `npm run full` sends many more, with a seed of its own: `node dist/mock-server/fuzz/main.js`.
const host = fileURLToPath(new URL('../../dist/mock-server/fuzz/host.js', import.meta.url));

it('should survive 5,000 hostile requests among 1,000 idle connections', { timeout: 60_000 }, async () => {
  if (!existsSync(host)) throw new Error('run "npm run build" first: this test starts the compiled program');
  const report = await fuzz({ host, seed: 1, requests: 5000, idle: 1000, deadline: 10_000 });
  console.info(`${Math.round(report.reached * 100)} % of ${report.requests} requests reached the handler`);
  expect(report.findings).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(5000);
  expect(report.reached).toBeGreaterThanOrEqual(0.3);
  expect(report.grown).toBeLessThan(8);
  // It really was told what it sent: that is, both what it can do and what it cannot.
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '408', '413']));
});

it('should send the same for the same seed, and something else for another', () => {
  const cases = (seed: number) => Array.from({ length: 200 }, (_, number) => fuzzCase(seed, number, 'key'));
  expect(cases(1)).toEqual(cases(1));
  expect(cases(1)).not.toEqual(cases(2));
});

it('should never name those who are to notice nothing', () => {
  const texts = Array.from({ length: 2000 }, (_, number) => fuzzCase(1, number, 'key').bytes);
  expect(texts.filter((text) => text.includes('quiet-'))).toEqual([]);
});
