import { expect, test } from 'vitest';
import { sampleReports } from '../testing/sample-reports.ts';
import type { Report } from './document.ts';
import { withoutSecrets } from './without-secrets.ts';

const { conforms, violates } = sampleReports;
const named = (key: string) => ({ key, name: '$API_KEY' });

test.each(['pa"ss/wörd', 'a.b*c$d(e)', 'slash/dash-[x]{2}', 'back\\slash|^'])('the key %s is in no text', (key) => {
  const notes = [`no ${key} here`, encodeURIComponent(key), JSON.stringify({ key })];
  const requirements = violates.requirements.slice(0, 1).map((result) => ({ ...result, because: `not ${key}` }));
  const without = withoutSecrets({ ...violates, notes, requirements }, [named(key)]);
  expect(without.notes).toEqual(['no $API_KEY here', '$API_KEY', '{"key":"$API_KEY"}']);
  expect(without.requirements[0]?.because).toBe('not $API_KEY');
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
