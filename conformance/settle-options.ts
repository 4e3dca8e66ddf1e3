import { randomInt } from 'node:crypto';
import { readKeys } from '../fixtures/command-line/api-keys.ts';
import { isMap, Place, type Problem, shown } from '../fixtures/problem.ts';
import { noRequirement } from './no-requirement.ts';
import { isRequirementId } from './requirements/all.ts';
import { readBaseUrl } from './target/base-url.ts';
import { budgetNames, ranges, type VerifyOptions } from './verify-options.ts';

type Defaulted = 'apiKey' | 'seed' | 'budget' | 'concurrency' | 'deadlineMs' | 'settleMs' | 'timeLimitMs';

/** Options with everything that a run has to know. */
export type Settled = VerifyOptions & { readonly [Name in Defaulted]: NonNullable<VerifyOptions[Name]> };

/** The options with their defaults. Throws an error of one sentence where one of them cannot be what it is. */
export function settleOptions(options: VerifyOptions): Settled {
  if (!isMap(options as unknown)) throw new TypeError(`The options of verify must be a map, not ${shown(options)}.`);
  const { connect: _connect, stopAt: _stopAt, ...given } = options;
  const [problem] = optionProblems(given, (name) => name);
  if (problem !== undefined) throw new TypeError(problem.sentence);
  if (options.baseUrl === undefined) throw new TypeError('verify needs baseUrl.');
  const keys = readKeys(options, process.env, { apiKey: 'apiKey', authOnlyKey: 'authOnlyKey' });
  if (!keys.ok) throw new TypeError(keys.refusal);
  // No address leads to a target in the same process.
  const words = { address: 'baseUrl', permit: 'the option allowHost: ' };
  const baseUrl = options.connect === undefined ? readBaseUrl(options.baseUrl, options.allowHost, words) : undefined;
  if (baseUrl?.ok === false) throw new TypeError(baseUrl.refusal);
  return {
    ...options,
    baseUrl: baseUrl?.value ?? options.baseUrl,
    apiKey: keys.value.apiKey,
    seed: options.seed ?? randomInt(2 ** 31),
    budget: options.budget ?? 'default',
    concurrency: options.concurrency ?? 16,
    deadlineMs: options.deadlineMs ?? 10_000,
    settleMs: options.settleMs ?? 500,
    timeLimitMs: options.timeLimitMs ?? 900_000,
  };
}

type Check = (place: Place, value: unknown, name: string) => unknown;

const text: Check = (place, value, name) => place.text(value, name);
const whole: Check = (place, value, name) => {
  if (!Number.isSafeInteger(value)) place.problem(`${name} must be a whole number, not ${shown(value)}.`);
};
const between =
  ([least, most]: readonly [number, number]): Check =>
  (place, value, name) =>
    place.whole(value, name, least, most);
const aFunction: Check = (place, value, name) => {
  if (typeof value !== 'function') place.problem(`${name} must be a function, not ${typeof value}.`);
};
const aSignal: Check = (place, value, name) => {
  if (!(value instanceof AbortSignal)) place.problem(`${name} must be an AbortSignal, not ${shown(value)}.`);
};

/** What only the self-test gives is neither checked nor named. */
type Checked = Exclude<keyof VerifyOptions, 'connect' | 'stopAt'>;

const checks: Readonly<Record<Checked, Check>> = {
  baseUrl: text,
  apiKey: text,
  authOnlyKey: text,
  allowHost: text,
  seed: whole,
  name: text,
  budget: (place, value, name) => place.choice(value, name, budgetNames),
  only: (place, value, name) => {
    const ids = place.list(value, name, (item, given) => {
      const id = item.text(given, `An id of ${name}`);
      if (!isRequirementId(id)) item.problem(noRequirement(id).replace(/^t/, 'T'));
    });
    if (ids.length === 0) place.problem(`${name} names no requirement; leave it out to judge all.`);
  },
  driver: aFunction,
  existing: (place, value, name) => {
    const { users, group } = place.map(value, name, ['users', 'group'], ['users']);
    const names = place.list(users, `users of ${name}`, (item, uid) => item.text(uid, `A user of ${name}`));
    if (new Set(names).size < 2) place.problem(`${name} needs two different users at least: the first one acts.`);
    if (group !== undefined) place.text(group, `group of ${name}`);
  },
  concurrency: between(ranges.concurrency),
  deadlineMs: between(ranges.deadlineMs),
  settleMs: between(ranges.settleMs),
  timeLimitMs: between(ranges.timeLimitMs),
  rate: (place, value, name) => {
    const [least, most] = ranges.rate;
    if (typeof value === 'number' && value >= least && value <= most) return;
    place.problem(`${name} must be a number from ${least} to ${most}, not ${shown(value)}.`);
  },
  signal: aSignal,
  tidyingSignal: aSignal,
  onProgress: aFunction,
};

/** What is wrong with options, each called by the name under which it was given. */
export function optionProblems(options: object, nameOf: (option: Checked) => string): readonly Problem[] {
  const place = new Place();
  const names = Object.keys(checks) as Checked[];
  const entries = place.map(options, 'verify', names);
  for (const name of names) place.optional(name, entries, (at, value) => checks[name](at, value, nameOf(name)));
  return place.problems;
}
