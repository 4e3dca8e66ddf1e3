import { accept, type Result, refuse } from '../core/index.ts';
import type { PartialBehaviour } from '../fixtures/behaviour.ts';
import { wrongKey } from '../fixtures/command-line/api-keys.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import type { World } from '../fixtures/world.ts';
import { type Axis, axes } from './axis.ts';
import { wrongOrigin } from './cors.ts';
import { isJsonObject } from './decode-json.ts';
import { mockDefaults } from './settings.ts';

export interface MockServerOptions {
  /** The starting world: data, a file, or a shipped one by its name; a team of five when left out. */
  readonly world?: World | string;
  /** What to do where the specification is silent: some of the axes, a file, or a shipped one by its name. */
  readonly behaviour?: PartialBehaviour | string;
  /** `local-key` when left out. */
  readonly apiKey?: string;
  /** A key that lacks the scope. */
  readonly authOnlyKey?: string;
  /** `127.0.0.1` when left out. */
  readonly host?: string;
  /** 0, when left out, picks a free one. */
  readonly port?: number;
  /** False for `handle` alone, without a socket. */
  readonly listen?: boolean;
  /** How many requests each sandbox's journal keeps (1,000). */
  readonly journal?: number;
  /** How many sandboxes that nobody holds are open at once (128). */
  readonly sandboxes?: number;
  /** Refuses resets that rest on a choice where the specification is silent and could have been said otherwise. */
  readonly failOnUnspecified?: boolean;
  /** Axes on which such a reset may rest all the same. */
  readonly allowUnspecified?: readonly Axis[];
  /** False serves no `/_mock`; the methods work all the same. */
  readonly control?: boolean;
  /** Origins whose pages may call the API, beside those of this machine, `*` for any; false for none at all. */
  readonly cors?: readonly string[] | false;
  /** Opens `/_mock` to whoever has it, from other machines too, and to nobody else. */
  readonly controlToken?: string;
}

/** The options of a mock server with those that have a default. */
export type Settled = MockServerOptions & {
  readonly [Name in keyof typeof mockDefaults]: NonNullable<MockServerOptions[Name]>;
};

/** What is wrong with a value, in a sentence. */
type Check = (value: unknown, name: string) => string | undefined;

const must =
  (words: string, holds: (value: unknown) => boolean): Check =>
  (value, name) =>
    holds(value) ? undefined : `${name} must be ${words}, not ${JSON.stringify(value)}.`;
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
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
const origins = listOf((value, name) => wrongOrigin(String(value), name));
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
  cors: (value, name) => (value === false ? undefined : origins(value, name)),
  controlToken: key,
};

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
  const names = Object.keys(checks) as (keyof MockServerOptions)[];
  const stray = Object.keys(given).find((name) => !(name in checks));
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
