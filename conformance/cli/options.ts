import { extname } from 'node:path';
import { readKeys } from '../../fixtures/command-line/api-keys.ts';
import { listed, notAllowed } from '../../fixtures/problem.ts';
import { endingProblem, pageEndings, reportEndings } from '../report/write-report.ts';
import type { SelfTestOptions } from '../self-test/self-test.ts';
import { subjectKinds } from '../self-test/subject-kinds.ts';
import { optionProblems, type Settled } from '../settle-options.ts';
import { readBaseUrl } from '../target/base-url.ts';
import { type Secret, secretsOf } from '../target/secrets.ts';
import type { ExistingUsers, VerifyOptions } from '../verify-options.ts';
import { orRefuse, Refusal } from './output.ts';
import type { Name, Written } from './read-options.ts';

export type CommandLine =
  | { readonly kind: 'list' }
  | { readonly kind: 'self-test'; readonly options: SelfTestCommand }
  | { readonly kind: 'run'; readonly options: RunOptions };

/** What `--self-test` gets, and the files that it writes. */
export type SelfTestCommand = Pick<SelfTestOptions, 'mode' | 'seed' | 'only'> & { readonly reports: readonly string[] };

export interface RunOptions {
  /** Undefined for the embedded mock server. */
  readonly baseUrl: string | undefined;
  readonly reports: readonly string[];
  /** All that was written. */
  readonly values: Written['values'];
  /** What a run gets that the command line may say as it is. */
  readonly settings: Omit<VerifyOptions, 'baseUrl' | 'driver'> & Pick<Settled, 'apiKey' | 'budget'>;
}

/** The keys that nothing may say. */
export const secretsIn = ({ settings: { apiKey, authOnlyKey } }: RunOptions): readonly Secret[] =>
  secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]);

/** What the command line asks for. Throws `Refusal` with one sentence, which repeats no key. */
export function parseOptions({ values, options, positionals }: Written, env: NodeJS.ProcessEnv): CommandLine {
  const [baseUrl, second] = positionals;
  const reports = options.filter(([name]) => name === 'report').map(([, path]) => path);
  const [mode, beside] = modes.find(([name]) => values[name] !== undefined) ?? [];
  const other = beside && Object.keys(values).find((name) => ![mode, ...beside].some((known) => known === name));
  const company =
    beside?.length === 0 ? 'stands alone' : `goes with ${listed(beside?.map((name) => `--${name}`) ?? [])}`;
  refuseFor(
    second !== undefined && 'Only one BASE_URL can be given, and there is a second argument; see --help.',
    other && `--${mode} ${company}, and not with --${other}.`,
    (mode === 'list' || mode === 'self-test') && baseUrl !== undefined && `--${mode} takes no BASE_URL.`,
  );
  if (mode === 'list') return { kind: 'list' };
  if (mode === 'self-test') return { kind: 'self-test', options: selfTestOptions(values, reports) };
  return { kind: 'run', options: runOptions(values, baseUrl, reports, env) };
}

/** What is something else than a run, and the options that have a meaning there. */
const modes: readonly (readonly [mode: Name, beside: readonly Name[]])[] = [
  ['list', []],
  ['self-test', ['budget', 'seed', 'only', 'report']],
  ['clean', ['api-key', 'allow-host', 'driver', 'deadline', 'concurrency', 'rate']],
];

function refuseFor(...sentences: readonly (string | false | undefined)[]): void {
  const sentence = sentences.find((one) => typeof one === 'string');
  if (typeof sentence === 'string') throw new Refusal(sentence);
}

type Values = Written['values'];

