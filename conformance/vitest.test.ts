import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { JsonTestResult } from 'vitest/node';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { requirements } from './requirements.ts';
import type { sampleReports } from './testing/sample-reports.ts';
import { type ConformanceOptions, describeConformance } from './vitest.ts';

const here = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

const known = `knownFailures: { 'group-order-kept': 'CHAT-17' }, only: ['group-order-kept']`;
/** Runs that end with a sample report, by names of their own. */
const runs: Readonly<Record<string, { readonly sample: keyof typeof sampleReports; readonly options?: string }>> = {
  violates: { sample: 'violates' },
  known: { sample: 'violates', options: known },
  notApplicable: { sample: 'notApplicable' },
  incomplete: { sample: 'incomplete' },
  notRun: { sample: 'notRun' },
  limited: { sample: 'conforms', options: 'timeoutMs: 60_000' },
  shorter: { sample: 'conforms', options: 'timeLimitMs: 1_000' },
};

const directory = temporaryFolder();
let files: readonly JsonTestResult[];

// One vitest for all that is asserted below: two files, of which one is refused before there is a test in it.
beforeAll(async () => {
  const described = Object.entries(runs).map(
    ([name, { sample, options = '' }]) => `describe('${name}', () =>
      describeConformance({ baseUrl: async () => 'http://localhost:1/v3', name: '${sample}', ${options} }));`,
  );
  const importing = `import { describeConformance } from ${here('./vitest.ts')};`;
  await writeFile(
    join(directory, 'chat.test.ts'),
    `import { describe, vi } from 'vitest';
     ${importing}
     import { sampleReports } from ${here('./testing/sample-reports.ts')};
     vi.mock(${here('./verify.ts')}, () => ({
       verify: async ({ name, timeLimitMs }) => ({ reason: 'within ' + timeLimitMs, ...sampleReports[name] }),
     }));
     ${described.join('\n')}`,
  );
  const refused = `${importing} describeConformance({ baseUrl: 'http://chat.example/v3' });`;
  await writeFile(join(directory, 'refused.test.ts'), refused);
  const { CONVERSATION_RESET_API_KEY: _, ...env } = process.env;
  const args = [vitest, 'run', '--root', directory, '--reporter', 'json', '--no-color'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, env }).catch((error) => error);
  files = JSON.parse(stdout).testResults;
}, 120_000);

test('each requirement is a test, which fails with the steps to its violation', () => {
  expect(testsOf('violates')).toHaveLength(requirements.length + 1);
  const failed = ['nothing-doubled-or-lost', 'group-order-kept', 'false-deletes-none-for-others', 'success-true'];
  expect(named('violates', 'failed')).toEqual([...failed, 'the run as a whole']);
  const [text = ''] =
    testsOf('violates').find(({ title }) => title.startsWith('group-order-kept'))?.failureMessages ?? [];
  expect(text).toContain('A group reset with preserveOrder moved the conversation from place 2 to 1.');
  expect(text).toContain('2  ↕ group:hikers');
  expect(text).not.toMatch(/^ {4}at /m);
  expect(named('violates', 'skipped')).toEqual(['omitted-equals-false']);
});

test.each([
  ['what does not apply is skipped', 'notApplicable', 'skipped', ['group-order-kept']],
  ['a failure that is known is skipped', 'known', 'skipped', ['group-order-kept']],
  ['what was not judged fails, as does the run', 'incomplete', 'failed', ['rest-keeps-order', 'the run as a whole']],
  ['without a target nothing passes', 'notRun', 'passed', []],
])('%s', (_, run, status, ids) => {
  expect(named(run, status)).toEqual(ids);
});

test.each([
  ['the time that vitest gives it, less what it takes to tidy up', 'limited', 'within 50000'],
  ['a shorter limit that was given', 'shorter', 'within 1000'],
])('a run keeps to %s', (_, run, limit) => {
  expect(testsOf(run).at(-1)?.failureMessages).toEqual([expect.stringMatching(new RegExp(limit, 'i'))]);
});

test('a stranger is not asked', () => {
  const refused = files.filter(({ message }) => message !== '');
  expect(refused.map(({ message }) => message)).toEqual([expect.stringContaining('chat.example is not this machine')]);
});

const baseUrl = 'http://localhost:1/v3';

test.each<[object, string]>([
  [{ baseUrl, knownFailures: { framng: 'CHAT-17' } }, 'knownFailures: there is no requirement framng; did you'],
  [{}, 'verify needs baseUrl.'],
])('wrong options are refused before there is a test: %j', (options, sentence) => {
  expect(() => describeConformance(options as ConformanceOptions)).toThrow(sentence);
});

// Helpers

/** The tests of one of the runs. */
const testsOf = (run: string) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ ancestorTitles }) => ancestorTitles[0] === run);

/** Those that ended so, by the beginnings of their titles. */
const named = (run: string, status: string): readonly string[] =>
  testsOf(run).flatMap((one) => (one.status === status ? [one.title.split(':')[0] ?? ''] : []));
