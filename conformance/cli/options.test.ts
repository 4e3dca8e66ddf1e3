import { expect, test } from 'vitest';
import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { runOptions } from '../testing/run-options.ts';
import { help } from './help.ts';
import { selfTestOptions } from './options.ts';

const selfTest = (line: string) => selfTestOptions(readArguments(line.split(' '), help));

const refused = (sentence: string) => expect.objectContaining({ sentences: [expect.stringContaining(sentence)] });

test('every option arrives', () => {
  const line =
    'http://localhost:4010/v3/ --api-key k --auth-only-key a --seed=-5 --budget quick --only status-200,framing,status-200 ' +
    '--report r.json --report r.html --behaviour-out b.yaml --driver ./d.js --allow-host x --replay o.json ' +
    '--concurrency 4 --deadline 900 --settle 0 --time-limit 0.5 --rate 2.5 --dry-run --known-failures k.yaml ' +
    '--verbose --name mine';
  expect(runOptions(line.split(' '))).toMatchObject({
    baseUrl: 'http://localhost:4010/v3',
    settings: {
      ...{ apiKey: 'k', authOnlyKey: 'a', allowHost: 'x', seed: -5, budget: 'quick', only: ['status-200', 'framing'] },
      ...{ concurrency: 4, deadlineMs: 900, settleMs: 0, timeLimitMs: 500, rate: 2.5, name: 'mine' },
    },
    values: {
      ...{ driver: './d.js', replay: 'o.json', 'known-failures': 'k.yaml', 'behaviour-out': 'b.yaml' },
      ...{ 'dry-run': '', verbose: '' },
    },
    outputs: ['r.json', 'r.html', 'b.yaml'],
  });
});

const long = 'http://localhost:4010/v3';

test.each(
  Object.entries({
    '--report ./a.json --behaviour-out a.json':
      '--report and --behaviour-out would both be written to a.json; name two files.',
    '--replay a.json --report ./a.json': 'a.json is read for --replay, so nothing can be written to it.',
    '--known-failures k.json --report ./k.json':
      'k.json is read for --known-failures, so nothing can be written to it.',
    '--seed': 'The option --seed needs a value, as in --seed N; see --help.',
    '--time-limit 0': '--time-limit must be a number of seconds from 0.001 to 86400, not 0.',
    '--time-limit 1h': '--time-limit must be a number of seconds from 0.001 to 86400, not "1h".',
    '--rate fast': '--rate must be a number from 0.01 to 10000, not "fast".',
    'http://localhost/v3 --clean r.json --seed 1':
      '--clean goes with --api-key, --allow-host, --driver, --deadline, --concurrency and --rate, and not with --seed.',
    '--budget quik': '--budget cannot be "quik" (did you mean quick?); allowed are smoke, quick, default and thorough.',
    '--only user-order-keept': 'There is no requirement user-order-keept; did you mean user-order-kept?',
    '--report out.txt':
      'out.txt has none of the endings that name a form of report: .json, .xml (JUnit), .html and .md.',
    '--behaviour-out b.toml': '--behaviour-out writes YAML, or JSON: b.toml has to end in .yaml, .yml or .json.',
    '': 'BASE_URL is empty; it must be an address, as in http://127.0.0.1:4010/v3.',
    '--self-test http://localhost:4010/v3': '--self-test takes no BASE_URL.',
    '--self-test --rate 5': '--self-test goes with --budget, --seed, --only and --report, and not with --rate.',
    [`${long} SECRET`]: 'Only one BASE_URL can be given, and there is a second argument; see --help.',
    '--api-key k --auth-only-key k': 'The keys of --api-key and --auth-only-key must differ.',
    [`${long} --users a,b`]: 'This would reset conversations of a; if that is meant, add --allow-existing.',
    [`${long} --users a,é --allow-existing`]:
      'A user of --users cannot be "é"; name one of 1 to 100 visible ASCII characters other than /, \\ and ~.',
    [`${long} --users a~b,bob --allow-existing`]: 'A user of --users cannot be "a~b"; name one',
    [`${long} --users a,b --group c~d --allow-existing`]: 'The group of --users cannot be "c~d"; name one',
    [`${long} --allow-existing`]: '--allow-existing needs --users, which names whose conversations may be reset.',
    [`${long} --users a,b --allow-existing --replay r.json`]:
      '--users and --replay exclude each other: nothing is created with --users.',
  }),
)('%s: %s', (line, sentence) => {
  expect(() => runOptions(line.split(' '))).toThrow(refused(sentence));
});

test('--self-test tests the suite itself, on all kinds of servers or on some', () => {
  expect(selfTest('')).toEqual({ budget: 'quick', reports: [] });
  const some = { budget: 'default', seed: 7, only: ['slow', 'second'], reports: ['m.html'] };
  expect(selfTest('--budget default --only slow,second --report m.html --seed 7')).toEqual(some);
});

test.each([
  ['--only framing', 'With --self-test --only cannot be "framing"; allowed are first, second'],
  ['--budget thorough', 'With --self-test --budget cannot be "thorough"; allowed are quick and default.'],
  ['--seed x', '--seed must be a whole number, not "x".'],
  ['--report m.xml', 'm.xml has none of the endings that name a form of report: .json, .html and .md.'],
])('the self-test refuses %s: %s', (line, sentence) => {
  expect(() => selfTest(line)).toThrow(refused(sentence));
});

test('the help fits in 80 columns, begins with examples, and names every exit code', () => {
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(help.indexOf('Examples')).toBeLessThan(help.indexOf('--seed'));
  for (const code of ['0 conforms', '1 violates', '2 nothing could be judged', '3 incomplete'])
    expect(help).toContain(code);
});
