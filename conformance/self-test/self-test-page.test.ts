import { describe, expect, it } from 'vitest';
import { htmlText } from '../writers/html.ts';
import { terminalText } from '../writers/terminal.ts';
import type { Outcome } from './job.ts';
import { randomServer } from './permitted-servers.ts';
import { selfTestPage } from './self-test-page.ts';
import { isClean, isComplete, isRight, type SelfTestReport } from './self-test-report.ts';
import { permittedServer, type Server, serverNamed } from './servers.ts';

const outcome = ({ subject }: Server, change: Partial<Outcome> = {}): Outcome => ({
  subject,
  ...{ wire: false, seed: 1, budget: 'quick', verdict: 'conforms', reason: undefined, violated: [] },
  ...{ reached: undefined, axes: undefined, requests: 900, requestsToCatch: 500, durationMs: 900 },
  ...change,
});
const on = (name: string, change: Partial<Outcome> = {}) => outcome(serverNamed(name), change);
const by = (requirement: string): Partial<Outcome> => ({
  verdict: 'violates',
  violated: [{ requirement, diagnosis: 'expected <status> 200' }],
});
const broken = (change: Partial<Outcome> = {}, name = 'user-order-ignored') =>
  on(name, { ...by('user-order-kept'), reached: 3, ...change });
const permitted = (change: Partial<Outcome> = {}) =>
  outcome(permittedServer({ ...randomServer(1), over: 'mock' }), { axes: { of: 13, wrong: [] }, ...change });
const slow = (change: Partial<Outcome>) => on('answers-after-50-ms', change);

const report = (outcomes: readonly Outcome[], budget: SelfTestReport['budget'] = 'quick'): SelfTestReport => ({
  ...{ schemaVersion: 1, kind: 'self-test', budget, seed: 1, seeds: [1], durationMs: 4200, stopped: undefined },
  ...{ planned: outcomes.length, outcomes },
});

const clean = report([
  broken(),
  broken(by('message-names-acting-user'), 'names-nobody'),
  on('last-place-moves-first', { ...by('user-order-kept'), requestsToCatch: 100 }),
  on('permanent-flag-sticks', { ...by('status-200'), requestsToCatch: 300 }),
  permitted(),
  on('escaped-answers'),
  slow({ verdict: 'incomplete' }),
  on('fault-that-changes-nothing'),
  on('404-to-everything', { verdict: 'not-run' }),
]);
const poor = report([
  broken(by('group-order-kept')),
  broken({ violated: [], verdict: 'conforms', seed: 2 }),
  broken({ reached: 0, seed: 3 }),
  on('permanent-flag-sticks'),
  permitted({ axes: { of: 13, wrong: [{ axis: 'nonMember', found: 'accepted', is: 'rejected' }] } }),
]);

describe('what came of all runs', () => {
  it('should be complete when every fault was caught by its name and nobody was accused', () => {
    expect([isClean(clean), isComplete(clean)]).toEqual([true, true]);
    expect(poor.outcomes.map(isRight)).toEqual(poor.outcomes.map(() => false));
    const stopped = { ...clean, planned: 99, stopped: 'stopped after 1' };
    expect([isClean(stopped), isComplete(stopped)]).toEqual([true, false]);
  });

  it('should want 95 % of the second catalogue in the full self-test, and no figure of the few that the quick one draws', () => {
    const [caught, missed] = [on('last-place-moves-first', by('status-200')), on('permanent-flag-sticks')];
    const nineteen = Array.from({ length: 19 }, () => caught);
    expect(isClean(report([...nineteen, missed], 'default'))).toBe(true);
    expect(isClean(report([...nineteen, missed, missed], 'default'))).toBe(false);
    expect(isClean(report([missed], 'quick'))).toBe(true);
  });

  it.each([
    ['a slow server that is accused', slow(by('status-200'))],
    ['a slow server of which nothing was judged', slow({ verdict: 'not-run' })],
    ['an incomplete run on a fast one', on('escaped-answers', { verdict: 'incomplete' })],
    ['a control that conforms', on('404-to-everything')],
    ['an inert fault that does not', on('fault-that-changes-nothing', by('status-200'))],
  ])('should not be clean with %s', (_, one) => {
    expect(isClean(report([broken(), one]))).toBe(false);
  });
});

describe('what is read of it', () => {
  const textOf = (of: SelfTestReport) => terminalText(selfTestPage(of), { colour: false, verbose: false });
  const wordsOf = (of: SelfTestReport) => textOf(of).replaceAll(/\s+/g, ' ');

  it('should keep the figures apart, say of what they are rates, and how to have them again', () => {
    for (const words of [
      'first catalogue 2 of 2 (100 %) caught by the named requirement',
      'second catalogue 2 of 2 (100 %) caught by any requirement',
      '300 requests to the catch; 95th percentile 300',
      'slow 1 of 1 (100 %) not accused',
      'control 2 of 2 (100 %) judged as they have to be',
      'it is not the probability that a fault of yours is found',
    ])
      expect(wordsOf(clean)).toContain(words);
    expect(wordsOf({ ...clean, only: ['slow', 'second'] })).toContain(
      '--self-test --only slow,second --budget quick --seed 1',
    );
  });

  it('should name every survivor, every miss and every false alarm', () => {
    for (const words of [
      '(first, seed 1): judged: violates; group-order-kept: expected',
      '(first, seed 3): never given occasion to do wrong',
      'in 1 of 1 (100 %): permanent-flag-sticks (before)',
      'nonMember is rejected, and was found to be accepted',
      '0 of 3 (0 %)',
    ])
      expect(wordsOf(poor)).toContain(words);
    expect(htmlText(selfTestPage(poor))).toContain('user-order-ignored (missed 3 times)');
  });

  it('should give the middle of the requests to the catch, where 19 of 20 have caught, and never round up to all', () => {
    const runs = Array.from({ length: 100 }, (_, at) => broken({ requestsToCatch: at + 1 }));
    expect(wordsOf(report(runs))).toContain('51 requests to the catch; 95th percentile 96');
    const many = Array.from({ length: 2000 }, () => broken());
    expect(wordsOf(report([...many, broken({ violated: [] })]))).toContain('2,000 of 2,001 (99.9 %)');
  });
});
