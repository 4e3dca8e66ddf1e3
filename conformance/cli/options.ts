import { accept, type Result, refuse } from '../../core/result.ts';
import { localKey, readKeys } from '../../fixtures/command-line/api-keys.ts';
import { notAllowed } from '../../fixtures/problem.ts';
import { endingProblem, pageEndings, reportEndings } from '../report/write-report.ts';
import type { SelfTestOptions } from '../self-test/self-test.ts';
import { subjectKinds } from '../self-test/subject-kinds.ts';
import { optionProblems, type Settled } from '../settle-options.ts';
import { readBaseUrl } from '../target/base-url.ts';
import { type Secret, secretsOf } from '../target/secrets.ts';
import type { ExistingUsers, VerifyOptions } from '../verify-options.ts';
import { examples, type Name, type Written } from './read-options.ts';

export type CommandLine =
  | { readonly kind: 'list'; readonly only: readonly string[] | undefined }
  | { readonly kind: 'self-test'; readonly options: SelfTestCommand }
  | { readonly kind: 'run'; readonly options: RunOptions };

/** What `--self-test` is told, and the files that it writes. */
export type SelfTestCommand = Pick<SelfTestOptions, 'mode' | 'seed' | 'only'> & { readonly reports: readonly string[] };

/** What a run is told that the command line may say as it is. */
export type Settings = Omit<VerifyOptions, 'baseUrl' | 'driver'> & Pick<Settled, 'apiKey' | 'budget'>;

/** The keys that nothing may say. */
export const secretsIn = ({ apiKey, authOnlyKey }: Settings): readonly Secret[] =>
  secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]);

export interface RunOptions {
  /** Undefined for the embedded mock server. */
  readonly baseUrl: string | undefined;
  readonly settings: Settings;
  readonly driver: string | undefined;
  readonly replay: string | undefined;
  readonly knownFailures: string | undefined;
  readonly reports: readonly string[];
  readonly behaviourOut: string | undefined;
  readonly dryRun: boolean;
  /** With a shell script for each violation. */
  readonly verbose: boolean;
  /** The report of the run whose remains are to be removed; nothing else is done then. */
  readonly clean: string | undefined;
}

type Values = Written['values'];

/** Notes what is wrong with a value; whatever stands in for the value then is not used. */
type Complain = (sentence: string | undefined) => void;

interface Given {
  readonly baseUrl: string | undefined;
  readonly values: Values;
  readonly reports: readonly string[];
}

/** What the command line asks for, or one sentence that says what is wrong with it. No sentence repeats a key. */
export function parseOptions(written: Written, env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  const { values, options, positionals } = written;
  const problems: string[] = [];
  const bad: Complain = (sentence) => {
    if (sentence !== undefined) problems.push(sentence);
  };
  if (positionals.length > 1) bad('Only one BASE_URL can be given, and there is a second argument; see --help.');
  const reports = options.filter(([name]) => name === 'report').map(([, path]) => path);
  const given = { baseUrl: positionals[0], values, reports };
  const commandLine: CommandLine =
    values.list !== undefined
      ? { kind: 'list', only: listed(given, bad) }
      : values['self-test'] !== undefined
        ? { kind: 'self-test', options: selfTestOptions(given, bad) }
        : { kind: 'run', options: runOptions(given, env, bad) };
  const [problem] = problems;
  return problem === undefined ? accept(commandLine) : refuse(problem);
}

function listed({ baseUrl, values }: Given, bad: Complain): readonly string[] | undefined {
  if (baseUrl?.includes('://') === false) {
    bad(`--list lists them all; --only chooses among them, as in --list --only ${examples.only}.`);
  }
  for (const file of ['report', 'behaviour-out'] as const) {
    if (values[file] !== undefined) bad(`--list writes no file; redirect what it prints, and leave out --${file}.`);
  }
  const only = listOf(values.only);
  checkSettings({ only }, bad);
  return only;
}

function selfTestOptions({ baseUrl, reports, values }: Given, bad: Complain): SelfTestCommand {
  const other = otherThan(values, ['self-test', 'budget', 'seed', 'only', 'report']);
  if (baseUrl !== undefined) bad('--self-test tests the suite itself; it takes no BASE_URL.');
  else if (other !== undefined)
    bad(`--self-test tests the suite itself; with it go --budget, --seed, --only and --report, not --${other}.`);
  for (const path of reports) bad(endingProblem(path, pageEndings));
  const { budget = 'quick' } = values;
  const seed = numberOf(values.seed);
  checkSettings({ seed, budget }, bad);
  if (budget !== 'quick' && budget !== 'default')
    bad(`The self-test has the budgets quick and default, not ${budget}.`);
  const only = listOf(values.only);
  for (const kind of only?.filter((kind) => !subjectKinds.some((known) => known === kind)) ?? []) {
    bad(notAllowed('With --self-test the value of --only cannot be', kind, subjectKinds));
  }
  return {
    mode: budget === 'quick' ? 'quick' : 'full',
    seed: seed as number | undefined,
    only: only && subjectKinds.filter((kind) => only.includes(kind)),
    reports,
  };
}

