import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { runSelfTest } from '../cli/self-test.ts';
import { selfTest } from './self-test.ts';
import { isComplete, isRight, outcomesOf } from './self-test-report.ts';

const directory = temporaryFolder();

// `--self-test`, which CI runs, has more of them.
it('should catch a fault by its name, and get right what is known of the controls', {
  timeout: 120_000,
}, async () => {
  const seen: number[] = [];
  const report = await selfTest({
    mode: 'quick',
    named: ['status-204', '404-to-everything', 'success-to-everything'],
    onProgress: ({ done }) => seen.push(done),
  });
  expect(report.outcomes.filter((outcome) => !isRight(outcome))).toEqual([]);
  const reached = expect.any(Number);
  expect(outcomesOf(report, 'first')).toMatchObject([{ subject: { name: 'status-204' }, reached }]);
  const controls = outcomesOf(report, 'control').map(({ subject, verdict }) => [subject.name, verdict]);
  expect(Object.fromEntries(controls)).toEqual({
    '404-to-everything': expect.not.stringMatching('conforms'),
    'success-to-everything': expect.not.stringMatching('conforms'),
  });
  expect({ isComplete: isComplete(report), seen }).toEqual({ isComplete: true, seen: [1, 2, 3] });
});

it('should stop when it is asked to, say so, and write what it has', { timeout: 60_000 }, async () => {
  const path = join(directory, 'matrix.json');
  expect(await runSelfTest({ mode: 'quick', reports: [path], signal: AbortSignal.abort() })).toBe(3);
  const report = JSON.parse(await readFile(path, 'utf8'));
  expect(report).toMatchObject({
    kind: 'self-test',
    outcomes: [],
    stopped: `stopped after 0 of ${report.planned} runs`,
  });
});
