import { expect, it } from 'vitest';
import { jsonText } from '../fixtures/printable.ts';
import { replay } from './replay.ts';
import type { Report } from './report/document.ts';
import { readReport } from './report/read-report.ts';
import { connectTo } from './self-test/handle.ts';
import { isReset, keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import { serverNamed } from './self-test/servers.ts';
import type { Connect } from './target/http-client.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

// That each fault of the catalogues is caught, and by which requirement, is what the self-test runs.

const patience = { timeout: 120_000 };

const inMemory = { baseUrl: 'http://memory/v3', ...keys, seed: 21, budget: 'quick', settleMs: 5 } as const;

const onBroken = (fault: string): VerifyOptions => ({
  ...inMemory,
  connect: connectTo(serverNamed(fault).start(1).handle),
});

const failed = ({ requirements }: Report) => requirements.filter(({ outcome }) => outcome === 'fail');

/** The report as a file keeps it. */
function reread(report: Report): Report {
  const read = readReport(jsonText(report), 'report.json');
  return read.ok ? read.value : expect.fail(read.refusal);
}

it.each([
  [
    // It also shows beside requests sent at once, other spellings, deletions and odd ids.
    'user-order-lost-for-ids-with-marks',
    'user-order-kept',
    /^The reset of \S+ by \S+, with preserveOrder true.*, was done: \S+ has left the list of \S+\.$/,
  ],
  [
    'path-acts-for-nobody',
    'no-acting-user-refused',
    /^A reset (without|with an empty) onBehalfOf was answered 200 (and done|as if it were right)\.$/,
  ],
])(
  'should with the fault %s be one violation, of %s, as short as can be, and come back in a replay',
  patience,
  async (fault, id, diagnosis) => {
    const report = await verify(onBroken(fault));
    expect(report.verdict).toBe('violates');
    expect(failed(report)).toMatchObject([{ id, counterexample: { reproduced: { times: 3, of: 3 } } }]);
    const shown = failed(report)[0]?.counterexample ?? expect.fail();
    expect(shown.diagnosis).toMatch(diagnosis);
    expect(shown.also, 'what is merely unusual is no violation').not.toContain('keeps-to-its-behaviour');
    expect(shown.scenario.steps.length).toBeLessThanOrEqual(3);
    expect(shown.steps.filter(({ phase }) => phase === 'act')).toHaveLength(1);
    expect(shown.steps.filter(({ curl }) => !curl.startsWith('curl '))).toEqual([]);

    const again = await replay(reread(report), onBroken(fault));
    expect(again).toMatchObject({ verdict: 'violates', replayed: true });
    expect(failed(again)).toMatchObject([{ id, counterexample: { scenario: shown.scenario } }]);
  },
);

it.each([
  ['look-alikes-apart', 'what names the failure'],
  ['nothing-doubled-or-lost', 'what finds it'],
])('should report what is wrong where a run was asked for %s alone: %s', patience, async (id) => {
  const report = await verify({ ...onBroken('users-with-one-beginning'), budget: 'default', only: [id] });
  expect([report.verdict, ...failed(report).map((row) => row.id)]).toEqual(['violates', 'look-alikes-apart']);
});

it('should cost half as much again at most where a target does wrong', patience, async () => {
  /** Answers every so many resets in a way of its own, and does nothing then. */
  const wrongAtTimes = (every: number, status?: number): Connect => {
    let resets = 0;
    const wrap: Wrap = (healthy) => (state, request) => {
      const handled = healthy(state, request);
      if (!isReset(request) || ++resets % every > 0) return handled;
      return { state, reply: status === undefined ? handled.reply : { status, body: '{}' } };
    };
    return mockInMemory({ wrap }).connect;
  };
  // The other names of that take long to be ruled out.
  const { connect: wrongAlways = expect.fail() } = onBroken('chunked-body-refused-with-effect');
  const costOf = async (connect: Connect, seed: number = inMemory.seed): Promise<number> =>
    (await verify({ ...inMemory, seed, concurrency: 1, connect })).requests;
  const healthy = await costOf(mockInMemory().connect);
  const broken = await Promise.all([costOf(wrongAtTimes(10)), costOf(wrongAtTimes(3, 500)), costOf(wrongAlways, 1)]);
  expect(broken.map((cost) => cost / healthy).filter((ratio) => ratio < 1.1 || ratio > 1.5)).toEqual([]);
});
