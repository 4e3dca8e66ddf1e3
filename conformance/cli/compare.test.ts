import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { jsonText } from '../report/printable.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { runCompare } from './compare.ts';
import { unlessRefused } from './output.ts';

const directory = temporaryFolder();
const at = (name: string): string => join(directory, name);

for (const name of ['conforms', 'violates', 'replayed', 'notRun'] as const) {
  writeFileSync(at(`${name}.json`), jsonText(sampleReports[name]));
}
writeFileSync(at('other.json'), '{}');
const [conforms, violates] = [at('conforms.json'), at('violates.json')];

const compared = (...args: readonly string[]) => unlessRefused(() => runCompare(args));

let [out, err] = ['', ''];
beforeEach(() => {
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done: () => void) => {
    out += text;
    done();
    return true;
  }) as typeof process.stdout.write);
  vi.spyOn(console, 'error').mockImplementation((text) => {
    err += text;
  });
});
afterEach(() => vi.restoreAllMocks());

test('reports that differ are compared with 0, and with 1 where a change is to fail', async () => {
  expect(await compared(conforms, violates)).toBe(0);
  expect(out).toContain('2 reports compared. They differ in 4 requirements and 1 axis.\n');
  expect(out).toContain('  success-true: fulfilled (reference); violated (late <server>)\n');
  expect(await compared(conforms, violates, '--fail-on-change')).toBe(1);
});

test('reports that do not differ never fail', async () => {
  expect(await compared(violates, violates, '--fail-on-change')).toBe(0);
  expect(out).toMatch(/^2 reports compared\. Nothing that was measured differs\.\n/);
});

test('where nothing was measured in common, nobody says that nothing has changed', async () => {
  expect(await compared(conforms, at('notRun.json'))).toBe(0);
  expect(await compared(conforms, at('notRun.json'), '--fail-on-change')).toBe(2);
  expect(err).toBe('The reports have measured nothing in common.');
});

test('every form is written, and the JSON one holds the reproductions', async () => {
  const files = ['c.html', 'c.md', 'c.json'].map(at);
  expect(await compared(conforms, violates, ...files.flatMap((file) => ['--report', file]))).toBe(0);
  const [page = '', markdown = '', json = ''] = files.map((file) => readFileSync(file, 'utf8'));
  expect(page).toMatch(/^<!doctype html>/);
  expect(markdown).toMatch(/^# 2 reports compared\n/);
  const { requirements } = JSON.parse(json) as {
    requirements: { id: string; results: { counterexample?: object }[] }[];
  };
  const moved = requirements.find(({ id }) => id === 'group-order-kept');
  expect(moved?.results[1]?.counterexample).toMatchObject({ reproduced: { times: 3, of: 3 } });
});

test.each([
  [[conforms], 'compare needs two JSON reports at least'],
  [
    [conforms, violates, '--report', 'c.xml'],
    'c.xml has none of the endings that name a form of report: .html, .md or .json.',
  ],
  [[conforms, violates, '--report', conforms], 'is compared, so nothing can be written to it.'],
  [[conforms, violates, '--fail-on-chance'], 'Unknown option --fail-on-chance; did you mean --fail-on-change?'],
  [[conforms, at('missing.json')], 'missing.json: there is no such file.'],
  [[conforms, at('other.json')], 'other.json is no report of this suite: it has no schemaVersion.'],
  [[conforms, at('replayed.json')], 'replayed.json is of a run that only repeated violations'],
  [[conforms, violates, '--report', at('none/c.md')], 'cannot be written: there is no directory'],
])('what cannot be done ends with 2 and a sentence: %#', async (args, sentence) => {
  expect(await compared(...args)).toBe(2);
  expect(err).toContain(sentence);
});
