import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSelfTest } from '../cli/self-test.ts';
import { selfTest } from './self-test.ts';
import { isComplete, isRight, outcomesOf } from './self-test-report.ts';

const handful = ['user-order-ignored', 'status-201-for-groups', 'missing-key-accepted', 'own-messages-survive'];

it('should catch a handful of faults by their names', { timeout: 120_000 }, async () => {
  const seen: number[] = [];
  const report = await selfTest({
    mode: 'quick',
    named: handful,
    pool: { threads: 1, jobsEach: 2 },
    onProgress: ({ done }) => seen.push(done),
  });
  expect(report.outcomes.filter((outcome) => !isRight(outcome))).toEqual([]);
  expect(outcomesOf(report, 'first').map(({ subject }) => subject.name)).toEqual(handful.toSorted());
  expect(seen).toEqual([1, 2, 3, 4]);
});

it('should find what changes nothing to conform, and what answers everything alike not', {
  timeout: 120_000,
}, async () => {
  const report = await selfTest({ mode: 'quick', only: ['control'] });
  const verdicts = Object.fromEntries(
    outcomesOf(report, 'control').map(({ subject, verdict }) => [subject.name, verdict]),
  );
  expect(verdicts).toMatchObject({
    'fault-that-changes-nothing': 'conforms',
    'deviation-that-changes-nothing': 'conforms',
  });
  expect(verdicts['404-to-everything']).not.toBe('conforms');
  expect(verdicts['success-to-everything']).not.toBe('conforms');
  expect(isComplete(report)).toBe(true);
});

it('should stop when it is told to, say so, and write what it has', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'self-test-'));
  const path = join(directory, 'matrix.json');
  try {
    expect(await runSelfTest({ mode: 'quick', reports: [path], signal: AbortSignal.abort() })).toBe(3);
    const report = JSON.parse(await readFile(path, 'utf8'));
    expect(report).toMatchObject({
      kind: 'self-test',
      outcomes: [],
      stopped: `stopped after 0 of ${report.planned} runs`,
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});
