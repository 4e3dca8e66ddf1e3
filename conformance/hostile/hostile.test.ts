import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { kinds } from './kinds.ts';
import { complaints, runKind } from './run-kind.ts';
import { reacting } from './server.ts';

const directory = temporaryFolder();

/** Those that are soon over; all of them take minutes: node dist/conformance/hostile/main.js, which `npm run full` does. */
const few = [
  'breaks its chunks',
  'closes within its headers',
  'has status 099',
  'redirects',
  'is deep',
  'repeats the key in every spelling',
  'is busy for an age',
  'speaks SMTP',
  'has a thousand million pages',
  'has a list without end',
  'confirms in a megabyte',
];

test.each(few)('a target that %s harms no run', { timeout: 120_000 }, async (name) => {
  const kind = kinds[name];
  if (kind === undefined) throw new Error('that kind is gone');
  const timeLimit = 3;
  const outcome = await runKind(kind, { directory, name, timeLimit });
  // A busy machine may be slow; how long it takes is measured where nothing else runs.
  expect(complaints(kind, { ...outcome, seconds: 0 }, timeLimit)).toEqual([]);
});

/** Requests after which somebody has enough; a healthy run of this budget sends some 3,000. */
const moments =
  process.env['FULL'] === undefined ? [1, 600] : Array.from({ length: 10 }, () => Math.ceil(Math.random() * 3_000));

describe('ctrl-C', () => {
  test.each(moments)('leaves nothing behind on a healthy target, after %i requests', {
    timeout: 180_000,
  }, async (count) => {
    const start = reacting(({ number }, healthy, kill) => {
      if (number === count) kill('SIGINT');
      return { ...healthy(), afterMs: number % 5 };
    });
    const outcome = await runKind({ start }, { directory, name: `stopped-${count}`, timeLimit: 120 });
    expect(outcome).toMatchObject({ reportedLeft: 0, left: 0 });
    // Later the run may be over, or nearly so.
    if (count <= 600) expect(outcome).toMatchObject({ code: 3, verdict: 'incomplete', reason: 'stopped by SIGINT' });
    else expect([0, 3]).toContain(outcome.code);
    expect(outcome.stderr).not.toContain('The suite itself has failed');
  });
});
