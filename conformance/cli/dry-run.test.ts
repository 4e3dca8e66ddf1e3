import { expect, test } from 'vitest';
import { runOptions } from '../testing/run-options.ts';
import { dryRun } from './dry-run.ts';

const said = (...args: readonly string[]): string => dryRun(runOptions(args));

test('it says what would be tested and written, in lines that fit', () => {
  const text = said('http://127.0.0.1:9/v3', '--dry-run', '--only', 'framing', '--report', 'r.html');
  expect(text).toContain('Would test 1 requirement on http://127.0.0.1:9/v3');
  expect(text).toContain('Would write r.html.');
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('of existing users it says that answers alone are judged', () => {
  const text = said('http://127.0.0.1:9/v3', '--dry-run', '--users', 'a,b', '--allow-existing');
  expect(text).toContain('Would test answers alone on http://127.0.0.1:9/v3');
  expect(text).toContain('What answers alone do not show would not be exercised');
});
