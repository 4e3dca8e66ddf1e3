import { expect, test } from 'vitest';
import type { Report } from '../report.ts';
import { sampleReports } from './sample-reports.ts';
import { withoutSecrets } from './without-secrets.ts';

const [failed] = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail');

test('a key that the target repeats is in no text of the report', () => {
  const key = 'pa"ss/wörd';
  if (failed?.counterexample === undefined) throw new Error('the sample has lost its violation');
  const { counterexample } = failed;
  const report: Report = {
    ...sampleReports.violates,
    notes: [`the key ${key}`, encodeURIComponent(key)],
    requirements: [
      {
        ...failed,
        counterexample: {
          ...counterexample,
          summary: `it said ${JSON.stringify({ key })}`,
          story: [{ phase: 'look', what: key, curl: key, answer: key }],
        },
      },
    ],
  };
  const text = JSON.stringify(withoutSecrets(report, [key]));
  expect(text).not.toMatch(/wörd|w%C3%B6rd/);
  expect(text).toContain('the key $API_KEY');
});

test('a key that is an ordinary word leaves the report readable', () => {
  const report = withoutSecrets(sampleReports.violates, ['user', 'plain', 'fail', 'removed']);
  expect(report.requirements.map(({ id, outcome }) => [id, outcome])).toEqual(
    sampleReports.violates.requirements.map(({ id, outcome }) => [id, outcome]),
  );
  expect(report.requirements.map(({ counterexample }) => counterexample?.case)).toEqual(
    sampleReports.violates.requirements.map(({ counterexample }) => counterexample?.case),
  );
  expect(report.behaviour).toEqual(sampleReports.violates.behaviour);
});
