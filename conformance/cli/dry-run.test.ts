import { expect, test } from 'vitest';
import { dryRun } from './dry-run.ts';
import { parseOptions } from './options.ts';
import { readOptions } from './read-options.ts';

function said(...args: readonly string[]): string {
  const written = readOptions(args);
  const parsed = written.ok ? parseOptions(written.value, {}) : written;
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('these are options');
  return dryRun(parsed.value.options);
}

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
