import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { keyVariable, localKey } from '../fixtures/command-line/api-keys.ts';
import { keyOf } from './authenticate.ts';
import type { FaultControl, ListedFault, WrongAnswer } from './control/control-faults.ts';
import type { JournalEntry } from './control/control-journal.ts';
import type { SandboxControl } from './control/control-sandbox.ts';
import type { FreshWorld } from './control/fresh-world.ts';
import type { Health } from './control/health.ts';
import type { PlannedFault } from './control/planned-fault.ts';
import { controlVariable, tokenVariable, urlVariable } from './settings.ts';

export type { JournalEntry, JournalFilter } from './control/control-journal.ts';
export type { FreshWorld } from './control/fresh-world.ts';
export type { PlannedFault } from './control/planned-fault.ts';

/** A mock server that runs in another process, with the controls of one that runs in this. */
export type ConnectedMockServer = ReturnType<typeof connectMockServer>;

/** Each method, once over HTTP, comes back later. */
type OverHttp<Control> = {
  readonly [Name in keyof Control]: Control[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : OverHttp<Control[Name]>;
};

export type ConnectedSandbox = OverHttp<Omit<SandboxControl, 'name' | 'faults'>> & {
  /** Empty for the sandbox of the key itself. */
  readonly name: string;
  readonly url: string;
  /** What the app under test is given in place of the server's key. */
  readonly apiKey: string;
  readonly faults: OverHttp<Omit<FaultControl, 'add'>> & {
    readonly add: (fault: PlannedFault) => Promise<ConnectedFault>;
  };
  /** Frees what it holds; it is of no use afterwards. That of the key itself stays. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A fault that was armed; `list` and the journal say how many requests met it. */
export type ConnectedFault = Omit<ListedFault, 'met'> & { readonly remove: () => Promise<void> };

export interface ConnectOptions {
  /** That of the environment when left out, else `local-key`. */
  readonly apiKey?: string;
  /** What the server was given as `--control-token`; that of the environment when left out. */
  readonly controlToken?: string;
}

/**
 * The controls of a mock server that runs already: the one that `exec` started for this process, or the one at `url`
 * (`http://HOST:PORT/v3`). Nothing is sent before the first call; what it refuses rejects with its sentence.
 */
export function connectMockServer(given?: string, options: ConnectOptions = {}) {
  const { env } = process;
  const written = given ?? env[urlVariable];
  if (written === undefined) {
    throw new Error(
      `There is no ${urlVariable} in the environment; run this with npx conversation-reset-mock exec -- COMMAND, or name the URL.`,
    );
  }
  if (!URL.canParse(written)) throw new Error(`${written} is no URL; it is one such as http://127.0.0.1:4010/v3.`);
  const url = written.replace(/\/$/, '');
  const control = (given === undefined ? env[controlVariable] : undefined) ?? new URL('/_mock', url).href;
  const { apiKey = env[keyVariable] ?? localKey, controlToken = env[tokenVariable] } = options;
  const ask = controlClient(control, controlToken);
  const sandbox = async (opens: string, body: object): Promise<ConnectedSandbox> => {
    const { name } = (await ask('POST', opens, {}, body)) as { readonly name: string };
    return { ...connectedSandbox(name, ask), url, apiKey: keyOf(apiKey, name) };
  };
  return {
    /** The address base, with the version segment and no slash at the end. */
    url,
    /** The key that opens the first sandbox. */
    apiKey,
    /** Starts with the starting world, and stays until it is closed; without a name, the one of the key itself. */
    sandbox: (name = '') => sandbox('/sandboxes/hold', { name }),
    /** The same for one test alone, with a world and behaviour of its own. Files are those of the server's machine. */
    freshWorld: (fresh: FreshWorld = {}) => sandbox('/sandboxes/fresh', fresh),
  };
}

type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  query: Readonly<Record<string, unknown>>,
  body?: unknown,
  signal?: AbortSignal,
) => Promise<unknown>;

function connectedSandbox(name: string, askMock: Ask): Omit<ConnectedSandbox, 'url' | 'apiKey'> {
  const ask: Ask = (method, path, query, ...rest) =>
    askMock(method, path, { sandbox: name === '' ? undefined : name, ...query }, ...rest);
  // What comes back is what the method of the same name answers with there; a test compares them all.
  const get = async <Value>(path: string, query: object = {}) => (await ask('GET', path, { ...query })) as Value;
  const post = async <Value>(path: string, body: object = {}) => (await ask('POST', path, {}, body)) as Value;
  const done = async (method: 'POST' | 'PUT', path: string, body: unknown = {}): Promise<void> => {
    await ask(method, path, {}, body);
  };
  let isOpen = name !== '';
  const close = async (): Promise<void> => {
    if (isOpen) await askMock('POST', '/sandboxes/close', {}, { name });
    isOpen = false;
  };
  return {
    name,
    reset: () => done('POST', '/reset'),
    read: () => get('/world'),
    replace: (world) => done('PUT', '/world', world),
    snapshots: {
      take: (snapshot) => done('POST', '/snapshots/take', { name: snapshot }),
      restore: (snapshot) => done('POST', '/snapshots/restore', { name: snapshot }),
      names: async () => (await get<{ names: readonly string[] }>('/snapshots')).names,
    },
    clock: {
      read: () => get('/clock'),
      freeze: (at) => post('/clock/freeze', { at }),
      set: (at) => post('/clock/set', { at }),
      advance: (seconds) => post('/clock/advance', { seconds }),
      resume: () => post('/clock/resume'),
    },
    journal: {
      entries: async (filter) => (await get<{ entries: readonly JournalEntry[] }>('/journal', filter)).entries,
      dropped: async () => (await get<Health>('/health')).journal.dropped,
      wait: async (filter, withinMs, signal) =>
        (await ask('GET', '/journal/wait', { ...filter, withinMs }, undefined, signal)) as JournalEntry,
      clear: () => done('POST', '/journal/clear'),
      restore: (number) => done('POST', '/journal/restore', { number }),
    },
    faults: {
      add: async (fault) => {
        const { met: _, ...added } = await post<ListedFault>('/faults/add', fault);
        return { ...added, remove: () => done('POST', '/faults/remove', { id: added.id }) };
      },
      list: async () => (await get<{ faults: readonly ListedFault[] }>('/faults')).faults,
      remove: (id) => done('POST', '/faults/remove', { id }),
      clear: () => done('POST', '/faults/clear'),
      catalogue: async () => (await get<{ wrong: readonly WrongAnswer[] }>('/faults/catalogue')).wrong,
    },
    health: () => get('/health'),
    behaviour: () => get('/behaviour'),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * With `node:http`, as the `fetch` of a browser's stand-in (jsdom, happy-dom) is a web page's: the control surface takes
 * none. A connection for each request, so that none is met that a server of before has left.
 */
function controlClient(control: string, token: string | undefined): Ask {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return async (method, path, query, body, signal) => {
    const url = new URL(`${control}${path}`);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
    const asked = request(url.href, { method, headers, agent: false, ...(signal && { signal }) });
    // What goes wrong later is an error of the answer too.
    asked.on('error', () => {}).end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(asked, 'response').catch((error: NodeJS.ErrnoException) => {
      throw isAbsent(error) ? noServer(url, error) : error;
    })) as [IncomingMessage];
    return valueIn(await text(answer), answer.statusCode ?? 0, url);
  };
}

function valueIn(body: string, status: number, { origin }: URL): unknown {
  let value: { readonly error?: { readonly message?: unknown; readonly source?: unknown } } | undefined;
  try {
    value = JSON.parse(body);
  } catch {}
  if (status === 200 && value !== undefined) return value;
  const { message, source } = value?.error ?? {};
  // The API itself answers where there is none.
  const isOfControl = message !== undefined && source === undefined;
  const sentence = isOfControl
    ? String(message)
    : `There is no control surface at ${origin}, which answered with ${status}; is it a mock server, and without --no-control?`;
  throw Object.assign(new Error(sentence), { name: 'ControlRefusal', status });
}

const isAbsent = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code);

const noServer = ({ origin }: URL, cause: NodeJS.ErrnoException): Error =>
  new Error(`No mock server answers at ${origin} (${cause.code}); start it first, or run this under its exec.`, {
    cause,
  });
