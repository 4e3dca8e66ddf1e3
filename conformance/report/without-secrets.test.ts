import { expect, test } from 'vitest';
import { sampleReports } from '../testing/sample-reports.ts';
import type { Report } from './document.ts';
import { withoutSecrets } from './without-secrets.ts';

const [failed] = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail');

const named = (key: string) => ({ key, name: '$API_KEY' });

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
          diagnosis: `it said ${JSON.stringify({ key })}`,
          steps: [{ phase: 'look', what: key, curl: key, answer: key }],
        },
      },
    ],
  };
  const text = JSON.stringify(withoutSecrets(report, [named(key)]));
  expect(text).not.toMatch(/wörd|w%C3%B6rd/);
  expect(text).toContain('the key $API_KEY');
});

test('a key that is an ordinary word leaves the report readable', () => {
  const report = withoutSecrets(sampleReports.violates, ['user', 'plain', 'fail', 'removed'].map(named));
  expect(report.requirements.map(({ id, outcome }) => [id, outcome])).toEqual(
    sampleReports.violates.requirements.map(({ id, outcome }) => [id, outcome]),
  );
  expect(report.requirements.map(({ counterexample }) => counterexample?.scenario)).toEqual(
    sampleReports.violates.requirements.map(({ counterexample }) => counterexample?.scenario),
  );
  expect(report.behaviour).toEqual(sampleReports.violates.behaviour);
});

test('a key that is an ordinary word is no word of our own sentences', () => {
  const steps = (report: Report) => report.requirements.flatMap(({ counterexample }) => counterexample?.steps ?? []);
  const said = (report: Report) => steps(report).map(({ what, curl }) => ({ what, curl }));
  const report = withoutSecrets(sampleReports.violates, ['user', 'me', 'json', 'list'].map(named));
  expect(said(report)).toEqual(said(sampleReports.violates));
});

test('what the caller calls the server may look like a part of the key, and is never the key', () => {
  const secrets = [named('staging-my-server')];
  const nameOf = (name: string) => withoutSecrets({ ...sampleReports.conforms, name }, secrets).name;
  expect(nameOf('my-server')).toBe('my-server');
  expect(nameOf('staging')).toBe('staging');
  expect(nameOf('staging-my-server')).toBe('$API_KEY');
  expect(nameOf('at STAGING%2Dmy-server')).toBe('at $API_KEY');
});

test.each(['a.b*c$d(e)', 'slash/dash-[x]{2}', 'back\\slash|^'])('the key %s is taken literally', (key) => {
  expect(withoutSecrets({ ...sampleReports.conforms, notes: [`no ${key} here`] }, [named(key)]).notes).toEqual([
    'no $API_KEY here',
  ]);
});
