import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { writeReport } from './write-report.ts';

const directory = temporaryFolder();

test.each([
  ['report.json', '{\n  "schemaVersion": 1'],
  ['report.xml', '<?xml version="1.0"'],
  ['report.HTML', '<!doctype html>'],
  ['report.md', '# ✅ Conforms'],
])('%s is written in the form of its ending', async (name, beginning) => {
  await writeReport(sampleReports.conforms, join(directory, name));
  expect((await readFile(join(directory, name), 'utf8')).slice(0, beginning.length)).toBe(beginning);
});

test('another ending is refused with the ones that are known', async () => {
  const refused = 'report.txt has none of the endings that name a form of report: .json, .xml (JUnit), .html and .md.';
  await expect(writeReport(sampleReports.conforms, 'report.txt')).rejects.toThrow(refused);
});
