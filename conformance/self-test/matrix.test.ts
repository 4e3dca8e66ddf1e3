import { describe, expect, it } from 'vitest';
import type { BrokenOutcome, Outcome, PermittedOutcome } from './job.ts';
import { matrixHtml } from './matrix-html.ts';
import { matrixText } from './matrix-text.ts';
import { listedServers, type PermittedServer } from './permitted-servers.ts';
import { summarise } from './summarise.ts';

const [server] = listedServers() as readonly [PermittedServer];

const broken = (change: Partial<BrokenOutcome> = {}): BrokenOutcome => ({
  kind: 'broken',
  fault: 'user-order-ignored',
  requirement: 'user-order-kept',
  over: 'mock',
  seed: 1,
  verdict: 'violates',
  reached: 3,
  caughtBy: ['user-order-kept'],
  requests: 500,
  durationMs: 900,
  ...change,
});

const permitted = (change: Partial<PermittedOutcome> = {}): PermittedOutcome => ({
  kind: 'permitted',
  server,
  seed: 1,
  verdict: 'conforms',
  alarms: [],
  reason: undefined,
  axes: 13,
  differences: [],
  requests: 6000,
  durationMs: 2000,
  ...change,
});

const report = (...outcomes: readonly Outcome[]) =>
  summarise(outcomes, {
    mode: 'quick',
    seed: 1,
    seeds: [1],
    durationMs: 4200,
    planned: outcomes.length,
    stopped: undefined,
  });

const clean = report(
  broken(),
  broken({
    fault: 'names-nobody',
    requirement: 'message-names-acting-user',
    caughtBy: ['message-names-acting-user'],
    requests: 700,
  }),
  permitted(),
);
const poor = report(
  broken({ caughtBy: ['group-order-kept'] }),
  broken({ caughtBy: [], verdict: 'conforms', seed: 2 }),
  broken({ reached: 0, seed: 3 }),
  permitted({
    verdict: 'violates',
    alarms: [{ requirement: 'status-200', summary: 'expected <status> 200' }],
    differences: [{ axis: 'nonMember', found: 'accepted', is: 'rejected' }],
  }),
);

describe('the summary', () => {
  it('should be complete when every fault was caught by its name and nobody was accused', () => {
    expect(clean).toMatchObject({
      complete: true,
      sensitivity: { runs: 2, caught: 2, caughtByAnother: 0, survived: 0, unreached: 0 },
      specificity: { runs: 1, conforming: 1, servers: 1 },
      axes: { found: 13, of: 13 },
      medianRequests: 700,
      survivors: [],
      falseAlarms: [],
    });
  });

  it('should not take an unreached fault, or one caught by another requirement, for caught', () => {
    expect(poor.complete).toBe(false);
    expect(poor.sensitivity).toEqual({ runs: 3, caught: 0, caughtByAnother: 1, survived: 1, unreached: 1 });
    expect(poor.survivors.map(({ seed }) => seed)).toEqual([1, 2]);
    expect(poor.unreached.map(({ seed }) => seed)).toEqual([3]);
    expect(poor.axes).toEqual({ found: 12, of: 13 });
    expect(poor.falseAlarms).toHaveLength(1);
  });

  it('should not be complete when it was stopped', () => {
    const facts = {
      mode: 'full',
      seed: 1,
      seeds: [1],
      durationMs: 1,
      planned: 9,
      stopped: 'stopped after 1 of 9 runs',
    } as const;
    expect(summarise([broken()], facts)).toMatchObject({ complete: false, stopped: facts.stopped });
  });
});

describe('the matrix on the terminal', () => {
  it('should fit into 80 columns', () => {
    for (const each of [clean, poor]) {
      const lines = matrixText(each, { colour: false }).split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it('should say the figures and how to have them again', () => {
    const text = matrixText(clean, { colour: false });
    expect(text).toContain('2 of 2 (100 %) of the broken caught by name');
    expect(text).toContain('--self-test --seed 1');
    expect(text).toContain('Every broken server was caught');
  });

  it('should name every survivor and every false alarm', () => {
    const text = matrixText(poor, { colour: false });
    expect(text).toContain('user-order-ignored (mock, seed 2)');
    expect(text).toContain('caught by group-order-kept');
    expect(text).toContain('nonMember is rejected, and was found to be accepted');
    expect(text).toContain('0 of 3 (0 %)');
  });

  it('should never round up to all', () => {
    const many = report(...Array.from({ length: 2000 }, () => broken()), broken({ caughtBy: [] }));
    expect(matrixText(many, { colour: false })).toContain('2,000 of 2,001 (99.9 %)');
  });
});

describe('the matrix as a page', () => {
  it('should be whole, safe and without anything from elsewhere', () => {
    const page = matrixHtml(poor);
    expect(page).toContain('expected &lt;status&gt; 200');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|https?:\/\//);
    expect(page).toContain('class="missed"');
  });
});
