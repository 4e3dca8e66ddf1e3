import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSelfTest } from './run-self-test.ts';
import { selfTest } from './self-test.ts';

// `--self-test`, which CI runs, has more of them.
it('should catch a fault by its name, and get right what is known of the controls', {
  timeout: 120_000,
}, async () => {
  const seen: number[] = [];
  const { survivors, first, faults, controls, complete } = await selfTest({
    mode: 'quick',
    named: ['user-order-ignored', 'deviation-that-changes-nothing', '404-to-everything', 'success-to-everything'],
    pool: { threads: 1, jobsEach: 4 },
    onProgress: ({ done }) => seen.push(done),
  });
  expect({ survivors, complete, seen }).toEqual({ survivors: [], complete: true, seen: [1, 2, 3, 4] });
  expect(first).toMatchObject({ runs: 1, caught: 1 });
  expect(faults.map(({ name }) => name)).toEqual(['user-order-ignored']);
  const verdicts = Object.fromEntries(controls.map(({ name, verdicts: [verdict] }) => [name, verdict]));
  expect(verdicts).toEqual({
    'deviation-that-changes-nothing': 'conforms',
    '404-to-everything': expect.not.stringMatching('conforms'),
    'success-to-everything': expect.not.stringMatching('conforms'),
  });
});

it('should stop when it is told to, say so, and write what it has', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'self-test-'));
  const path = join(directory, 'matrix.json');
  try {
    const { exitCode, text } = await runSelfTest({ mode: 'quick', reports: [path], signal: AbortSignal.abort() });
    expect(exitCode).toBe(3);
    expect(text).toContain('Not finished');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ kind: 'self-test', complete: false });
  } finally {
    await rm(directory, { recursive: true });
  }
});
