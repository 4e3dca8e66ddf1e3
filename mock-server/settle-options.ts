import { accept, type Result, refuse } from '../core/index.ts';
import { wrongKey } from '../fixtures/command-line/api-keys.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { axes } from './axis.ts';
import { wrongOrigin } from './cors.ts';
import { isJsonObject } from './decode-json.ts';
import { mockDefaults } from './settings.ts';
import type { MockServerOptions } from './start-mock-server.ts';

/** The options of a mock server with those that have a default. */
export type Settled = MockServerOptions & {
  readonly [Name in keyof typeof mockDefaults]: NonNullable<MockServerOptions[Name]>;
};

/** What is wrong with a value, in a sentence. */
type Check = (value: unknown, name: string) => string | undefined;

const must = (words: string, holds: (value: unknown) => boolean): Check => {
  return (value, name) => (holds(value) ? undefined : `${name} must be ${words}, not ${JSON.stringify(value)}.`);
};
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const flag = must('true or false', (value) => typeof value === 'boolean');
const source = must('a file, the name of a shipped one, or a map', (value) => isText(value) || isJsonObject(value));
const whole = (least: number, most: number): Check =>
  must(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  );
const listOf =
  (check: Check): Check =>
  (value, name) =>
    Array.isArray(value)
      ? value.map((one) => check(one, name)).find((wrong) => wrong !== undefined)
      : `${name} must be a list, not ${JSON.stringify(value)}.`;
/** No sentence repeats a key. */
const key: Check = (value, name) =>
  typeof value === 'string' ? wrongKey(value, name) : `The key in ${name} must be a text, such as 'local-key'.`;
const origin: Check = (value, name) => wrongOrigin(String(value), name);
const axis: Check = (value) => {
  if (axes.some((known) => known === value)) return undefined;
  const near = nearestName(String(value), axes);
  return `${value} is no axis; ${near === undefined ? `those are ${axes.join(', ')}` : `did you mean ${near}?`}`;
};

const checks: { readonly [Name in keyof Required<MockServerOptions>]: Check } = {
  world: source,
  behaviour: source,
  apiKey: key,
  authOnlyKey: key,
  host: must("an address or name of this machine, such as '127.0.0.1'", isText),
  port: whole(0, 65_535),
  listen: flag,
  journal: whole(0, 1_000_000),
  sandboxes: whole(1, 100_000),
  failOnUnspecified: flag,
  allowUnspecified: listOf(axis),
  control: flag,
  cors: (value, name) => (value === false ? undefined : listOf(origin)(value, name)),
  controlToken: key,
};

const names = Object.keys(checks) as (keyof MockServerOptions)[];

/**
 * The options of a mock server with all that was left out, or the first thing that is wrong; `called` is what an option
 * is called where it was given.
 */
export function settleOptions(
  written: { readonly [Name in keyof MockServerOptions]?: MockServerOptions[Name] | undefined },
  called: (name: keyof MockServerOptions) => string = (name) => name,
): Result<Settled, string> {
  if (!isJsonObject(written)) return refuse(`The options must be a map, not ${JSON.stringify(written)}.`);
  const given: MockServerOptions = Object.fromEntries(Object.entries(written).filter(([, one]) => one !== undefined));
  const stray = Object.keys(given).find((name) => !names.some((known) => known === name));
  if (stray !== undefined) {
    return refuse(`There is no option ${stray}; did you mean ${nearestName(stray, names) ?? names.join(', ')}?`);
  }
  for (const name of names) {
    const wrong = name in given ? checks[name](given[name], called(name)) : undefined;
    if (wrong !== undefined) return refuse(wrong);
  }
  const settled: Settled = { ...mockDefaults, ...given };
  const { apiKey, authOnlyKey, control, controlToken, failOnUnspecified, allowUnspecified } = settled;
  if (apiKey === authOnlyKey) {
    return refuse(`The keys of ${called('apiKey')} and ${called('authOnlyKey')} must differ.`);
  }
  if (!control && controlToken !== undefined) {
    return refuse(`The options ${called('control')} and ${called('controlToken')} exclude each other.`);
  }
  if (!failOnUnspecified && allowUnspecified.length > 0) {
    return refuse(`The option ${called('allowUnspecified')} needs ${called('failOnUnspecified')}.`);
  }
  return accept(settled);
}
