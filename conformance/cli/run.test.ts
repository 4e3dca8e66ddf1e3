import { expect, test } from 'vitest';
import { exitCode } from './run.ts';

test.each([
  ['conforms', true, 0],
  ['violates', true, 1],
  ['incomplete', true, 3],
  ['not-run', true, 2],
  ['conforms', false, 3],
  ['violates', false, 1],
  ['incomplete', false, 3],
  ['not-run', false, 2],
] as const)('%s, all written %s: exit %i', (verdict, isAllWritten, code) => {
  expect(exitCode(verdict, isAllWritten)).toBe(code);
});
