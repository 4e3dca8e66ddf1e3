import { expect, test } from 'vitest';
import { runOptions } from '../testing/run-options.ts';
import { dryRun } from './dry-run.ts';

const said = (...args: readonly string[]): string => dryRun(runOptions(args));

test('of existing users it says that answers alone are judged', () => {
  const text = said('http://127.0.0.1:9/v3', '--dry-run', '--users', 'a,b', '--allow-existing');
  expect(text).toContain('Would test answers alone on http://127.0.0.1:9/v3');
  expect(text).toContain('What answers alone do not show would not be exercised');
});

test('of a whole run it says how many requests are to come, and how long they take at a rate', () => {
  const whole = ['http://127.0.0.1:9/v3', '--dry-run', '--budget', 'quick'];
  const oneLine = (...args: readonly string[]) => said(...args).replaceAll(/\s+/g, ' ');
  expect(oneLine(...whole)).toContain('Would send about 2,900 requests to a server of the reference behaviour.');
  expect(oneLine(...whole, '--rate', '10')).toContain('reference behaviour, which takes 5 min at 10 a second.');
  expect(oneLine(...whole, '--only', 'status-200')).not.toContain('Would send');
});
