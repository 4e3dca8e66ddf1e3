import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { sampleReports } from './writers/sample-reports.ts';

const here = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitest-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** What vitest makes of a run that ends with a sample report, or of a real one, by the beginning of each test's name; '' is the file. */
async function outcomes(
  sample: keyof typeof sampleReports | undefined,
  options = "baseUrl: async () => 'http://localhost:1/v3'",
): Promise<ReadonlyMap<string, { status: string; text: string }>> {
  await writeFile(
    join(directory, 'chat.test.ts'),
    `import { vi } from 'vitest';
     import { describeConformance } from ${here('./vitest.ts')};
     import { sampleReports } from ${here('./writers/sample-reports.ts')};
     ${sample === undefined ? '' : `vi.mock(${here('./verify.ts')}, () => ({ verify: async () => sampleReports.${sample} }));`}
     describeConformance({ ${options} });`,
  );
  const { CONVERSATION_RESET_API_KEY: _, ...env } = process.env;
  const args = [vitest, 'run', '--root', directory, '--reporter', 'json', '--no-color'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, env }).catch((error) => error);
  const { testResults } = JSON.parse(stdout);
  const [file] = testResults;
  return new Map([
    ...(file.message === '' ? [] : [['', { status: 'failed', text: file.message }] as const]),
    ...file.assertionResults.map((one: { title: string; status: string; failureMessages: string[] }) => [
      one.title.split(':')[0],
      { status: one.status, text: one.failureMessages.join('\n') },
    ]),
  ]);
}

test('each requirement is a test, which fails with the steps to its violation', async () => {
  const results = await outcomes('violates');
  expect(results.size).toBe(35);
  expect(named(results, 'failed')).toEqual([
    'success-true',
    'group-order-kept',
    'nothing-doubled-or-lost',
    'false-deletes-none-for-others',
  ]);
  const text = results.get('group-order-kept')?.text ?? '';
  expect(text).toContain('A group reset with preserveOrder moved the conversation from place 2 to 1.');
  expect(text).toContain('2  ↕ group hikers');
  expect(named(results, 'skipped')).toEqual(['omitted-equals-false']);
  expect(text).not.toMatch(/^ {4}at /m);
});

test('what does not apply is skipped, and so is a failure that is known', async () => {
  expect(named(await outcomes('notApplicable'), 'skipped')).toEqual(['group-order-kept']);
  const results = await outcomes(
    'violates',
    `baseUrl: 'http://localhost:1/v3', knownFailures: { 'group-order-kept': 'CHAT-17' }, only: ['group-order-kept']`,
  );
  expect(named(results, 'skipped')).toEqual(['group-order-kept']);
});

test.each([
  [`{ framng: 'CHAT-17' }`, 'knownFailures: there is no requirement framng; did you mean framing?'],
  [`{ framing: 'TODO' }`, 'knownFailures: "TODO" is no reason why framing may fail'],
])('known failures that say nothing are refused before the run: %s', async (knownFailures, sentence) => {
  const results = await outcomes('conforms', `baseUrl: 'http://localhost:1/v3', knownFailures: ${knownFailures}`);
  expect(named(results, 'passed')).toEqual([]);
  expect(results.get('')?.text).toContain(sentence);
});

test.each([
  [`baseUrl: 'http://localhost:1/v3', only: ['framng']`, 'did you mean framing?'],
  [`baseUrl: 'chat/v3'`, 'baseUrl must be an address that begins with http:// or https://'],
  ['', 'verify needs baseUrl.'],
  ['baseUrl: 3', 'baseUrl must be a text, not 3'],
  ["baseUrl: 'http://localhost:1/v3', timeoutMs: 'x'", 'timeoutMs must be a number of milliseconds, not "x".'],
])('wrong options are refused before the run: %s', async (options, sentence) => {
  const results = await outcomes('conforms', options);
  expect(named(results, 'passed')).toEqual([]);
  expect(results.get('')?.text).toContain(sentence);
});

test('what was not judged fails, and so does the run as a whole', async () => {
  expect(named(await outcomes('incomplete'), 'failed')).toEqual(['rest-keeps-order', 'the run as a whole']);
});

test('without a target nothing passes, and a stranger is not asked', async () => {
  expect(named(await outcomes('notRun'), 'passed')).toEqual([]);
  expect(named(await outcomes(undefined, `baseUrl: 'http://chat.example/v3'`), 'passed')).toEqual([]);
});

const named = (results: ReadonlyMap<string, { status: string }>, status: string): readonly string[] =>
  [...results].filter(([, result]) => result.status === status).map(([name]) => name);