function runOptions({ baseUrl, reports, values }: Given, env: NodeJS.ProcessEnv, bad: Complain): RunOptions {
  const target = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, values['allow-host']);
  if (target?.ok === false) bad(target.refusal);
  for (const path of reports) bad(endingProblem(path, reportEndings));
  if (reports.some((path) => path === values['behaviour-out'])) {
    bad(`--report and --behaviour-out would both be written to ${values['behaviour-out']}; name two files.`);
  }

  const given = { apiKey: values['api-key'], authOnlyKey: values['auth-only-key'] };
  const keys = readKeys(given, env, { apiKey: '--api-key', authOnlyKey: '--auth-only-key' });
  if (!keys.ok) bad(keys.refusal);

  const settings = {
    ...(keys.ok ? keys.value : { apiKey: localKey }),
    allowHost: values['allow-host'],
    seed: numberOf(values.seed),
    budget: values.budget ?? 'default',
    only: listOf(values.only),
    concurrency: numberOf(values.concurrency),
    deadlineMs: numberOf(values.deadline),
    settleMs: numberOf(values.settle),
    timeLimitMs: limitOf(values['time-limit'], bad),
    rate: numberOf(values.rate),
    existing: existingUsers(values, bad),
    name: values.name,
  };
  checkSettings(settings, bad);
  for (const [option, needed, sentence] of companions) {
    const isThere = (needed === 'BASE_URL' ? baseUrl : values[needed]) !== undefined;
    if (values[option] !== undefined && !isThere) bad(sentence);
  }
  const other = otherThan(values, ['clean', 'api-key', 'allow-host', 'driver', 'deadline', 'concurrency', 'rate']);
  if (values.clean !== undefined && other !== undefined) {
    bad(`--clean removes what a run has left, and does nothing else; --${other} has no meaning there.`);
  }
  return {
    baseUrl: target?.ok ? target.value : undefined,
    settings: settings as Settings,
    driver: values.driver,
    replay: values.replay,
    knownFailures: values['known-failures'],
    reports,
    behaviourOut: values['behaviour-out'],
    dryRun: values['dry-run'] !== undefined,
    verbose: values.verbose !== undefined,
    clean: values.clean,
  };
}

/** What is no number stays what it is, and is told by whoever checks it. */
const numberOf = (written: string | undefined): number | string | undefined =>
  written !== undefined && /^-?\d+(?:\.\d+)?$/u.test(written) ? Number(written) : written;

/** Of seconds, in milliseconds. */
function limitOf(written: string | undefined, bad: Complain): number | undefined {
  const seconds = numberOf(written);
  if (typeof seconds === 'number' && seconds >= 0.001 && seconds <= 86_400) return Math.round(seconds * 1_000);
  if (written !== undefined) bad(`--time-limit must be a number of seconds from 0.001 to 86400, not ${written}.`);
  return undefined;
}

const flags: Readonly<Record<string, string>> = {
  deadlineMs: '--deadline',
  settleMs: '--settle',
  existing: '--users',
};

function checkSettings(settings: object, bad: Complain): void {
  for (const { sentence } of optionProblems(settings, (name) => flags[name] ?? `--${name}`)) bad(sentence);
}

const otherThan = (values: Values, allowed: readonly string[]): string | undefined =>
  Object.keys(values).find((name) => !allowed.includes(name));

/** The items of a list with commas, each once. */
function listOf(written: string | undefined): readonly string[] | undefined {
  const items = written?.split(',').map((item) => item.trim());
  return items && [...new Set(items.filter((item) => item !== ''))];
}

function existingUsers({ users: written, group, ...values }: Values, bad: Complain): ExistingUsers | undefined {
  const users = listOf(written);
  if (users === undefined) return undefined;
  for (const id of [...users, ...(group === undefined ? [] : [group])]) {
    if (!/^[\x21-\x7e]+$/u.test(id)) bad(`${id} cannot be the id of a user or group: no header can carry it.`);
  }
  if (values['allow-existing'] === undefined) {
    bad(`This would reset conversations of ${users[0]}; if that is meant, add --allow-existing.`);
  }
  for (const other of ['driver', 'replay'] as const) {
    if (values[other] !== undefined) bad(`--users and --${other} exclude each other: nothing is created with --users.`);
  }
  return group === undefined ? { users } : { users, group };
}

/** What has no meaning without something else, and what is said where that is missing. */
const companions: readonly (readonly [option: Name, needed: Name | 'BASE_URL', sentence: string])[] = [
  ['allow-host', 'BASE_URL', '--allow-host goes with a BASE_URL; without one the embedded mock server is tested.'],
  ['users', 'BASE_URL', '--users needs a BASE_URL: the embedded mock server has no users of yours.'],
  ['clean', 'BASE_URL', '--clean needs a BASE_URL: the embedded mock server keeps nothing.'],
  ['group', 'users', '--group goes with --users, which names who acts.'],
  ['allow-existing', 'users', '--allow-existing goes with --users, which names whose conversations may be reset.'],
];
