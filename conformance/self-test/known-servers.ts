import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import type { Verdict } from '../report/document.ts';
import { broken } from './broken-servers.ts';
import type { Handle } from './handle.ts';
import { delayed, keys, mockAsked } from './mock-targets.ts';
import { naiveServer } from './naive-server.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import { type Variation, variedServer } from './varied-server.ts';

/** What is known of a server, and of what a run has to say of it. */
export interface Server {
  readonly name: string;
  readonly about: string;
  /** The verdicts that are right. */
  readonly right: readonly Verdict[];
  /** The requirement that it breaks, where that is known. */
  readonly breaks?: string;
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number | undefined;
  /** With an empty world. What it leaves to chance, the seed decides. */
  readonly start: (seed: number) => {
    readonly handle: Handle;
    /** How often it has done wrong, where it can say so. */
    readonly reached?: () => number;
  };
}

/**
 * Of servers that are known by their names. `slow`: a correct one that makes a run wait; the worst that may be said of it
 * is that the run is incomplete. `control`: a suite that gets one of them wrong measures nothing.
 */
export type KnownKind = 'second' | 'second-permitted' | 'slow' | 'control';

type KnownServer = Server & { readonly kind: KnownKind };

const varied = ({ name, what, ...variation }: Variation) => ({
  ...{ name, about: what },
  start: () => variedServer(variation, keys),
});

const slow = (name: string, about: string, start: () => Handle, deadlineMs?: number): KnownServer => ({
  ...{ kind: 'slow', name, about, right: ['conforms', 'incomplete'], deadlineMs },
  start: () => ({ handle: start() }),
});

const control = (verdict: 'conforms' | 'any other', name: string, about: string, start: () => Handle): KnownServer => ({
  ...{ kind: 'control', name, about },
  right: verdict === 'conforms' ? ['conforms'] : ['violates', 'incomplete', 'not-run'],
  start: () => ({ handle: start() }),
});

export const knownServers: readonly KnownServer[] = [
  ...secondCatalogue.map((one): KnownServer => ({ kind: 'second', right: ['violates'], ...varied(one) })),
  ...secondPermitted.map((one): KnownServer => ({ kind: 'second-permitted', right: ['conforms'], ...varied(one) })),
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
  control(
    'conforms',
    'fault-that-changes-nothing',
    'the mock server, behind what faults of the first catalogue stand behind',
    () => broken(inert, 'mock', 1).handle,
  ),
  control(
    'conforms',
    'deviation-that-changes-nothing',
    'the naive server, behind what deviations of the second catalogue stand behind',
    () => variedServer({}, keys).handle,
  ),
  control('any other', '404-to-everything', 'knows no route', () =>
    always(404, { error: { code: 'ERR_API_NOT_FOUND', message: 'The requested API does not exist.' } }),
  ),
  control('any other', 'success-to-everything', 'confirms whatever it is asked, and never changes', () =>
    always(200, { data: { success: true, message: '' } }),
  ),
];

const inert: Fault = {
  name: 'inert',
  requirement: 'user-reset-works',
  apply: (request, { next }) => next(request),
};

const always = (status: number, json: object): Handle => {
  return () => ({ status, body: JSON.stringify(json) });
};

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
