import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { Place, type Problem } from '../../fixtures/problem.ts';
import { anyCase } from '../cases/arbitrary-case.ts';
import { jsonReport } from './json.ts';
import { readCase } from './read-case.ts';
import { readReport } from './read-report.ts';
import { sampleReports } from './sample-reports.ts';

const written = jsonReport(sampleReports.violates);
const changed = (change: (report: Record<string, unknown>) => void): string => {
  const report = JSON.parse(written);
  change(report);
  return JSON.stringify(report);
};

test('a report that was written is read as it was', () => {
  expect(readReport(written, 'r.json')).toEqual({ ok: true, value: sampleReports.violates });
  expect(readReport(`\uFEFF${written}`, 'r.json').ok).toBe(true);
});

test('what a later version added is borne', () => {
  const text = changed((report) => {
    report['novelty'] = { of: 'a later version' };
    report['requirements'] = [
      ...(report['requirements'] as unknown[]),
      { id: 'from-the-future', outcome: 'pass', exercised: 30 },
    ];
  });
  const read = readReport(text, 'r.json');
  expect(read.ok && read.value.requirements).toEqual(sampleReports.violates.requirements);
});

test.each([
  ['{', 'r.json is no JSON: '],
  ['[]', 'r.json is no report of this suite: it has no schemaVersion.'],
  ['{"schemaVersion":2}', 'r.json has schemaVersion 2; this version reads schemaVersion 1 only.'],
  [
    jsonReport(sampleReports.conforms),
    'r.json holds no counterexample, so there is nothing to repeat; its verdict is "conforms".',
  ],
  [changed((report) => delete report['requirements']), 'r.json: requirements must be a list, not nothing.'],
  [
    written.replace('"id": "success-true"', '"id": "sucess-true"'),
    'r.json: requirements[4].id: this version has no requirement "sucess-true"',
  ],
  [
    written.replace('"from": "both"', '"from": "nobody"'),
    'r.json: requirements[4].counterexample.case.rows[1].from cannot be "nobody" (did you mean nobody-else?); allowed are both, other, protagonist and nobody-else.',
  ],
  [
    written.replace('"messages": 2', '"messages": 1000000000'),
    'messages must be a whole number from 1 to 5000, not 1000000000.',
  ],
  [
    changed((report) => {
      for (const { counterexample } of report['requirements'] as { counterexample?: { case: { rows: unknown[] } } }[]) {
        if (counterexample !== undefined) counterexample.case.rows = [];
      }
    }),
    'a case with steps needs rows.',
  ],
])('what cannot be repeated says why: %.40s', (text, sentence) => {
  const read = readReport(text, 'r.json');
  expect(read.ok ? '' : read.refusal).toContain(sentence);
  expect(read.ok ? '' : read.refusal).not.toContain('\n');
});

test('every case that a run can make is read back from its report', () => {
  fc.assert(
    fc.property(anyCase, (scene) => {
      const problems: Problem[] = [];
      expect(readCase(new Place(problems), JSON.parse(JSON.stringify(scene)))).toEqual(scene);
      expect(problems).toEqual([]);
    }),
  );
});
