import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Counterexample, Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { shellScript } from './shell-script.ts';

const counterexampleOf = (report: Report, id: string): Counterexample =>
  report.requirements.find((result) => result.id === id)?.counterexample ?? expect.fail('it is no violation');

const target = 'http://127.0.0.1:4010/v3';
const atOnce = shellScript(counterexampleOf(sampleReports.together, 'quiet-after-concurrency'), target);

/** What a shell makes of a script, in which curl only says what it was given. */
function run(script: string): readonly string[] {
  const curl = `curl() { printf '%s|' "$@"; echo; }`;
  const given = script.replaceAll('…your key…', 'k-1');
  return execFileSync('bash', ['-euc', `${curl}\n${given}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

test('a shell runs it as it stands, once it has the key', () => {
  const sent = run(atOnce);
  expect(sent).toHaveLength(6);
  expect(sent[0]).toMatch(
    /^-s\|--http1\.1\|-w\|\\n\|-X\|POST\|http:\/\/127\.0\.0\.1:4010\/v3\/users\|-H\|apikey: k-1\|/,
  );
  expect(sent[2]).toContain(`"text":"it's"`);
  expect(sent.filter((line) => line.includes('…your key, changed as said below…'))).toHaveLength(1);
});

test('what was sent at once is sent at once again', () => {
  expect(atOnce.match(/^# sent at once, so that any may come first:$/gm)).toHaveLength(1);
  const batch = atOnce.slice(atOnce.indexOf('# sent at once'), atOnce.indexOf('\nwait\n'));
  expect(batch.match(/^curl .* &$/gm)).toHaveLength(2);
  expect(atOnce.match(/ &$/gm)).toHaveLength(2);
});

test('nothing that a target says is run', () => {
  const script = shellScript(counterexampleOf(sampleReports.violates, 'success-true'), "http://x/';id;'");
  expect(run(script)).toHaveLength(2);
  expect(script).toContain('"message":"<b>done</b>\\u001b[2J\\nrm -rf ~ ```` $(id)"}}\n');
  expect(script).toContain("export BASE_URL='http://x/%27;id;%27' ");
});

test('what curl cannot repeat is said before it', () => {
  const step = {
    phase: 'act',
    what: 'me resets user:bob',
    curl: 'curl',
    unlike: 'in one segment',
    answer: '',
  } as const;
  expect(shellScript({ steps: [step] }, target)).toContain('# not quite as it was: in one segment\ncurl\n');
});

test('arranging in several requests is said once, what is judged each time', () => {
  const step = { what: 'me resets user:bob', curl: 'curl', answer: '' } as const;
  const twice = (phase: 'act' | 'look') => shellScript({ steps: [0, 1].map(() => ({ ...step, phase })) }, target);
  expect(twice('look').match(/^# look: /gm)).toHaveLength(1);
  expect(twice('act').match(/^# act: /gm)).toHaveLength(2);
});
