import { extname } from 'node:path';
import { flagOf, must, readOptions, type Shapes } from '../../fixtures/command-line/options.ts';
import { orRefuse } from '../../fixtures/command-line/output.ts';
import type { Written } from '../../fixtures/command-line/read-arguments.ts';
import { numberOf } from '../../fixtures/plain-data.ts';
import { listed, shown } from '../../fixtures/problem.ts';
import type { Secret } from '../../fixtures/secrets.ts';
import { choice, list } from '../../fixtures/shape.ts';
import { endingProblem, pageEndings, reportEndings } from '../report/write-report.ts';
import type { SelfTestOptions } from '../self-test/self-test.ts';
import { subjectKinds } from '../self-test/self-test-report.ts';
import { mostLimitMs, type Settled, settleOptions } from '../settle-options.ts';
import { secretsOf } from '../target/secrets.ts';
import { isSameFile, refuseFor } from './write-files.ts';

/** What `--self-test` gets, and the files that it writes. */
export type SelfTestCommand = SelfTestOptions & { readonly reports: readonly string[] };

export interface RunOptions {
  /** Undefined for the embedded mock server. */
  readonly baseUrl: string | undefined;
  /** Every file that it is to write. */
  readonly outputs: readonly string[];
  /** All that was written. */
  readonly values: Written['values'];
  /** What a run gets, but for its address and what has to be loaded. */
  readonly settings: Omit<Settled, 'baseUrl' | 'driver'>;
}

/** The keys that nothing may say. */
export const secretsIn = ({ settings: { apiKey, authOnlyKey } }: RunOptions): readonly Secret[] =>
  secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]);

/** What is something else than a run of all, and the options that have a meaning there. */
const modes: Readonly<Record<string, readonly string[]>> = {
  'self-test': ['budget', 'seed', 'only', 'report'],
  clean: ['api-key', 'allow-host', 'driver', 'deadline', 'concurrency', 'rate'],
};

/** What has no meaning without an address, and without `--users`. */
const needAddress = ['clean', 'users'];
const needUsers = ['group', 'allow-existing'];

/** Throws `Refusal` where things were written that do not go together, or one without what it needs. */
export function refuseMixture({ values, positionals: [baseUrl, second] }: Written): void {
  const names = Object.keys(values);
  const mode = names.find((name) => name in modes) ?? '';
  const beside = modes[mode] ?? names;
  const other = names.find((name) => name !== mode && !beside.includes(name));
  const company = `goes with ${listed(beside.map((name) => `--${name}`))}`;
  const adrift = baseUrl === undefined && names.find((name) => needAddress.includes(name));
  const alone = !names.includes('users') && names.find((name) => needUsers.includes(name));
  refuseFor(
    second !== undefined && 'Only one BASE_URL can be given, and there is a second argument; see --help.',
    other && `--${mode} ${company}, and not with --${other}.`,
    mode === 'self-test' && baseUrl !== undefined && `--${mode} takes no BASE_URL.`,
    adrift && `--${adrift} needs a BASE_URL; without one the embedded mock server is tested.`,
    alone && `--${alone} needs --users, which names whose conversations may be reset.`,
  );
}

const selfTestShapes: Shapes<Pick<SelfTestOptions, 'budget' | 'seed' | 'only'>> = {
  budget: (called) => choice(`With --self-test ${called}`, ['quick', 'default']),
  seed: must('a whole number', Number.isSafeInteger),
  only: (called) => list(called, choice(`With --self-test ${called}`, subjectKinds)),
};

/** What `--self-test` is to do. Throws `Refusal`. */
export function selfTestOptions({ values, all: { report: reports = [], only } }: Written): SelfTestCommand {
  refuseFor(...reports.map((path) => endingProblem(path, pageEndings)));
  const given = { budget: values['budget'] ?? 'quick', seed: numberOf(values['seed']), only: listOf(only?.join(',')) };
  return { ...orRefuse(readOptions('--self-test', given, selfTestShapes, flagOf)), reports };
}

/** The options that name a file to be read. */
const inputs = ['replay', 'known-failures', 'driver'];

/** What a run is to do. Throws `Refusal` with one sentence, which repeats no key. */
export function runOptions({ values, all, positionals: [address] }: Written): RunOptions {
  const { report: reports = [], 'behaviour-out': [found] = [] } = all;
  const outputs = found === undefined ? reports : [...reports, found];
  refuseFor(
    ...reports.map((path) => endingProblem(path, reportEndings)),
    found !== undefined &&
      !['.yaml', '.yml', '.json', ''].includes(extname(found).toLowerCase()) &&
      `--behaviour-out writes YAML, or JSON: ${found} has to end in .yaml, .yml or .json.`,
    found !== undefined &&
      reports.some((path) => isSameFile(path, found)) &&
      `--report and --behaviour-out would both be written to ${found}; name two files.`,
    ...inputs.map((name) => {
      const input = values[name];
      const isBoth = input !== undefined && outputs.some((path) => isSameFile(path, input));
      return isBoth && `${input} is read for --${name}, so nothing can be written to it.`;
    }),
  );
  const limit = numberOf(values['time-limit']);
  const limitMs = typeof limit === 'number' ? Math.round(limit * 1_000) : limit;
  refuseFor(
    limit !== undefined &&
      !(Number(limitMs) >= 1 && Number(limitMs) <= mostLimitMs) &&
      `--time-limit must be a number of seconds from 0.001 to ${mostLimitMs / 1_000}, not ${shown(limit)}.`,
  );
  const given = {
    // That of the embedded mock server is not known yet.
    baseUrl: address ?? 'http://127.0.0.1/v3',
    apiKey: values['api-key'],
    authOnlyKey: values['auth-only-key'],
    allowHost: values['allow-host'],
    seed: numberOf(values['seed']),
    budget: values['budget'],
    only: listOf(all['only']?.join(',')),
    concurrency: numberOf(values['concurrency']),
    deadlineMs: numberOf(values['deadline']),
    settleMs: numberOf(values['settle']),
    timeLimitMs: limitMs,
    rate: numberOf(values['rate']),
    existing: existingUsers(values),
    name: values['name'],
  };
  const settings = orRefuse(settleOptions(given, (name) => flags[name] ?? flagOf(name)));
  return { baseUrl: address === undefined ? undefined : settings.baseUrl, outputs, values, settings };
}

function existingUsers(values: Written['values']): object | undefined {
  const users = listOf(values['users']);
  if (users === undefined) return undefined;
  const other = ['driver', 'replay'].find((name) => name in values);
  refuseFor(
    other && `--users and --${other} exclude each other: nothing is created with --users.`,
    !('allow-existing' in values) &&
      `This would reset conversations of ${users[0]}; if that is meant, add --allow-existing.`,
  );
  return { users, group: values['group'] };
}

/** The items of a list with commas, each once. */
function listOf(written: string | undefined): readonly string[] | undefined {
  const items = written?.split(',').map((item) => item.trim());
  return items && [...new Set(items.filter((item) => item !== ''))];
}

const flags: Readonly<Record<string, string>> = {
  baseUrl: 'BASE_URL',
  deadlineMs: '--deadline',
  settleMs: '--settle',
  existing: '--users',
};
