import { nearestName } from '../../fixtures/nearest-name.ts';
import { numberOf } from '../../fixtures/plain-data.ts';
import { anything, map, text } from '../../fixtures/shape.ts';
import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { entriesAsJson, type JournalFilter } from './control-journal.ts';
import type { SandboxControl } from './control-sandbox.ts';
import type { FreshWorld } from './fresh-world.ts';
import type { PlannedFault } from './planned-fault.ts';
import { ControlRefusal, checked, checkSandboxName } from './refusal.ts';
import { keyRemover } from './without-keys.ts';

/** A request to the control surface; `?sandbox=NAME` says which one, and is left out for that of the key itself. */
interface ControlRequest {
  readonly method: string;
  /** Below `/_mock`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

interface Operation {
  readonly about: string;
  /** The fields of its body, in the order in which the method takes them. */
  readonly takes?: readonly string[];
  /** What it answers with, where that is more than the method of `SandboxControl` that its path names. */
  readonly ask?: (control: SandboxControl, request: ControlRequest) => unknown;
  /** The same without the methods, which bring along all that can go wrong on purpose; text is sent as it is. */
  readonly run?: (request: ControlRequest, sandbox: Sandbox, mock: Mock) => unknown;
}

const operations: Readonly<Record<string, Operation | undefined>> = {
  'GET /health': { about: 'what is there, and how much more may be' },
  'GET /behaviour': { about: 'the running behaviour' },
  'POST /reset': { about: 'the sandbox as it was when it was opened' },
  'GET /world': {
    about: 'the world in full, as --world takes it',
    run: async (_request, sandbox) => (await import('./replace-world.ts')).worldText(sandbox),
  },
  'PUT /world': {
    about: 'puts another one there; YAML or JSON, or in quotes a file or the name of a shipped one',
    run: async ({ body }, sandbox) => {
      const { replaceWorld, replaceWorldByText } = await import('./replace-world.ts');
      const name = /^"[^"]+"$/.test(body) ? await jsonIn(body) : undefined;
      return typeof name === 'string' ? replaceWorld(sandbox, name) : replaceWorldByText(sandbox, body);
    },
  },
  'GET /sandboxes': {
    about: 'those with a name that are open, and how many entries their journals have',
    run: (_request, _sandbox, { sandboxes }) => ({ sandboxes: sandboxes.list() }),
  },
  'POST /sandboxes/fresh': {
    about: '{"name", "world", "behaviour"}: opens one that nobody else has, and answers with its name',
    run: async ({ body }, _sandbox, mock) => {
      const { openFreshWorld } = await import('./fresh-world.ts');
      return { name: (await openFreshWorld(mock, (await jsonIn(body)) as FreshWorld)).name };
    },
  },
  'POST /sandboxes/hold': {
    about: '{"name"}: opens it, if it is not, so that it stays until it is closed',
    run: async (request, _sandbox, { sandboxes }) => {
      const name = await nameIn(request);
      checkSandboxName(name);
      return { name: sandboxes.hold(name).name };
    },
  },
  'POST /sandboxes/close': {
    about: '{"name"}: frees what it holds',
    run: async (request, _sandbox, { sandboxes }) => {
      const name = await nameIn(request);
      if (name === '' || sandboxes.find(name) === undefined) {
        throw new ControlRefusal(`There is no sandbox ${JSON.stringify(name)} with a name.`, 404);
      }
      sandboxes.close(name);
    },
  },
  'GET /snapshots': { about: 'their names', ask: (control) => ({ names: control.snapshots.names() }) },
  'POST /snapshots/take': { about: '{"name"}: keeps the state, not clock, journal and faults', takes: ['name'] },
  'POST /snapshots/restore': { about: '{"name"}', takes: ['name'] },
  'GET /clock': { about: 'the time, and whether it stands', ask: (control) => control.clock.read() },
  'POST /clock/freeze': { about: '{"at"} or {}: it stands there', takes: ['at'] },
  'POST /clock/set': { about: '{"at"}: UNIX seconds, or such as "2026-11-20T12:00:00Z"', takes: ['at'] },
  'POST /clock/advance': { about: '{"seconds"}', takes: ['seconds'] },
  'POST /clock/resume': { about: 'it goes on' },
  'GET /journal': {
    about: 'what happened; ?method, path, onBehalfOf, status, unspecified, fault, after, last',
    run: async ({ query }, sandbox, { keys }) => {
      const entries = entriesAsJson(sandbox, keyRemover(keys), filterIn(query));
      return `{"entries":[${entries.join()}],"dropped":${sandbox.journal.dropped()}}`;
    },
  },
  'GET /journal/wait': {
    about: 'the first entry that fits, once it is there; also ?withinMs',
    ask: (control, { query, signal }) =>
      control.journal.wait(filterIn(query, 'withinMs'), numberOf(query.get('withinMs') ?? undefined) as number, signal),
  },
  'POST /journal/clear': { about: 'forgets what happened' },
  'POST /journal/restore': { about: '{"number"}: the state as it was before that request', takes: ['number'] },
  'GET /overview': {
    about: 'what the page at / shows: sandboxes, lists and journal, filtered as the journal is',
    run: async ({ query }, sandbox, mock) =>
      (await import('../inspector/overview.ts')).overviewOf(mock, sandbox, filterIn(query)),
  },
  'GET /faults': { about: 'what is armed', ask: (control) => ({ faults: control.faults.list() }) },
  'POST /faults/add': {
    about: 'a fault on purpose: {"status"|"latencyMs"|"drop"|"cutBody"|"invalidJson"|"wrong", "matching", ...}',
    ask: async (control, { body }) => control.faults.add((await jsonIn(body)) as PlannedFault),
  },
  'POST /faults/remove': { about: '{"id"}: disarms that one', takes: ['id'] },
  'POST /faults/clear': { about: 'disarms all' },
  'GET /faults/catalogue': {
    about: 'the wrong answers that can show under the running behaviour, by name',
    ask: (control) => ({ wrong: control.faults.catalogue() }),
  },
};

