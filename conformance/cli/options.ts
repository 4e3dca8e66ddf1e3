import { accept, type Result, refuse } from '../../core/result.ts';
import { localKey, readKeys } from '../../fixtures/command-line/api-keys.ts';
import { nearestName } from '../../fixtures/nearest-name.ts';
import { notAllowed } from '../../fixtures/problem.ts';
import type { Budget } from '../report/document.ts';
import { endingProblem, pageEndings, reportEndings } from '../report/write-report.ts';
import { isRequirementId, requirements } from '../requirements/all.ts';
import type { Mode } from '../self-test/self-test-report.ts';
import { type SubjectKind, subjectKinds } from '../self-test/subject-kinds.ts';
import { readBaseUrl } from '../target/base-url.ts';
import { budgetNames, type ExistingUsers, ranges } from '../verify-options.ts';
import { examples, type Name, type Written } from './read-options.ts';

export type CommandLine =
  | { readonly kind: 'list'; readonly only: readonly string[] | undefined }
  | { readonly kind: 'self-test'; readonly options: SelfTestOptions }
  | { readonly kind: 'run'; readonly options: RunOptions };

export interface SelfTestOptions {
  readonly mode: Mode;
  readonly seed: number | undefined;
  /** Test the suite on servers of these kinds only. */
  readonly only: readonly SubjectKind[] | undefined;
  readonly reports: readonly string[];
}

export interface RunOptions {
  /** Undefined for the embedded mock server. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  readonly authOnlyKey: string | undefined;
  readonly allowHost: string | undefined;
  readonly seed: number | undefined;
  readonly budget: Budget;
  readonly only: readonly string[] | undefined;
  readonly concurrency: number | undefined;
  readonly deadlineMs: number | undefined;
  readonly settleMs: number | undefined;
  readonly timeLimitMs: number | undefined;
  readonly rate: number | undefined;
  readonly existing: ExistingUsers | undefined;
  readonly driver: string | undefined;
  readonly replay: string | undefined;
  readonly knownFailures: string | undefined;
  readonly reports: readonly string[];
  readonly behaviourOut: string | undefined;
  readonly dryRun: boolean;
  /** With a shell script for each violation. */
  readonly verbose: boolean;
  readonly name: string | undefined;
  /** The report of the run whose remains are to be removed; nothing else is done then. */
  readonly clean: string | undefined;
}

type Values = Written['values'];

/** What the command line asks for, or one sentence that says what is wrong with it. No sentence repeats a key. */
export function parseOptions(written: Written, env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  const { values, options, positionals } = written;
  const problems: string[] = [];
  const bad: Complain = (sentence) => {
    if (sentence !== undefined) problems.push(sentence);
  };
  const reports = options.filter(([name]) => name === 'report').map(([, path]) => path);
  if (positionals.length > 1) bad('Only one BASE_URL can be given, and there is a second argument; see --help.');
  const commandLine = commandLineOf({ baseUrl: positionals[0], values, reports }, env, bad);
  const [problem] = problems;
  return problem === undefined ? accept(commandLine) : refuse(problem);
}

interface Given {
  readonly baseUrl: string | undefined;
  readonly values: Values;
  readonly reports: readonly string[];
}

function commandLineOf(given: Given, env: NodeJS.ProcessEnv, bad: Complain): CommandLine {
  const { values } = given;
  if (values.list !== undefined && given.baseUrl?.includes('://') === false) {
    bad(`--list lists them all; --only chooses among them, as in --list --only ${examples.only}.`);
  }
  if (values.list !== undefined) return { kind: 'list', only: requirementIds(values.only, bad) };
  if (values['self-test'] !== undefined) return { kind: 'self-test', options: selfTestOptions(given, bad) };
  return { kind: 'run', options: runOptions(given, env, bad) };
}

function selfTestOptions({ baseUrl, reports, values }: Given, bad: Complain): SelfTestOptions {
  const allowed: readonly string[] = ['self-test', 'budget', 'seed', 'only', 'report'];
  const other = Object.keys(values).find((name) => !allowed.includes(name));
  if (baseUrl !== undefined) bad('--self-test tests the suite itself; it takes no BASE_URL.');
  else if (other !== undefined)
    bad(`--self-test tests the suite itself; with it go --budget, --seed, --only and --report, not --${other}.`);
  for (const path of reports) bad(endingProblem(path, pageEndings));
  const budget = budgetOf(values.budget ?? 'quick', bad);
  if (budget !== 'quick' && budget !== 'default')
    bad(`The self-test has the budgets quick and default, not ${budget}.`);
  const only = values.only === undefined ? undefined : listOf(values.only);
  for (const kind of only?.filter((kind) => !subjectKinds.some((known) => known === kind)) ?? []) {
    bad(notAllowed('With --self-test the value of --only cannot be', kind, subjectKinds));
  }
  return {
    mode: budget === 'quick' ? 'quick' : 'full',
    seed: whole('seed', values, bad),
    only: only && subjectKinds.filter((kind) => only.includes(kind)),
    reports,
  };
}

/** Notes what is wrong with a value; whatever stands in for the value then is not used. */
type Complain = (sentence: string | undefined) => void;

