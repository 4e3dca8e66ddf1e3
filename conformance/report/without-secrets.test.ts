import { expect, test } from 'vitest';
import { sampleReports } from '../testing/sample-reports.ts';
import type { Report } from './document.ts';
import { withoutSecrets } from './without-secrets.ts';

const { conforms, violates } = sampleReports;
const named = (key: string) => ({ key, name: '$API_KEY' });

test('a key that the target repeats is in no text of the report', () => {
  const key = 'pa"ss/wörd';
  const requirements = violates.requirements.map((result) => {
    const { counterexample } = result as Report['requirements'][number];
    if (counterexample === undefined) return result;
    const steps = [{ phase: 'look', what: key, curl: key, answer: key }] as const;
    return { ...result, counterexample: { ...counterexample, diagnosis: `it said ${JSON.stringify({ key })}`, steps } };
  });
  const report: Report = { ...violates, notes: [`the key ${key}`, encodeURIComponent(key)], requirements };
  const text = JSON.stringify(withoutSecrets(report, [named(key)]));
  expect(text).not.toMatch(/wörd|w%C3%B6rd/);
  expect(text).toContain('the key $API_KEY');
});

test('a key that is an ordinary word leaves the report readable', () => {
  const kept = ({ requirements, behaviour }: Report) => {
    const results = requirements.map(({ id, outcome, counterexample }) => {
      const { scenario, steps = [] } = counterexample ?? {};
      return { id, outcome, scenario, steps: steps.map(({ what, curl }) => ({ what, curl })) };
    });
    return { behaviour, results };
  };
  const words = ['user', 'plain', 'fail', 'removed', 'me', 'json', 'list'];
  expect(kept(withoutSecrets(violates, words.map(named)))).toEqual(kept(violates));
});

test.each([
  ['my-server', 'my-server'],
  ['staging', 'staging'],
  ['staging-my-server', '$API_KEY'],
  ['at STAGING%2Dmy-server', 'at $API_KEY'],
])('what the caller calls the server may look like a part of the key, and is never the key: %s', (name, shown) => {
  expect(withoutSecrets({ ...conforms, name }, [named('staging-my-server')]).name).toBe(shown);
});

test.each(['a.b*c$d(e)', 'slash/dash-[x]{2}', 'back\\slash|^'])('the key %s is taken literally', (key) => {
  expect(withoutSecrets({ ...conforms, notes: [`no ${key} here`] }, [named(key)]).notes).toEqual(['no $API_KEY here']);
});
