import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { type FaultyHandler, faultyHandler } from '../../mock-server/faults/faulty-handler.ts';
import type { Budget, Verdict } from '../report/document.ts';
import type { Handle } from './handle.ts';
import { delayed, keys, mockAsked, openMock } from './mock-targets.ts';
import { type Kind, naiveServer } from './naive-server.ts';
import { describeServer, type Over, type PermittedServer, permitted } from './permitted-servers.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import type { SubjectKind } from './subject-kinds.ts';
import { type Variation, variedServer } from './varied-server.ts';

/** What is known of a server, and of what a run has to say of it; plain data. */
export interface Subject {
  /**
   * `slow`: a correct one that makes a run wait; the worst that may be said of it is that the run is incomplete.
   * `control`: a suite that gets one of them wrong measures nothing.
   */
  readonly kind: SubjectKind;
  readonly name: string;
  readonly about: string;
  /** Which of our two implementations stands behind it, where there are servers of that name over both. */
  readonly over?: Over;
  /** The verdicts that are right. */
  readonly right: readonly Verdict[];
  /** The requirement that it breaks, where that is known. */
  readonly breaks?: string;
  /** The clause that it breaks, and in which dimension, for one of the second catalogue. */
  readonly clause?: string;
  readonly dimension?: string;
}

/** A server that the suite is tested on. */
export interface Server {
  readonly subject: Subject;
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number | undefined;
  /** The smallest budget of a run that is sure to meet what is wrong; `quick` when left out. */
  readonly budget?: Budget | undefined;
  /** The choices that a run has to find. */
  readonly choices?: PermittedServer;
  /** With an empty world. What it leaves to chance, the seed decides. */
  readonly start: (seed: number) => {
    readonly handle: Handle;
    /** How often it has done wrong, where it can say so. */
    readonly reached?: () => number;
  };
}

/** One fault of the first catalogue. */
export const faultyServer = (fault: Fault, over: Over): Server => ({
  subject: {
    kind: 'first',
    name: fault.name,
    about: fault.name,
    over,
    right: ['violates'],
    breaks: fault.requirement,
  },
  budget: fault.budget,
  start: (seed) => broken(fault, over, seed),
});

export const canBreak = (fault: Fault, over: Over): boolean => over === 'mock' || fault.needs !== 'state';

/** A server with one fault; what the fault leaves to chance, the seed decides. */
export function broken(fault: Fault, over: Over, seed: number): FaultyHandler {
  const behaviour = { ...referenceBehaviour, ...fault.under };
  if (over === 'mock') return faultyHandler(fault, openMock(behaviour), keys.apiKey, seed);
  const { handle, state } = naiveServer({ ...keys, behaviour });
  const partiesOf = (kind: Kind) => state.parties.filter((party) => party.kind === kind);
  const people = {
    users: () => partiesOf('user').map(({ id }) => id),
    members: (guid: string) => partiesOf('group').find(({ id }) => id === guid)?.members ?? [],
  };
  return faultyHandler(fault, { next: handle, people }, keys.apiKey, seed);
}

export const permittedServer = (choices: PermittedServer): Server => ({
  subject: { kind: 'permitted', name: describeServer(choices), about: 'does nothing wrong', right: ['conforms'] },
  choices,
  start: () => ({ handle: permitted(choices) }),
});

const varied = (subject: Omit<Subject, 'name' | 'about'>, { name, what, ...variation }: Variation): Server => ({
  subject: { ...subject, name, about: what },
  start: () => variedServer(variation, keys),
});

/** Each breaks the specification in one way, which somebody made up who had not read the suite. */
export const secondServers: readonly Server[] = secondCatalogue.map(({ clause, dimension, ...variation }) =>
  varied({ kind: 'second', right: ['violates'], clause, dimension }, variation),
);

export const secondPermittedServers: readonly Server[] = secondPermitted.map((variation) =>
  varied({ kind: 'second-permitted', right: ['conforms'] }, variation),
);

/** One that is what a function starts. */
const known =
  (kind: SubjectKind, right: readonly Verdict[]) =>
  (name: string, about: string, start: () => Handle, deadlineMs?: number): Server => ({
    subject: { kind, name, about, right },
    deadlineMs,
    start: () => ({ handle: start() }),
  });
const slow = known('slow', ['conforms', 'incomplete']);
const conforming = known('control', ['conforms']);
const notConforming = known('control', ['violates', 'incomplete', 'not-run']);

export const slowServers: readonly Server[] = [
  slow('answers-after-50-ms', 'every answer takes 50 ms', () => delayed(50, mockAsked().answer)),
  slow(
    'whole-seconds-with-ties',
    'every answer takes 20 ms; lists go by whole seconds, ties by id, and a reset moves a conversation first',
    () => {
      const behaviour = { ...referenceBehaviour, withoutPreserveOrder: 'moved-first' } as const;
      return delayed(20, naiveServer({ ...keys, behaviour, style: { ties: 'id-descending' } }).handle);
    },
  ),
  slow(
    'arranging-answered-after-the-deadline',
    'every 60th POST is done at once, or later than the deadline, in turn; its answer always comes later',
    () => late(mockAsked().answer, 1_000),
    500,
  ),
  slow('asks-to-wait-now-and-then', 'every 500th request is not done and answered 429 with Retry-After: 1', () => {
    const { answer } = mockAsked();
    let requests = 0;
    return (request) => {
      requests += 1;
      return requests % 500 === 0 ? { status: 429, body: '{}', headers: ['Retry-After', '1'] } : answer(request);
    };
  }),
];

/** Of every 60th POST. */
function late(handle: Handle, lateMs: number): Handle {
  let posts = 0;
  return async (request) => {
    if (request.method !== 'POST') return handle(request);
    posts += 1;
    const nth = posts % 120;
    if (nth === 0) await sleep(lateMs);
    const reply = await handle(request);
    if (nth === 60) await sleep(lateMs);
    return reply;
  };
}

const always = (status: number, json: object): Handle => {
  return () => ({ status, body: JSON.stringify(json) });
};
const inert: Fault = {
  name: 'inert',
  requirement: 'user-reset-works',
  apply: (request, { next }) => next(request),
};

export const controls: readonly Server[] = [
  conforming(
    'fault-that-changes-nothing',
    'the mock server, behind what faults of the first catalogue stand behind',
    () => broken(inert, 'mock', 1).handle,
  ),
  conforming(
    'deviation-that-changes-nothing',
    'the naive server, behind what deviations of the second catalogue stand behind',
    () => variedServer({}, keys).handle,
  ),
  notConforming('404-to-everything', 'knows no route', () =>
    always(404, { error: { code: 'ERR_API_NOT_FOUND', message: 'The requested API does not exist.' } }),
  ),
  notConforming('success-to-everything', 'confirms whatever it is asked, and never changes', () =>
    always(200, { data: { success: true, message: '' } }),
  ),
];
