import type { PartialBehaviour } from '../fixtures/behaviour.ts';
import { notAllowed } from '../fixtures/problem.ts';
import type { World } from '../fixtures/world.ts';
import { answerFetch } from './answer-fetch.ts';
import { controlWorld, type WorldControl } from './control/control-world.ts';
import { createMock } from './mock.ts';
import { mockDefaults } from './mock-defaults.ts';
import { startServer } from './server.ts';
import { wrongCount, wrongKey } from './settings.ts';
import { readStartingPoint } from './starting-point.ts';
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
  /** Lets whoever has it use `/_mock`, from other machines too. */
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
  const { host = mockDefaults.host, port = 0, apiKey = mockDefaults.apiKey, authOnlyKey, controlToken } = options;
  const wrong = wrongOption(options);
  if (wrong !== undefined) throw new Error(wrong);
  const { world, behaviour } = options;
  const start = await readStartingPoint({ world, behaviour }, Math.floor(Date.now() / 1000));
  if (!start.ok) throw new Error(start.refusal.join('\n'));
  const mock = await createMock({
    start: start.value,
    keys: authOnlyKey === undefined ? { apiKey } : { apiKey, authOnlyKey },
    journal: options.journal ?? mockDefaults.journal,
    worlds: options.worlds ?? mockDefaults.worlds,
    failOnUnspecified: options.failOnUnspecified ?? false,
    control: options.control === false ? false : { token: controlToken },
    milliseconds: Date.now,
  });
  const server = options.listen === false ? undefined : await startServer({ host, port, ...mock.served });
  const url = `${server?.origin ?? 'http://mock.invalid'}/v3`;
  const close = async (grace = 1000): Promise<void> => {
    mock.closing.abort();
    await server?.close(grace);
  };
  return {
    url,
    apiKey,
    world: (name = '') => ({ ...controlWorld(mock, name), url, apiKey: keyOf(apiKey, name) }),
    handle: (request) => answerFetch(request, mock.handle),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

const names = [
  'world',
  'behaviour',
  'apiKey',
  'authOnlyKey',
  'host',
  'port',
  'listen',
  'journal',
  'worlds',
  'failOnUnspecified',
  'control',
  'controlToken',
] as const satisfies readonly (keyof MockServerOptions)[];

/** As the command line has it: an empty key would open the server to everybody. */
function wrongOption(options: MockServerOptions): string | undefined {
  const unknown = Object.keys(options).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) return notAllowed('startMockServer has no option', unknown, names);
  for (const name of ['apiKey', 'authOnlyKey', 'controlToken'] as const) {
    const wrong = options[name] === undefined ? undefined : wrongKey(options[name], name);
    if (wrong !== undefined) return wrong;
  }
  if (options.authOnlyKey === (options.apiKey ?? mockDefaults.apiKey)) return 'apiKey and authOnlyKey must differ.';
  for (const name of ['journal', 'worlds'] as const) {
    const wrong = options[name] === undefined ? undefined : wrongCount(name, options[name], name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
