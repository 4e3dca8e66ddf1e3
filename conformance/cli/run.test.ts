import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { jsonText } from '../../fixtures/printable.ts';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { runOptions } from '../testing/run-options.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { exitCode, gather } from './run.ts';

const directory = temporaryFolder();
beforeAll(() => writeFile(join(directory, 'passed.json'), jsonText(sampleReports.conforms)));

test.each([
  ['--report', 'none/r.json', 'none/r.json cannot be written: there is no directory '],
  ['--replay', 'passed.json', 'passed.json holds no counterexample'],
  ['--known-failures', 'none.yaml', 'none.yaml: there is no such file.'],
  ['--driver', 'none.mjs', 'none.mjs cannot be loaded: there is no such file.'],
])('%s %j is refused in one sentence, and nothing is written', async (option, file, sentence) => {
  const before = await readdir(directory);
  const gathering = gather(runOptions([option, join(directory, file)]));
  await expect(gathering).rejects.toMatchObject({ sentences: [expect.stringContaining(sentence)] });
  expect(await readdir(directory)).toEqual(before);
});

test.each([
  ['conforms', 0, 3],
  ['violates', 1, 1],
  ['incomplete', 3, 3],
  ['not-run', 2, 2],
] as const)('%s exits with %i, and with %i where a report could not be written', (verdict, written, unwritten) => {
  expect([exitCode(verdict, true), exitCode(verdict, false)]).toEqual([written, unwritten]);
});
