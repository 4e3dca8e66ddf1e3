import { expect, test } from 'vitest';
import { runOptions } from '../testing/run-options.ts';
import { dryRun } from './dry-run.ts';

const said = (options: string): string =>
  dryRun(runOptions(['http://127.0.0.1:9/v3', '--dry-run', ...options.split(' ')])).replaceAll(/\s+/g, ' ');

test.each([
  ['--users a,b --allow-existing', 'Would test answers alone on http://127.0.0.1:9/v3, with budget default'],
  [
    '--replay r.json --seed 4',
    'Would test the violations of r.json on http://127.0.0.1:9/v3, with the budget of that run and seed 4',
  ],
  ['--budget quick', 'Would send about 3,000 requests to a server of the reference behaviour.'],
  ['--budget quick --rate 10', 'reference behaviour, which takes 5 min at 10 a second.'],
])('of %s it says: %s', (options, sentence) => {
  expect(said(options)).toContain(sentence);
});

test('how much a part will send is not foretold', () => {
  expect(said('--only status-200')).not.toContain('Would send');
});
