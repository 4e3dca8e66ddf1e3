import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleReports } from '../testing/sample-reports.ts';
import { endingProblem, reportEndings, writeReport } from './write-report.ts';
import { cannotWrite, writeWhole } from './write-whole.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(directory, { recursive: true }));

test.each([
  ['report.json', '{\n  "schemaVersion": 1'],
  ['report.xml', '<?xml version="1.0"'],
  ['report.HTML', '<!doctype html>'],
  ['report.md', '# ✅ Conforms'],
])('%s is written in the form of its ending', async (name, beginning) => {
  await writeReport(sampleReports.conforms, join(directory, name));
  expect(await readFile(join(directory, name), 'utf8')).toMatch(new RegExp(`^${beginning.replace(/[?{}]/g, '\\$&')}`));
  expect(await readdir(directory)).toEqual([name]);
});

test('another ending is refused with the ones that are known', async () => {
  expect(endingProblem('report.txt', reportEndings)).toContain('report.txt has none of the endings');
  await expect(writeReport(sampleReports.conforms, 'report.txt')).rejects.toThrow('.json, .xml (JUnit), .html or .md');
});

test('what cannot be replaced stays as it was, and nothing is left beside it', async () => {
  const path = join(directory, 'taken.json');
  await writeFile(path, 'before');
  await expect(writeWhole(join(path, 'inside.json'), 'x')).rejects.toThrow('ENOTDIR');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['taken.json']);
});

test('a link stays a link', async () => {
  await writeFile(join(directory, 'real.json'), 'before');
  await symlink(join(directory, 'real.json'), join(directory, 'link.json'));
  await writeWhole(join(directory, 'link.json'), 'after');
  expect(await readFile(join(directory, 'real.json'), 'utf8')).toBe('after');
});

test('that a directory is missing is known before anything is written', async () => {
  expect(await cannotWrite(join(directory, 'r.json'))).toBeUndefined();
  expect(await cannotWrite(join(directory, 'none', 'r.json'))).toContain(
    `there is no directory ${join(directory, 'none')}.`,
  );
  expect(await cannotWrite(directory)).toContain('it is a directory');
});
