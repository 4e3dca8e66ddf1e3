import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { runSelfTest } from '../cli/self-test.ts';

const directory = temporaryFolder();

// What it says of the servers is what CI and `npm run full` run.
it('should stop when it is asked to, say so, and write what it has', { timeout: 60_000 }, async () => {
  const path = join(directory, 'matrix.json');
  expect(await runSelfTest({ budget: 'quick', reports: [path], signal: AbortSignal.abort() })).toBe(3);
  const report = JSON.parse(await readFile(path, 'utf8'));
  const stopped = `stopped after 0 of ${report.planned} runs`;
  expect(report).toMatchObject({ kind: 'self-test', outcomes: [], stopped });
});
