import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnCommand } from '../../core/testing/spawned-program.ts';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { keys } from '../self-test/mock-targets.ts';
import { kinds } from './kinds.ts';
import { reacting, type Start } from './server.ts';

const directory = temporaryFolder();

/** Those that are soon over. All of them take minutes: `FULL=1 npx vitest run hostile`; `-t NAME` chooses one. */
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
const isFull = process.env['FULL'] !== undefined;
const timeLimit = isFull ? 20 : 10;

test.each(isFull ? Object.keys(kinds) : few)('a target that %s harms no run', { timeout: 120_000 }, async (name) => {
  const kind = kinds[name] ?? expect.fail();
  const { code, seconds, mebibytes, reason, stderr, left, reportedLeft } = await runOn(kind.start, timeLimit);
  expect(stderr).not.toContain('The suite itself has failed');
  expect(kind.codes).toContain(code);
  expect(reason).toMatch(kind.says ?? /^/);
  expect(left).toBeLessThanOrEqual(reportedLeft);
  expect(mebibytes).toBeLessThan(400);
  // A busy machine may be slow.
  if (isFull) expect(seconds).toBeLessThan(timeLimit + 1);
});

/** Requests after which somebody has enough; a healthy run of this budget sends some 3,000. */
const moments = isFull ? Array.from({ length: 10 }, () => Math.ceil(Math.random() * 3_000)) : [1, 600];

describe('ctrl-C', () => {
  test.each(moments)('leaves nothing behind on a healthy target, after %i requests', {
    timeout: 180_000,
  }, async (count) => {
    const asked = new EventEmitter();
    const start = reacting(({ number }, healthy) => {
      asked.emit(`${number}`);
      return { ...healthy(), afterMs: number % 5 };
    });
    const outcome = await runOn(start, 120, once(asked, `${count}`));
    expect(outcome).toMatchObject({ reportedLeft: 0, left: 0 });
    // Later the run may be over, or nearly so.
    if (count <= 600) expect(outcome).toMatchObject({ code: 3, verdict: 'incomplete', reason: 'stopped by SIGINT' });
    else expect([0, 3]).toContain(outcome.code);
    expect(outcome.stderr).not.toContain('The suite itself has failed');
  });
});

// Helpers

/** The last act of a run is to say how much memory it has taken. */
const measuring = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(2,'KiB:'+process.resourceUsage().maxRSS))`;

/** A run of the command as it is built, on a target of this kind, until then; throws where it has written no report. */
async function runOn(start: Start, limit: number, interrupting?: Promise<unknown>) {
  const target = await start();
  const report = join(directory, 'report.json');
  const args = ['--budget', 'quick', '--seed', '1', '--settle', '20', '--time-limit', `${limit}`, '--report', report];
  const env = { NODE_OPTIONS: `--import ${measuring}`, CONVERSATION_RESET_API_KEY: keys.apiKey };
  const begun = performance.now();
  const { child, ended } = spawnCommand('conformance', [target.url, ...args], { env });
  void interrupting?.then(() => child.kill('SIGINT'));
  const { code, stderr } = await ended;
  const seconds = (performance.now() - begun) / 1_000;
  const { verdict, reason = '', left = [] } = JSON.parse(await readFile(report, 'utf8'));
  const mebibytes = Number(/KiB:(\d+)$/.exec(stderr)?.[1]) / 1_024;
  return { code, stderr, seconds, mebibytes, verdict, reason, left: target.left(), reportedLeft: left.length };
}
