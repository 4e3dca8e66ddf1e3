import type { PartialBehaviour } from '../fixtures/behaviour.ts';
import { readKeys, wrongKey } from '../fixtures/command-line/api-keys.ts';
import { isMap, notAllowed, shown } from '../fixtures/problem.ts';
import type { World } from '../fixtures/world.ts';
import { answerFetch } from './answer-fetch.ts';
import { controlWorld, type WorldControl } from './control/control-world.ts';
import { openMock } from './open-mock.ts';
import { mockDefaults, type Numeric, wrongNumber } from './settings.ts';
import { keyOf } from './worlds.ts';

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
  /** How many requests each world's journal keeps (1,000). */
  readonly journal?: number;
  /** How many worlds with a name are open at once (128). */
  readonly worlds?: number;
  /** Refuses resets that rest on a choice where the specification is silent. */
  readonly failOnUnspecified?: boolean;
  /** False serves no `/_mock`; the methods work all the same. */
  readonly control?: boolean;
  /** Opens `/_mock` to whoever has it, from other machines too, and to nobody else. */
  readonly controlToken?: string;
}

export interface MockServer {
  /** The address base, with the version segment and no slash at the end. */
  readonly url: string;
  /** The key that opens the first world. */
  readonly apiKey: string;
  /** A world of its own for each name, cloned from the starting world at its first use; without a name, the first one. */
  readonly world: (name?: string) => ServedWorld;
  /** Answers as `fetch` does, without a socket. Only the path of the URL counts. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Finishes what is in flight, for `grace` milliseconds (1,000) at most. */
  readonly close: (grace?: number) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface ServedWorld extends WorldControl {
  readonly url: string;
  /** What the app under test is given in place of the server's key. */
  readonly apiKey: string;
}

/** Starts a mock server inside this process; rejects with one sentence when an option cannot be what it is. */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const wrong = wrongOption(options);
  if (wrong !== undefined) throw new TypeError(wrong);
  const { world, behaviour, apiKey = mockDefaults.apiKey, authOnlyKey, controlToken } = options;
  const opened = await openMock({
    host: options.host ?? mockDefaults.host,
    port: options.port ?? 0,
    world,
    behaviour,
    apiKey,
    authOnlyKey,
    listen: options.listen ?? true,
    journal: options.journal ?? mockDefaults.journal,
    worlds: options.worlds ?? mockDefaults.worlds,
    failOnUnspecified: options.failOnUnspecified ?? false,
    control: options.control === false ? false : { token: controlToken },
  });
  if (!opened.ok) throw new Error(opened.refusal.join('\n'));
  const { mock, url, close } = opened.value;
  return {
    url,
    apiKey,
    world: (name = '') => ({ ...controlWorld(mock, name), url, apiKey: keyOf(apiKey, name) }),
    handle: (request) => answerFetch(request, mock.handle),
    close: (grace = 1000) => close(grace),
    [Symbol.asyncDispose]: () => close(1000),
  };
}

/** What is wrong with a value that was given, in a sentence. */
type Check = (value: unknown, name: string) => string | undefined;

const key: Check = (value, name) =>
  typeof value === 'string' ? wrongKey(value, name) : `The key in ${name} must be a text, such as 'local-key'.`;
const flag: Check = (value, name) =>
  typeof value === 'boolean' ? undefined : `The value of ${name} must be true or false, not ${shown(value)}.`;
const number =
  (name: Numeric): Check =>
  (value) =>
    wrongNumber(name, value, name, shown(value));
const source: Check = (value, name) =>
  isMap(value) || (typeof value === 'string' && value !== '')
    ? undefined
    : `The value of ${name} must be a file, the name of a shipped one, or a map, not ${shown(value)}.`;
const host: Check = (value, name) =>
  typeof value === 'string' && value !== ''
    ? undefined
    : `The value of ${name} must be an address or name of this machine, such as '127.0.0.1', not ${shown(value)}.`;

const checks: Readonly<Record<keyof MockServerOptions, Check>> = {
  world: source,
  behaviour: source,
  apiKey: key,
  authOnlyKey: key,
  host,
  port: number('port'),
  listen: flag,
  journal: number('journal'),
  worlds: number('worlds'),
  failOnUnspecified: flag,
  control: flag,
  controlToken: key,
};

/** As the command line has it: an empty key would open the server to everybody. */
function wrongOption(options: MockServerOptions): string | undefined {
  if (!isMap(options as unknown)) return `The options of startMockServer must be a map, not ${shown(options)}.`;
  const names = Object.keys(checks) as readonly (keyof MockServerOptions)[];
  const unknown = Object.keys(options).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) return notAllowed('startMockServer has no option', unknown, names);
  for (const name of names) {
    const wrong = options[name] === undefined ? undefined : checks[name](options[name], name);
    if (wrong !== undefined) return wrong;
  }
  if (options.control === false && options.controlToken !== undefined) {
    return 'control: false and controlToken exclude each other.';
  }
  const keys = readKeys(options, {}, { apiKey: 'apiKey', authOnlyKey: 'authOnlyKey' });
  return keys.ok ? undefined : keys.refusal;
}
