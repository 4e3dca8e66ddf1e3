import { expect, test } from 'vitest';
import { runOptions } from '../testing/run-options.ts';
import { dryRun } from './dry-run.ts';

const said = (...args: readonly string[]): string => dryRun(runOptions(args));

test('of existing users it says that answers alone are judged', () => {
  const text = said('http://127.0.0.1:9/v3', '--dry-run', '--users', 'a,b', '--allow-existing');
  expect(text).toContain('Would test answers alone on http://127.0.0.1:9/v3');
  expect(text).toContain('What answers alone do not show would not be exercised');
});
