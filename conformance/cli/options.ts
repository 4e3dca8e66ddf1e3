import { extname } from 'node:path';
import { readKeys } from '../../fixtures/command-line/api-keys.ts';
import { notAllowed } from '../../fixtures/problem.ts';
import { endingProblem, pageEndings, reportEndings } from '../report/write-report.ts';
import type { SelfTestOptions } from '../self-test/self-test.ts';
import { subjectKinds } from '../self-test/subject-kinds.ts';
import { optionProblems, type Settled } from '../settle-options.ts';
import { readBaseUrl } from '../target/base-url.ts';
import { type Secret, secretsOf } from '../target/secrets.ts';
import type { ExistingUsers, VerifyOptions } from '../verify-options.ts';
import { orRefuse, Refusal } from './output.ts';
import { examples, type Name, type Written } from './read-options.ts';

export type CommandLine =
  | { readonly kind: 'list'; readonly only: readonly string[] | undefined }
  | { readonly kind: 'self-test'; readonly options: SelfTestCommand }
  | { readonly kind: 'run'; readonly options: RunOptions };

/** What `--self-test` gets, and the files that it writes. */
export type SelfTestCommand = Pick<SelfTestOptions, 'mode' | 'seed' | 'only'> & { readonly reports: readonly string[] };

interface Given {
  /** Undefined for the embedded mock server. */
  readonly baseUrl: string | undefined;
  readonly reports: readonly string[];
  /** All that was written. */
  readonly values: Written['values'];
}

export interface RunOptions extends Given {
  /** What a run gets that the command line may say as it is. */
  readonly settings: Omit<VerifyOptions, 'baseUrl' | 'driver'> & Pick<Settled, 'apiKey' | 'budget'>;
}

/** The keys that nothing may say. */
export const secretsIn = ({ settings: { apiKey, authOnlyKey } }: RunOptions): readonly Secret[] =>
  secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]);

/** What the command line asks for. Throws `Refusal` with one sentence, which repeats no key. */
export function parseOptions({ values, options, positionals }: Written, env: NodeJS.ProcessEnv): CommandLine {
  const [baseUrl, second] = positionals;
  refuseFor(second !== undefined && 'Only one BASE_URL can be given, and there is a second argument; see --help.');
  const reports = options.filter(([name]) => name === 'report').map(([, path]) => path);
  const given = { baseUrl, values, reports };
  if (values.list !== undefined) return { kind: 'list', only: listed(given) };
  if (values['self-test'] !== undefined) return { kind: 'self-test', options: selfTestOptions(given) };
  return { kind: 'run', options: runOptions(given, env) };
}

function refuseFor(...sentences: readonly (string | false | undefined)[]): void {
  const sentence = sentences.find((one) => typeof one === 'string');
  if (typeof sentence === 'string') throw new Refusal(sentence);
}

function listed({ baseUrl, values }: Given): readonly string[] | undefined {
  const file = (['report', 'behaviour-out'] as const).find((name) => values[name] !== undefined);
  refuseFor(
    baseUrl?.includes('://') === false &&
      `--list lists them all; --only chooses among them, as in --list --only ${examples.only}.`,
    file && `--list writes no file; redirect what it prints, and leave out --${file}.`,
  );
  const only = listOf(values.only);
  checkSettings({ only });
  return only;
}

function selfTestOptions({ baseUrl, reports, values }: Given): SelfTestCommand {
  const other = otherThan(values, ['self-test', 'budget', 'seed', 'only', 'report']);
  refuseFor(
    baseUrl !== undefined && '--self-test tests the suite itself; it takes no BASE_URL.',
    other && `--self-test tests the suite itself; with it go --budget, --seed, --only and --report, not --${other}.`,
    ...reports.map((path) => endingProblem(path, pageEndings)),
  );
  const { budget = 'quick' } = values;
  const seed = numberOf(values.seed);
  checkSettings({ seed, budget });
  const only = listOf(values.only);
  const unknown = only?.find((kind) => !subjectKinds.some((known) => known === kind));
  refuseFor(
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

function runOptions(given: Given, env: NodeJS.ProcessEnv): RunOptions {
  const { baseUrl, reports, values } = given;
  const target = baseUrl === undefined ? undefined : orRefuse(readBaseUrl(baseUrl, values['allow-host']));
  const found = values['behaviour-out'];
  refuseFor(
    ...reports.map((path) => endingProblem(path, reportEndings)),
    found !== undefined &&
      !['.yaml', '.yml', '.json', ''].includes(extname(found).toLowerCase()) &&
      `--behaviour-out writes YAML, or JSON: ${found} has to end in .yaml, .yml or .json.`,
    found !== undefined &&
      reports.includes(found) &&
      `--report and --behaviour-out would both be written to ${found}; name two files.`,
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
  const alone = companions.find(([option, needed]) => {
    const isThere = (needed === 'BASE_URL' ? baseUrl : values[needed]) !== undefined;
    return values[option] !== undefined && !isThere;
  });
  const other = otherThan(values, ['clean', 'api-key', 'allow-host', 'driver', 'deadline', 'concurrency', 'rate']);
  refuseFor(
    alone?.[2],
    values.clean !== undefined &&
      other &&
      `--clean removes what a run has left, and does nothing else; --${other} has no meaning there.`,
  );
  return { ...given, baseUrl: target, settings: settings as RunOptions['settings'] };
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

const otherThan = (values: Given['values'], allowed: readonly string[]): string | undefined =>
  Object.keys(values).find((name) => !allowed.includes(name));

/** The items of a list with commas, each once. */
function listOf(written: string | undefined): readonly string[] | undefined {
  const items = written?.split(',').map((item) => item.trim());
  return items && [...new Set(items.filter((item) => item !== ''))];
}

function existingUsers({ users: written, group, ...values }: Given['values']): ExistingUsers | undefined {
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
