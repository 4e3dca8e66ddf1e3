import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlessRefused } from '../../fixtures/command-line/output.ts';
import { jsonText } from '../../fixtures/printable.ts';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { runCompare } from './compare.ts';

const directory = temporaryFolder();
const at = (name: string): string => join(directory, name);

for (const name of ['conforms', 'violates', 'replayed', 'notRun'] as const) {
  writeFileSync(at(`${name}.json`), jsonText(sampleReports[name]));
}
writeFileSync(at('hostile.json'), jsonText({ ...sampleReports.conforms, verdict: '\u009b2J\u202e' }));
const [conforms, violates, notRun] = [at('conforms.json'), at('violates.json'), at('notRun.json')];

const compared = (...args: readonly string[]) => unlessRefused(() => runCompare(args));

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done: () => void) => {
    said += text;
    done();
    return true;
  }) as typeof process.stdout.write);
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said += text;
  });
});
afterEach(() => vi.restoreAllMocks());

test.each([
  [[conforms, violates], 0, '  success-true                   ✓ fulfilled  ✗ violated\n'],
  [[conforms, violates, '--fail-on-change'], 1, 'They differ in 4 requirements and 1 axis.\n'],
  [[violates, violates, '--fail-on-change'], 0, '2 reports compared. Nothing that was measured differs.\n'],
  [[conforms, conforms], 0, '2 reports compared. Nothing differs.\n'],
  [[conforms, notRun], 0, '2 reports compared. They have measured nothing in common.\n'],
  [[conforms, notRun, '--fail-on-change'], 2, 'The reports have measured nothing in common.'],
  [['--help'], 0, 'Usage: conversation-reset-conformance compare REPORT.json REPORT.json...'],
  [[conforms], 2, 'compare needs two JSON reports at least'],
  [[conforms, violates, '--report', 'c.xml'], 2, 'that name a form of report: .json, .html and .md.'],
  [[conforms, violates, '--report', conforms], 2, 'is compared, so nothing can be written to it.'],
  [
    [conforms, violates, '--report', relative(process.cwd(), conforms)],
    2,
    'is compared, so nothing can be written to it.',
  ],
  [[conforms, at('missing.json')], 2, 'missing.json: there is no such file.'],
  [[conforms, at('hostile.json')], 2, 'verdict cannot be "\\u009b2J\\u202e"'],
  [[conforms, at('replayed.json')], 2, 'replayed.json is of a run that only repeated violations'],
  [[conforms, violates, '--report', at('none/c.md')], 2, 'cannot be written: there is no directory'],
])('%j ends with %i, and says: %s', async (args, code, sentence) => {
  expect(await compared(...args)).toBe(code);
  expect(said).toContain(sentence);
});

test('more reports than a line has room for are compared all the same', async () => {
  expect(await compared(violates, ...Array<string>(99).fill(conforms))).toBe(0);
  expect(said).toContain('100 reports compared.');
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
