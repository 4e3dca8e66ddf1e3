import { beforeAll, describe, expect, it } from 'vitest';
import { replay } from './replay.ts';
import type { Counterexample, Report } from './report/document.ts';
import { jsonText } from './report/printable.ts';
import { readReport } from './report/read-report.ts';
import { connectTo } from './self-test/handle.ts';
import { keys } from './self-test/mock-targets.ts';
import { serverNamed } from './self-test/servers.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

interface Faulty {
  readonly fault: string;
  readonly requirement: string;
  readonly diagnosis: RegExp;
  /** `smoke` when left out. */
  readonly budget?: 'smoke' | 'quick';
}

const hasLeft = (middle = '') =>
  new RegExp(
    `^The reset of \\S+ by \\S+, with preserveOrder true${middle}, was done: \\S+ has left the list of \\S+\\.$`,
  );

/** Faults of the catalogue, and what has to be said of them. */
const faults: readonly Faulty[] = [
  { fault: 'group-order-ignored', requirement: 'group-order-kept', diagnosis: hasLeft() },
  {
    fault: 'path-acts-for-nobody',
    requirement: 'no-acting-user-refused',
    diagnosis: /^A reset (without|with an empty) onBehalfOf was answered 200 (and done|as if it were right)\.$/,
    // A run at `smoke` does not ask who acts where nobody does.
    budget: 'quick',
  },
  // What also shows beside requests sent at once, other spellings, deletions and odd ids is one violation.
  {
    fault: 'user-order-lost-for-ids-with-marks',
    requirement: 'user-order-kept',
    diagnosis: hasLeft('.*'),
    budget: 'quick',
  },
  {
    fault: 'names-nobody',
    requirement: 'message-names-acting-user',
    diagnosis: /was answered with data\.message: .*; expected is a text that names \S+\.$/,
  },
  {
    fault: 'explicit-false-deletes',
    requirement: 'false-deletes-none-for-others',
    diagnosis: /^The reset of user:(\S+) by .*: 1 message can no longer be read by \1 in user:\S+\.$/,
  },
];

const options = { baseUrl: 'http://memory/v3', ...keys, seed: 21, budget: 'smoke', settleMs: 5 } as const;

function onBroken({ fault, budget = 'smoke' }: Pick<Faulty, 'fault' | 'budget'>): VerifyOptions {
  const { handle } = serverNamed(fault).start(1);
  return { ...options, budget, connect: connectTo(handle) };
}

const counterexampleOf = ({ requirements }: Report, wanted: string): Counterexample | undefined =>
  requirements.find(({ id }) => id === wanted)?.counterexample;

const failed = ({ requirements }: Report) => requirements.filter(({ outcome }) => outcome === 'fail');

describe('an implementation that is broken', () => {
  let reports: ReadonlyMap<Faulty, Report>;
  beforeAll(async () => {
    const runs = faults.map(async (one) => [one, await verify(onBroken(one))] as const);
    reports = new Map(await Promise.all(runs));
  }, 120_000);
  const reportOf = (one: Faulty): Report => reports.get(one) ?? expect.fail('it was not tested');

  it.each(faults)('should violate $requirement, and nothing else, where the fault is $fault', (one) => {
    const report = reportOf(one);
    expect(report.verdict).toBe('violates');
    expect(failed(report).map(({ id }) => id)).toEqual([one.requirement]);

    const shown = counterexampleOf(report, one.requirement);
    expect(shown?.reproduced).toEqual({ times: 3, of: 3 });
    expect(shown?.also, 'what is merely unusual is no violation').not.toContain('keeps-to-its-behaviour');
    expect(shown?.diagnosis).toMatch(one.diagnosis);
    expect(shown?.scenario.steps.length).toBeLessThanOrEqual(3);
    expect(shown?.steps.filter(({ phase }) => phase === 'act')).toHaveLength(1);
    expect(shown?.steps.filter(({ curl }) => !curl.startsWith('curl '))).toEqual([]);
  });

  it.each(faults)('should violate $requirement again in a replay', async (one) => {
    const again = await replay(reread(reportOf(one)), onBroken(one));
    expect(again).toMatchObject({ verdict: 'violates', replayed: true });
    const { scenario } = counterexampleOf(reportOf(one), one.requirement) ?? {};
    expect(counterexampleOf(again, one.requirement)).toMatchObject({ scenario });
  });
});

/** The report as a file keeps it. */
function reread(report: Report): Report {
  const read = readReport(jsonText(report), 'report.json');
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}

describe('a run of some requirements', () => {
  it.each([
    ['look-alikes-apart', 'what names the failure'],
    ['nothing-doubled-or-lost', 'what finds it'],
  ])('should report what is wrong where it was asked for %s: %s', async (id) => {
    const report = await verify({
      ...onBroken({ fault: 'users-with-one-beginning', budget: 'quick' }),
      budget: 'default',
      only: [id],
    });
    expect([report.verdict, ...failed(report).map((row) => row.id)]).toEqual(['violates', 'look-alikes-apart']);
  });
});
