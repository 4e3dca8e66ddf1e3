import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../core/index.ts';
import { faults } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { faultyHandler } from '../../mock-server/faults/faulty-handler.ts';
import type { Budget, Verdict } from '../report/document.ts';
import type { Handle } from './handle.ts';
import { delayed, mockInMemory, openMock } from './mock-targets.ts';
import { describeServer, listedServers, type PermittedServer, permitted } from './permitted-servers.ts';
import { ids, kinds, places, roles, sizes, states } from './second-catalogue/conversations.ts';
import { before, concurrency, times } from './second-catalogue/history.ts';
import { addressing, answers, credentials, flags, wire } from './second-catalogue/requests.ts';
import { secondPermitted } from './second-permitted.ts';
import type { SubjectKind } from './self-test-report.ts';
import { type Variation, variedServer } from './varied-server.ts';

/** What is known of a server, and of what a run has to say of it; plain data. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly name: string;
  /** The verdicts that are right. */
  readonly right: readonly Verdict[];
  /** The requirement that it breaks, where that is known. */
  readonly breaks?: string;
  /** Where it lies, for one of the second catalogue. */
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

const faultyServer = (fault: Fault): Server => ({
  subject: { kind: 'first', name: fault.name, right: ['violates'], breaks: fault.requirement },
  budget: fault.budget,
  start: (seed) => faultyHandler(fault, openMock({ ...referenceBehaviour, ...fault.under }), seed),
});

export const permittedServer = (choices: PermittedServer): Server => ({
  subject: { kind: 'permitted', name: describeServer(choices), right: ['conforms'] },
  choices,
  start: () => ({ handle: permitted(choices) }),
});

type Started = Readonly<Record<string, () => Handle>>;

/** Those of one kind, by their names. */
const serversOf = (subject: Omit<Subject, 'name'>, started: Started): readonly Server[] =>
  Object.entries(started).map(([name, start]) => ({
    subject: { ...subject, name },
    start: () => ({ handle: start() }),
  }));

const varied = (variations: Readonly<Record<string, Variation>>): Started =>
  Object.fromEntries(Object.entries(variations).map(([name, variation]) => [name, () => variedServer(variation)]));

/** Broken servers, written from the specification by somebody who had not read the suite: by dimension, and by name. */
const secondCatalogue = {
  ...{ kinds, flags, addressing, roles, ids, wire, credentials },
  ...{ states, places, before, sizes, times, concurrency, answers },
};

/** The worst that may be said of them is that the run is incomplete. */
const slow = { kind: 'slow', right: ['conforms', 'incomplete'] } as const;
const healthy = { kind: 'control', right: ['conforms'] } as const;
const broken = { kind: 'control', right: ['violates', 'incomplete', 'not-run'] } as const;

const bySeconds: Variation = {
  behaviour: { withoutPreserveOrder: 'moved-first' },
  style: { ties: 'id-descending' },
};

/** Every 60th POST is done at once, or after the deadline, in turn; its answer always comes after it. */
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

/** Every 500th request is not done. */
function busy(handle: Handle): Handle {
  let requests = 0;
  return (request) => {
    requests += 1;
    return requests % 500 === 0 ? { status: 429, body: '{}', headers: ['Retry-After', '1'] } : handle(request);
  };
}

const always = (status: number, json: object) => () => () => ({ status, body: JSON.stringify(json) });
const unknownRoute = { error: { code: 'ERR_API_NOT_FOUND', message: 'The requested API does not exist.' } };
const inert: Fault = { name: 'inert', requirement: '', apply: (request, { next }) => next(request) };

/** A suite that gets one of the controls wrong measures nothing. */
export const servers: Readonly<Record<SubjectKind, readonly Server[]>> = {
  first: faults.map(faultyServer),
  second: Object.entries(secondCatalogue).flatMap(([dimension, variations]) =>
    serversOf({ kind: 'second', right: ['violates'], dimension }, varied(variations)),
  ),
  permitted: listedServers().map(permittedServer),
  'second-permitted': serversOf({ kind: 'second-permitted', right: ['conforms'] }, varied(secondPermitted)),
  slow: [
    ...serversOf(slow, {
      'answers-after-50-ms': () => delayed(50, mockInMemory().answer),
      'whole-seconds-with-ties': () => delayed(20, variedServer(bySeconds)),
      'asks-to-wait-now-and-then': () => busy(mockInMemory().answer),
    }),
    ...serversOf(slow, {
      'arranging-answered-after-the-deadline': () => late(mockInMemory().answer, 1_000),
    }).map((server) => ({ ...server, deadlineMs: 500 })),
  ],
  control: [
    ...serversOf(healthy, {
      'fault-that-changes-nothing': () => faultyServer(inert).start(1).handle,
      'deviation-that-changes-nothing': () => variedServer({}),
    }),
    ...serversOf(broken, {
      '404-to-everything': always(404, unknownRoute),
      'success-to-everything': always(200, { data: { success: true, message: '' } }),
    }),
  ],
};

/** Throws where there is none. */
export function serverNamed(name: string): Server {
  const found = Object.values(servers)
    .flat()
    .find(({ subject }) => subject.name === name);
  if (found === undefined) throw new Error(`There is no server ${name}.`);
  return found;
}