/** The methods check what they are given. */
async function runMethod(control: SandboxControl, { path, body }: ControlRequest, takes: readonly string[]) {
  const steps = path.split('/').slice(1);
  const method = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], control);
  const shape = map('the body', Object.fromEntries(takes.map((name) => [`${name}?`, anything])));
  const fields = checked(await jsonIn(body), shape);
  return (method as (...given: readonly unknown[]) => unknown)(...takes.map((name) => fields[name]));
}

const nameIn = async ({ body }: ControlRequest) => checked(await jsonIn(body), named).name;
const named = map('the body', { name: text('the name of a sandbox') });

/** Does what is asked for, and answers with what is to be sent. */
export async function operate(mock: Mock, request: ControlRequest): Promise<unknown> {
  const { method, path, query } = request;
  const twice = [...query.keys()].find((given) => query.getAll(given).length > 1);
  if (twice !== undefined) throw new ControlRefusal(`${twice} stands in the query twice; write it once.`);
  if (path === '' || path === '/') {
    const abouts = Object.entries(operations).map(([known, operation]) => [known, operation?.about]);
    return { operations: Object.fromEntries(abouts) };
  }
  const name = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  const operation = operations[name];
  if (operation === undefined) throw new ControlRefusal(unknownOperation(name), 404);
  // A filter is checked where it is used. Elsewhere a slip would reach the wrong sandbox.
  const takesFilter = name.startsWith('GET /journal') || name === 'GET /overview';
  const stray = takesFilter ? undefined : [...query.keys()].find((given) => given !== 'sandbox');
  if (stray !== undefined) throw new ControlRefusal(`${name} has no parameter ${stray}; it has sandbox.`);
  const sandbox = sandboxFor(mock, query.get('sandbox') ?? '', name.startsWith('GET '));
  if (operation.run !== undefined) return operation.run(request, sandbox, mock);
  const { controlSandbox } = await import('./control-sandbox.ts');
  const control = controlSandbox(mock, sandbox.name, () => sandbox);
  if (operation.ask !== undefined) return operation.ask(control, request);
  return runMethod(control, request, operation.takes ?? []);
}

/** What only looks opens nothing, so that no slip takes the place of a sandbox in use. */
function sandboxFor({ sandboxes }: Mock, name: string, looks: boolean): Sandbox {
  checkSandboxName(name);
  const sandbox = looks ? sandboxes.find(name) : sandboxes.open(name);
  if (sandbox !== undefined) return sandbox;
  throw new ControlRefusal(`There is no sandbox ${name}; POST /_mock/reset?sandbox=${name} opens it.`, 404);
}

function unknownOperation(name: string): string {
  const [, path = ''] = name.split(' ');
  const same = Object.keys(operations).filter((known) => known.endsWith(` ${path}`));
  const near = same.length > 0 ? same.join(' or ') : nearestName(name.slice(0, 100), Object.keys(operations));
  return `There is no ${name} under /_mock; ${near === undefined ? 'GET /_mock lists what there is' : `did you mean ${near}?`}`;
}

async function jsonIn(body: string): Promise<unknown> {
  if (body === '') return {};
  const { readJson } = await import('../../fixtures/read-json.ts');
  const read = readJson(body, () => {});
  if (read.ok) return read.value;
  throw new ControlRefusal(`The body, at character ${read.refusal.offset + 1}: ${read.refusal.sentence}`);
}

/** A filter as a query has it, `beside` something: what is to be a number there is made one, and checked with the rest. */
function filterIn(query: URLSearchParams, beside?: string): JournalFilter {
  const given = [...query].filter(([name]) => name !== 'sandbox' && name !== beside);
  const numbers = ['status', 'after', 'last'];
  return Object.fromEntries(given.map(([name, text]) => [name, numbers.includes(name) ? numberOf(text) : text]));
}
