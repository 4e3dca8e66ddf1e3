import { randomInt } from 'node:crypto';
import { accept, type Result, refuse } from '../core/result.ts';
import { keyVariable, localKey } from '../fixtures/command-line/api-keys.ts';
import { type Given, key, must, readOptions, type Shapes } from '../fixtures/command-line/options.ts';
import { isMap } from '../fixtures/plain-data.ts';
import { checked, choice, list, map, text, whole } from '../fixtures/shape.ts';
import { budgets } from './report/document.ts';
import { noRequirement } from './requirements.ts';
import { idPattern } from './scenario/scenario.ts';
import { readBaseUrl } from './target/base-url.ts';
import { type VerifyOptions, verifyDefaults } from './verify-options.ts';

/** Options with everything that a run has to know. */
export type Settled = VerifyOptions & {
  readonly [Name in keyof typeof verifyDefaults | 'apiKey' | 'seed']: NonNullable<VerifyOptions[Name]>;
};

/** What only the suite itself gives is neither checked nor named. */
type Checked = Omit<VerifyOptions, 'connect' | 'stopAt' | 'begunAt'>;

const isFunction = must('a function', (value) => typeof value === 'function');
const isSignal = must('an AbortSignal', (value) => value instanceof AbortSignal);

const requirementIds = (called: string) =>
  checked(list(called, text(`An id of ${called}`)), (ids) => {
    if (ids.length === 0) return `${called} names no requirement; leave it out to judge all.`;
    const [unknown] = ids.flatMap((id) => noRequirement(id) ?? []);
    return unknown?.replace(/^t/, 'T');
  });

function existingUsers(called: string) {
  // A scenario reads a `~` within an id as the beginning of the run's own.
  const rule = 'name one of 1 to 100 visible ASCII characters other than /, \\ and ~';
  const id = (what: string) => text(`${what} of ${called}`, `^(?!.*~)${idPattern}{1,100}$`, rule);
  const fields = { users: list(`users of ${called}`, id('A user')), 'group?': id('The group') };
  return checked(map(called, fields), ({ users }) =>
    new Set(users).size < 2 ? `${called} needs two different users at least: the first one acts.` : undefined,
  );
}

/** A day. */
export const mostLimitMs = 86_400_000;

const shapes: Shapes<Checked> = {
  baseUrl: text,
  apiKey: key,
  authOnlyKey: key,
  allowHost: text,
  seed: must('a whole number', Number.isSafeInteger),
  name: text,
  budget: (called) => choice(called, budgets),
  only: requirementIds,
  driver: isFunction,
  existing: existingUsers,
  concurrency: (called) => whole(called, 1, 256),
  deadlineMs: (called) => whole(called, 1, 600_000),
  settleMs: (called) => whole(called, 0, 600_000),
  timeLimitMs: (called) => whole(called, 1, mostLimitMs),
  rate: must('a number from 0.01 to 10000', (value) => Number(value) === value && value >= 0.01 && value <= 10_000),
  signal: isSignal,
  tidyingSignal: isSignal,
  onProgress: isFunction,
};

/**
 * The options with their defaults, or a sentence that says which one cannot be what it is; `called` is what an option is
 * called where it was written. Where no key is given, it is that of the environment.
 */
export function settleOptions(
  given: Given<VerifyOptions>,
  called: (name: keyof Checked) => string = (name) => name,
): Result<Settled, string> {
  const { connect, stopAt, begunAt, ...checked } = (isMap(given) ? given : {}) as VerifyOptions;
  if (checked.baseUrl === undefined) return refuse('verify needs baseUrl.');
  const ofEnvironment = checked.apiKey === undefined ? process.env[keyVariable] : undefined;
  const read = readOptions<Checked>(
    'verify',
    { ...checked, apiKey: checked.apiKey ?? ofEnvironment },
    shapes,
    (name) => (name === 'apiKey' && ofEnvironment !== undefined ? keyVariable : called(name)),
  );
  if (!read.ok) return read;
  const defaults = { ...verifyDefaults, apiKey: localKey, seed: randomInt(2 ** 31) };
  const settled = { ...defaults, ...read.value, connect, stopAt, begunAt };
  const { apiKey, authOnlyKey, baseUrl, allowHost } = settled;
  if (apiKey === authOnlyKey) {
    return refuse(`The keys of ${called('apiKey')} and ${called('authOnlyKey')} must differ.`);
  }
  // No address leads to a target in the same process.
  const address = connect === undefined ? readBaseUrl(baseUrl, allowHost, called) : accept(baseUrl);
  return address.ok ? accept({ ...settled, baseUrl: address.value }) : address;
}

/** As `settleOptions`, for options from code: throws where one of them cannot be what it is. */
export function settled(options: VerifyOptions): Settled {
  const read = settleOptions(options);
  if (!read.ok) throw new TypeError(read.refusal);
  return read.value;
}