function runOptions({ baseUrl, reports, values }: Given, env: NodeJS.ProcessEnv, bad: Complain): RunOptions {
  const target = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, values['allow-host']);
  if (target?.ok === false) bad(target.refusal);
  if (target === undefined && values['allow-host'] !== undefined) {
    bad('--allow-host goes with a BASE_URL; without one the embedded mock server is tested.');
  }
  for (const path of reports) bad(endingProblem(path, reportEndings));
  if (reports.some((path) => path === values['behaviour-out'])) {
    bad(`--report and --behaviour-out would both be written to ${values['behaviour-out']}; name two files.`);
  }

  const given = { apiKey: values['api-key'], authOnlyKey: values['auth-only-key'] };
  const keys = readKeys(given, env, { apiKey: '--api-key', authOnlyKey: '--auth-only-key' });
  if (!keys.ok) bad(keys.refusal);

  return {
    baseUrl: target?.ok ? target.value : undefined,
    ...(keys.ok ? keys.value : { apiKey: localKey, authOnlyKey: undefined }),
    allowHost: values['allow-host'],
    seed: whole('seed', values, bad),
    budget: budgetOf(values.budget, bad),
    only: requirementIds(values.only, bad),
    concurrency: whole('concurrency', values, bad, ranges.concurrency),
    deadlineMs: whole('deadline', values, bad, ranges.deadlineMs),
    settleMs: whole('settle', values, bad, ranges.settleMs),
    timeLimitMs: timeLimit(values, bad),
    rate: rate(values, bad),
    existing: existingUsers(values, target !== undefined, bad),
    driver: values.driver,
    replay: values.replay,
    knownFailures: values['known-failures'],
    reports,
    behaviourOut: values['behaviour-out'],
    dryRun: values['dry-run'] !== undefined,
    verbose: values.verbose !== undefined,
    name: values.name,
    clean: cleaning(values, target !== undefined, bad),
  };
}

function whole(
  name: Name,
  values: Values,
  bad: Complain,
  [least, most]: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
): number | undefined {
  const written = values[name];
  if (written === undefined) return undefined;
  const value = Number(written);
  if (!/^-?\d+$/u.test(written) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? '' : ` from ${least} to ${most}`;
    bad(`The value of --${name} must be a whole number${range}, not ${written}.`);
  }
  return value;
}

function cleaning(values: Values, hasTarget: boolean, bad: Complain): string | undefined {
  const allowed: readonly string[] = ['clean', 'api-key', 'allow-host', 'driver', 'deadline', 'concurrency', 'rate'];
  const other = Object.keys(values).find((name) => !allowed.includes(name));
  if (values.clean === undefined) return undefined;
  if (!hasTarget) bad('--clean needs a BASE_URL: the embedded mock server keeps nothing.');
  if (other !== undefined)
    bad(`--clean removes what a run has left, and does nothing else; --${other} has no meaning there.`);
  return values.clean;
}

function timeLimit(values: Values, bad: Complain): number | undefined {
  const [, most] = ranges.timeLimitMs;
  const seconds = whole('time-limit', values, bad, [1, most / 1_000]);
  return seconds === undefined ? undefined : seconds * 1_000;
}

function rate({ rate: written }: Values, bad: Complain): number | undefined {
  if (written === undefined) return undefined;
  const [least, most] = ranges.rate;
  const value = Number(written);
  if (!/^\d+(\.\d+)?$/u.test(written) || value < least || value > most) {
    bad(`The value of --rate must be a number from ${least} to ${most}, not ${written}.`);
  }
  return value;
}

function budgetOf(written: string | undefined, bad: Complain): Budget {
  const budget = budgetNames.find((name) => name === (written ?? 'default'));
  if (budget === undefined) bad(notAllowed('The value of --budget cannot be', written, budgetNames));
  return budget ?? 'default';
}

function requirementIds(written: string | undefined, bad: Complain): readonly string[] | undefined {
  if (written === undefined) return undefined;
  const known = requirements.map(({ id }) => id);
  const ids = listOf(written);
  if (ids.length === 0) bad('The value of --only names no requirement; see --list.');
  for (const id of ids.filter((id) => !isRequirementId(id))) {
    const nearest = nearestName(id, known);
    bad(`There is no requirement ${id}; ${nearest === undefined ? 'see --list.' : `did you mean ${nearest}?`}`);
  }
  return ids.filter(isRequirementId);
}

/** The items of a list with commas, each once. */
const listOf = (written: string): readonly string[] => [
  ...new Set(
    written
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
];

function existingUsers(values: Values, hasTarget: boolean, bad: Complain): ExistingUsers | undefined {
  const { users: written, group } = values;
  const isAllowed = values['allow-existing'] !== undefined;
  if (written === undefined) {
    if (group !== undefined) bad('--group goes with --users, which names who acts.');
    if (isAllowed) bad('--allow-existing goes with --users, which names whose conversations may be reset.');
    return undefined;
  }
  const users = listOf(written);
  if (users.length < 2)
    bad('--users needs two different users at least, as in --users alice,bob,carol: the first one acts.');
  for (const id of [...users, ...(group === undefined ? [] : [group])]) {
    if (!/^[\x21-\x7e]+$/u.test(id)) bad(`${id} cannot be the id of a user or group: no header can carry it.`);
  }
  if (!isAllowed) bad(`This would reset conversations of ${users[0]}; if that is meant, add --allow-existing.`);
  if (!hasTarget) bad('--users needs a BASE_URL: the embedded mock server has no users of yours.');
  for (const other of ['driver', 'replay'] as const) {
    if (values[other] !== undefined) bad(`--users and --${other} exclude each other: nothing is created with --users.`);
  }
  return group === undefined ? { users } : { users, group };
}
