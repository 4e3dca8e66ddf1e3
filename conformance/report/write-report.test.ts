import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { endingProblem, reportEndings, writeReport } from './write-report.ts';

const directory = temporaryFolder();

test.each([
  ['report.json', '{\n  "schemaVersion": 1'],
  ['report.xml', '<?xml version="1.0"'],
  ['report.HTML', '<!doctype html>'],
  ['report.md', '# ✅ Conforms'],
])('%s is written in the form of its ending', async (name, beginning) => {
  const before = await readdir(directory);
  await writeReport(sampleReports.conforms, join(directory, name));
  expect(await readFile(join(directory, name), 'utf8')).toMatch(new RegExp(`^${beginning.replace(/[?{}]/g, '\\$&')}`));
  expect((await readdir(directory)).filter((file) => !before.includes(file))).toEqual([name]);
});

test('another ending is refused with the ones that are known', async () => {
  expect(endingProblem('report.txt', reportEndings)).toContain('report.txt has none of the endings');
  await expect(writeReport(sampleReports.conforms, 'report.txt')).rejects.toThrow('.json, .xml (JUnit), .html and .md');
});
