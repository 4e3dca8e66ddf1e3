import { randomInt } from 'node:crypto';
import { readKeys } from '../fixtures/command-line/api-keys.ts';
import { isMap, Place, type Problem, shown } from '../fixtures/problem.ts';
import { choice, list, map, type Shape, text, whole } from '../fixtures/shape.ts';
import { noRequirement } from './no-requirement.ts';
import { budgets } from './report/document.ts';
import { isRequirementId } from './requirements/all.ts';
import { readBaseUrl } from './target/base-url.ts';
import type { VerifyOptions } from './verify-options.ts';

type Defaulted = 'apiKey' | 'seed' | 'budget' | 'concurrency' | 'deadlineMs' | 'settleMs' | 'timeLimitMs';

/** Options with everything that a run has to know. */
export type Settled = VerifyOptions & { readonly [Name in Defaulted]: NonNullable<VerifyOptions[Name]> };

/** The options with their defaults. Throws an error of one sentence where one of them cannot be what it is. */
export function settleOptions(options: VerifyOptions): Settled {
  if (!isMap(options as unknown)) throw new TypeError(`The options of verify must be a map, not ${shown(options)}.`);
  const { connect, stopAt: _stopAt, begunAt: _begunAt, ...checked } = options;
  const [problem] = optionProblems(checked, (name) => name);
  if (problem !== undefined) throw new TypeError(problem.sentence);
  if (options.baseUrl === undefined) throw new TypeError('verify needs baseUrl.');
  const keys = readKeys(options, process.env, { apiKey: 'apiKey', authOnlyKey: 'authOnlyKey' });
  if (!keys.ok) throw new TypeError(keys.refusal);
  // No address leads to a target in the same process.
  const words = { address: 'baseUrl', permit: 'the option allowHost: ' };
  const baseUrl = connect === undefined ? readBaseUrl(options.baseUrl, options.allowHost, words) : undefined;
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

type Check = (name: string) => Pick<Shape<unknown>, 'read'>;

const must =
  (words: string, holds: (value: unknown) => boolean): Check =>
  (name) => ({
    read: (place, value) => {
      if (!holds(value)) place.problem(`${name} must be ${words}, not ${shown(value)}.`);
    },
  });
const isFunction = must('a function', (value) => typeof value === 'function');
const isSignal = must('an AbortSignal', (value) => value instanceof AbortSignal);

/** What only the suite itself gives is neither checked nor named. */
type Checked = Exclude<keyof VerifyOptions, 'connect' | 'stopAt' | 'begunAt'>;

const checks: Readonly<Record<Checked, Check>> = {
  baseUrl: text,
  apiKey: text,
  authOnlyKey: text,
  allowHost: text,
  seed: must('a whole number', Number.isSafeInteger),
  name: text,
  budget: (name) => choice(name, budgets),
  only: (name) => ({
    read: (place, value) => {
      const ids = list(name, text(`An id of ${name}`)).read(place, value);
      for (const [index, id] of ids.entries()) {
        if (!isRequirementId(id)) place.in(index).problem(noRequirement(id).replace(/^t/, 'T'));
      }
      if (ids.length === 0) place.problem(`${name} names no requirement; leave it out to judge all.`);
    },
  }),
  driver: isFunction,
  existing: (name) => ({
    read: (place, value) => {
      const fields = { users: list(`users of ${name}`, text(`A user of ${name}`)), group: text(`group of ${name}`) };
      const { users } = map(name, fields, { required: ['users'] }).read(place, value);
      const isFew = new Set(users).size < 2;
      if (isFew) place.problem(`${name} needs two different users at least: the first one acts.`);
    },
  }),
  concurrency: (name) => whole(name, 1, 256),
  deadlineMs: (name) => whole(name, 1, 600_000),
  settleMs: (name) => whole(name, 0, 600_000),
  timeLimitMs: (name) => whole(name, 1, 86_400_000),
  rate: must('a number from 0.01 to 10000', (value) => Number(value) === value && value >= 0.01 && value <= 10_000),
  signal: isSignal,
  tidyingSignal: isSignal,
  onProgress: isFunction,
};

/** What is wrong with options, each called by the name under which it was given. */
export function optionProblems(options: object, nameOf: (option: Checked) => string): readonly Problem[] {
  const place = new Place();
  const names = Object.keys(checks) as Checked[];
  const shapes = names.map((name) => [name, { schema: {}, ...checks[name](nameOf(name)) }] as const);
  map('verify', Object.fromEntries(shapes)).read(place, options);
  return place.problems;
}
