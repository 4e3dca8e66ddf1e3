import { expect, test } from 'vitest';
import { jsonText } from '../../fixtures/printable.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import type { Report } from './document.ts';
import { readReport } from './read-report.ts';

type Json = Record<string, unknown>;

const written = jsonText(sampleReports.violates);
const changed = (change: (report: Json) => void): string => {
  const report = JSON.parse(written) as Json;
  change(report);
  return JSON.stringify(report);
};
const withManyNotes = changed((report) => (report['notes'] = Array(20_000).fill('')));
const refusalOf = (text: string): string => {
  const result = readReport(text, 'r.json');
  return result.ok ? '' : result.refusal;
};

test.each<[string, Report]>(Object.entries(sampleReports))('%s is read back as it was', (_name, report) => {
  expect(readReport(jsonText(report), 'r.json')).toEqual({ ok: true, value: report });
});

test('a report that a later version has added to is read', () => {
  const later = changed((report) => {
    report['laterField'] = { deep: [1] };
  });
  expect(readReport(later, 'r.json').ok).toBe(true);
});

test.each([
  ['', 'r.json is no JSON: '],
  ['[]', 'r.json is no report of this suite: it has no schemaVersion.'],
  ['{"schemaVersion":2}', 'r.json has schemaVersion 2; this version reads schemaVersion 1 only.'],
  [changed((report) => delete report['requirements']), 'r.json: Report needs requirements.'],
  [withManyNotes, 'r.json: notes must have 0 to 10000 entries, not 20000.'],
])('what cannot be relied on is refused with what is wrong: %.30s', (text, sentence) => {
  expect(refusalOf(text)).toContain(sentence);
  expect(refusalOf(text)).not.toContain('\n');
});

test.each([
  ['"verdict": "violates"', '"fails"', 'verdict cannot be "fails"; allowed are conforms, violates, incomplete and'],
  ['"of": "answer"', '"reply"', 'requirements[1].counterexample.comparison.of cannot be "reply"; allowed are list,'],
  ['"missingApiKey": 401', '1', 'behaviour.statuses.missingApiKey must be a whole number from 100 to 599'],
  ['"path-peer"', '"path-pear"', 'behaviour.addressing[1] cannot be "path-pear" (did'],
])('%s changed to %s is refused with place, value and remedy', (was, value, sentence) => {
  expect(refusalOf(written.replace(was, was.replace(/[^ ]+$/, value)))).toContain(`r.json: ${sentence}`);
});

test('a scenario that somebody has edited is checked, with its place in the report', () => {
  const edited = written.replace('"from": "peer-2"', '"from": "nobody"');
  const place = 'requirements[1].counterexample.scenario.steps[0]';
  expect(refusalOf(edited)).toBe(`r.json: ${place}: the scenario has no user nobody.`);
});