function selfTestOptions(values: Values, reports: readonly string[]): SelfTestCommand {
  const { budget = 'quick' } = values;
  const seed = numberOf(values.seed);
  checkSettings({ seed, budget });
  const only = listOf(values.only);
  const unknown = only?.find((kind) => !subjectKinds.some((known) => known === kind));
  refuseFor(
    ...reports.map((path) => endingProblem(path, pageEndings)),
    !['quick', 'default'].includes(budget) && `The self-test has the budgets quick and default, not ${budget}.`,
    unknown && notAllowed('With --self-test the value of --only cannot be', unknown, subjectKinds),
  );
  return {
    mode: budget === 'quick' ? 'quick' : 'full',
    seed: seed as number | undefined,
    only: only && subjectKinds.filter((kind) => only.includes(kind)),
    reports,
  };
}

function runOptions(
  values: Values,
  baseUrl: string | undefined,
  reports: readonly string[],
  env: NodeJS.ProcessEnv,
): RunOptions {
  const target = baseUrl === undefined ? undefined : orRefuse(readBaseUrl(baseUrl, values['allow-host']));
  const found = values['behaviour-out'];
  const alone = companions.find(([option, needed]) => {
    const isThere = (needed === 'BASE_URL' ? baseUrl : values[needed]) !== undefined;
    return values[option] !== undefined && !isThere;
  });
  refuseFor(
    ...reports.map((path) => endingProblem(path, reportEndings)),
    found !== undefined &&
      !['.yaml', '.yml', '.json', ''].includes(extname(found).toLowerCase()) &&
      `--behaviour-out writes YAML, or JSON: ${found} has to end in .yaml, .yml or .json.`,
    found !== undefined &&
      reports.includes(found) &&
      `--report and --behaviour-out would both be written to ${found}; name two files.`,
    alone?.[2],
  );
  const keys = { apiKey: values['api-key'], authOnlyKey: values['auth-only-key'] };
  const limit = numberOf(values['time-limit']);
  const settings = {
    ...orRefuse(readKeys(keys, env, { apiKey: '--api-key', authOnlyKey: '--auth-only-key' })),
    allowHost: values['allow-host'],
    seed: numberOf(values.seed),
    budget: values.budget ?? 'default',
    only: listOf(values.only),
    concurrency: numberOf(values.concurrency),
    deadlineMs: numberOf(values.deadline),
    settleMs: numberOf(values.settle),
    timeLimitMs: typeof limit === 'number' ? Math.round(limit * 1_000) : limit,
    rate: numberOf(values.rate),
    existing: existingUsers(values),
    name: values.name,
  };
  checkSettings(settings);
  return { baseUrl: target, reports, values, settings: settings as RunOptions['settings'] };
}

/** What is no number stays what it is, and is reported by whoever checks it. */
const numberOf = (written: string | undefined): number | string | undefined =>
  written !== undefined && /^-?\d+(?:\.\d+)?$/u.test(written) ? Number(written) : written;

const flags: Readonly<Record<string, string>> = {
  deadlineMs: '--deadline',
  settleMs: '--settle',
  timeLimitMs: '--time-limit in milliseconds',
  existing: '--users',
};

function checkSettings(settings: object): void {
  const [problem] = optionProblems(settings, (name) => flags[name] ?? `--${name}`);
  refuseFor(problem?.sentence);
}

/** The items of a list with commas, each once. */
function listOf(written: string | undefined): readonly string[] | undefined {
  const items = written?.split(',').map((item) => item.trim());
  return items && [...new Set(items.filter((item) => item !== ''))];
}

function existingUsers({ users: written, group, ...values }: Values): ExistingUsers | undefined {
  const users = listOf(written);
  if (users === undefined) return undefined;
  const strange = [...users, ...(group === undefined ? [] : [group])].find((id) => !/^[\x21-\x7e]+$/u.test(id));
  const other = (['driver', 'replay'] as const).find((name) => values[name] !== undefined);
  refuseFor(
    strange && `${strange} cannot be the id of a user or group: no header can carry it.`,
    values['allow-existing'] === undefined &&
      `This would reset conversations of ${users[0]}; if that is meant, add --allow-existing.`,
    other && `--users and --${other} exclude each other: nothing is created with --users.`,
  );
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
