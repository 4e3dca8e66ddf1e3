import { nearestName } from '../../fixtures/nearest-name.ts';
import type { Place } from '../../fixtures/problem.ts';
import type { Mock } from '../mock.ts';
import type { Moment } from './control-clock.ts';
import type { JournalFilter } from './control-journal.ts';
import { controlWorld, type WorldControl } from './control-world.ts';
import type { PlannedFault } from './planned-fault.ts';
import { ControlRefusal, checked } from './refusal.ts';
import { replaceWorldByText, worldText } from './replace-world.ts';

/** A request to the control surface; `?world=NAME` says which world, and is left out for that of the key itself. */
export interface ControlRequest {
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
  /** What it answers with; text is sent as it is. */
  readonly run: (world: WorldControl, request: ControlRequest, mock: Mock) => unknown;
}

/** Each is the method of `WorldControl` that its path names. */
const operations: Readonly<Record<string, Operation | undefined>> = {
  'GET /health': { about: 'what is there, and how much more may be', run: (world) => world.health() },
  'GET /behaviour': { about: 'the running behaviour', run: (world) => world.behaviour() },
  'POST /reset': {
    about: 'the world as it was when it was opened',
    run: (world, request) => withoutArguments(request, world.reset),
  },
  'GET /world': {
    about: 'the world in full, as --world takes it',
    run: (world, _, mock) => worldText(mock.worlds.named(world.name)),
  },
  'PUT /world': {
    about: 'puts another one there; YAML or JSON',
    run: (world, { body }, mock) => replaceWorldByText(mock.worlds.named(world.name), body),
  },
  'GET /snapshots': { about: 'their names', run: (world) => ({ names: world.snapshots.names() }) },
  'POST /snapshots/take': {
    about: '{"name"}',
    run: (world, request) => world.snapshots.take(argument(request, 'name') as string),
  },
  'POST /snapshots/restore': {
    about: '{"name"}',
    run: (world, request) => world.snapshots.restore(argument(request, 'name') as string),
  },
  'GET /clock': { about: 'the time, and whether it stands', run: (world) => world.clock.read() },
  'POST /clock/freeze': {
    about: '{"at"} or {}: it stands there',
    run: (world, request) => world.clock.freeze(argument(request, 'at') as Moment | undefined),
  },
  'POST /clock/set': {
    about: '{"at"}: UNIX seconds, or such as "2026-11-20T12:00:00Z"',
    run: (world, request) => world.clock.set(argument(request, 'at') as Moment),
  },
  'POST /clock/advance': {
    about: '{"seconds"}',
    run: (world, request) => world.clock.advance(argument(request, 'seconds') as number),
  },
  'POST /clock/run': { about: 'it goes on', run: (world, request) => withoutArguments(request, world.clock.run) },
  'GET /journal': {
    about: 'what happened; ?method, path, as, status, restsOn, after',
    run: (world, { query }) => ({ entries: world.journal.entries(filterIn(query)), dropped: world.journal.dropped() }),
  },
  'GET /journal/wait': {
    about: 'the first entry that fits, once it is there; also ?withinMs',
    run: (world, { query, signal }) =>
      world.journal.wait(filterIn(query), numberIn(query, 'withinMs') as number, signal),
  },
  'POST /journal/clear': {
    about: 'forgets what happened',
    run: (world, request) => withoutArguments(request, world.journal.clear),
  },
  'GET /faults': { about: 'what is armed', run: (world) => ({ faults: world.faults.list() }) },
  'POST /faults/add': {
    about: 'a fault on purpose: {"status"|"latencyMs"|"drop"|"body"|"wrong", "matching", "times", "seconds", "seed"}',
    run: (world, { body }) => world.faults.add(jsonIn(body) as PlannedFault),
  },
  'POST /faults/clear': {
    about: 'disarms all',
    run: (world, request) => withoutArguments(request, world.faults.clear),
  },
  'GET /faults/catalogue': {
    about: 'the wrong answers that have a name',
    run: (world) => ({ wrong: world.faults.catalogue() }),
  },
};

/** Does what is asked for, and answers with what is to be sent. */
export async function operate(mock: Mock, request: ControlRequest): Promise<unknown> {
  const { method, path, query } = request;
  if (path === '' || path === '/') return index();
  const name = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  const operation = operations[name];
  if (operation === undefined) throw new ControlRefusal(unknownOperation(name), 404);
  // The journal has parameters of its own, and checks them. Elsewhere a slip would reach the wrong world.
  const stray = path.startsWith('/journal') ? undefined : [...query.keys()].find((given) => given !== 'world');
  if (stray !== undefined) throw new ControlRefusal(`${name} has no parameter ${stray}; it has world.`);
  return operation.run(controlWorld(mock, query.get('world') ?? ''), request, mock);
}

const index = () => ({
  operations: Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, operation?.about])),
});

function unknownOperation(name: string): string {
  const [, path = ''] = name.split(' ');
  const same = Object.keys(operations).filter((known) => known.endsWith(` ${path}`));
  const near = same.length > 0 ? same.join(' or ') : nearestName(name.slice(0, 100), Object.keys(operations));
  return `There is no ${name} under /_mock; ${near === undefined ? 'GET /_mock lists what there is' : `did you mean ${near}?`}`;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body === '' ? '{}' : body);
  } catch (error) {
    throw new ControlRefusal(`The body is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Does what takes nothing, unless the caller believes that it takes something. */
function withoutArguments(request: ControlRequest, act: () => unknown): unknown {
  checked(jsonIn(request.body), (place: Place, raw) => place.map(raw, 'the body', []));
  return act();
}

/** The one field of a body that has no other. What it must be, the method itself checks. */
const argument = ({ body }: ControlRequest, name: string): unknown =>
  checked(jsonIn(body), (place: Place, raw) => place.map(raw, 'the body', [name]))[name];

/** A filter as a query has it: what is to be a number there is made one, and checked with the rest. */
function filterIn(query: URLSearchParams): JournalFilter {
  const given = [...query].filter(([name]) => name !== 'world' && name !== 'withinMs');
  return Object.fromEntries(
    given.map(([name, text]) => [name, name === 'status' || name === 'after' ? numberIn(query, name) : text]),
  );
}

/** As it was written where it is no number. */
function numberIn(query: URLSearchParams, name: string): unknown {
  const text = query.get(name) ?? undefined;
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
