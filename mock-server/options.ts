import { accept, type Result, refuse } from '../core/index.ts';
import type { PartialBehaviour } from '../fixtures/behaviour.ts';
import { type Given, key, must, readOptions, type Shapes } from '../fixtures/command-line/options.ts';
import { isMap } from '../fixtures/plain-data.ts';
import { anything, checked, choice, either, flag, list, whole } from '../fixtures/shape.ts';
import type { World } from '../fixtures/world.ts';
import { type Axis, axes } from './axis.ts';
import { wrongOrigin } from './cors.ts';
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
  /**
   * Refuses resets that rest on a choice where the specification is silent and could have been said otherwise, and every
   * call that there is not.
   */
  readonly failOnUnspecified?: boolean;
  /** Axes on which such an answer may rest all the same. */
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

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const source = must('a file, the name of a shipped one, or a map', (value) => isText(value) || isMap(value));

const origin = (called: string) => checked(anything, (value) => wrongOrigin(String(value), called));
const listOrFalse = must('a list of origins, or false', (value) => value === false);

const shapes: Shapes<MockServerOptions> = {
  world: source,
  behaviour: source,
  apiKey: key,
  authOnlyKey: key,
  host: must("an address or name of this machine, such as '127.0.0.1'", isText),
  port: (called) => whole(called, 0, 65_535),
  listen: flag,
  journal: (called) => whole(called, 0, 1_000_000),
  sandboxes: (called) => whole(called, 1, 100_000),
  failOnUnspecified: flag,
  allowUnspecified: (called) => list(called, choice(`An axis of ${called}`, axes)),
  control: flag,
  cors: (called) => either(listOrFalse(called), list(called, origin(called)), Array.isArray),
  controlToken: key,
};

/**
 * The options of a mock server with all that was left out, or the first thing that is wrong; `called` is what an option
 * is called where it was given.
 */
export function settleOptions(
  given: Given<MockServerOptions>,
  called: (name: keyof MockServerOptions) => string = (name) => name,
): Result<Settled, string> {
  const read = readOptions('the mock server', given, shapes, called);
  if (!read.ok) return read;
  const settled: Settled = { ...mockDefaults, ...read.value };
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
