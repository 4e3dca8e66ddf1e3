import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import type { Verdict } from '../report/document.ts';
import { broken, type Keys } from './broken-servers.ts';
import type { Handle, Unwired } from './in-process.ts';
import { naiveServer } from './naive-server.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import { slowMock } from './slow-mock.ts';
import { type Choice, variedServer } from './varied-server.ts';

/**
 * A server of which is known what a run has to say of it. `slow`: a correct one that makes a run wait; the worst that may
 * be said of it is that the run is incomplete. `control`: a suite that gets one of them wrong measures nothing.
 */
export interface KnownServer {
  readonly kind: 'second' | 'second-permitted' | 'slow' | 'control';
  readonly name: string;
  readonly about: string;
  /** The verdicts that are right. */
  readonly right: readonly Verdict[];
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number;
  readonly start: (keys: Keys) => Unwired;
}

const slow = { kind: 'slow', right: ['conforms', 'incomplete'] } as const;
const correct = { kind: 'control', right: ['conforms'] } as const;
const wrong = { kind: 'control', right: ['violates', 'incomplete', 'not-run'] } as const;

const deadlineMs = 500;

export const knownServers: readonly KnownServer[] = [
  ...secondCatalogue.map((one): KnownServer => ({ kind: 'second', right: ['violates'], ...varied(one) })),
  ...secondPermitted.map((one): KnownServer => ({ kind: 'second-permitted', right: ['conforms'], ...varied(one) })),
  {
    ...slow,
    name: 'answers-after-50-ms',
    about: 'every answer takes 50 ms',
    start: (keys) => mock(keys, 50),
  },
  {
    ...slow,
    name: 'whole-seconds-with-ties',
    about: 'every answer takes 20 ms; lists go by whole seconds, ties by id, and a reset moves a conversation first',
    start: (keys) => {
      const behaviour = { ...referenceBehaviour, withoutPreserveOrder: 'moved-first' } as const;
      const style = { ties: 'id-descending', delayMs: 20 } as const;
      return naiveServer({ ...keys, behaviour, style });
    },
  },
  {
    ...slow,
    name: 'arranging-answered-after-the-deadline',
    about: 'every 60th POST is done at once, or later than the deadline, in turn; its answer always comes later',
    deadlineMs,
    start: (keys) => {
      const { handle } = mock(keys);
      let posts = 0;
      const late: Handle = async (request) => {
        if (request.method !== 'POST') return handle(request);
        posts += 1;
        const turn = posts % 120;
        if (turn === 0) await sleep(deadlineMs * 2);
        const reply = await handle(request);
        if (turn === 60) await sleep(deadlineMs * 2);
        return reply;
      };
      return { handle: late };
    },
  },
  {
    ...slow,
    name: 'asks-to-wait-now-and-then',
    about: 'every 500th request is not done and answered 429 with Retry-After: 1',
    start: (keys) => {
      const { handle } = mock(keys);
      let requests = 0;
      const pausing: Handle = async (request) => {
        requests += 1;
        return requests % 500 === 0 ? { status: 429, body: '{}', headers: ['Retry-After', '1'] } : handle(request);
      };
      return { handle: pausing };
    },
  },
  {
    ...correct,
    name: 'fault-that-changes-nothing',
    about: 'the mock server, behind what faults of the first catalogue stand behind',
    start: (keys) => broken(inert, 'mock', keys, 1),
  },
  {
    ...correct,
    name: 'deviation-that-changes-nothing',
    about: 'the naive server, behind what deviations of the second catalogue stand behind',
    start: (keys) => variedServer({}, keys),
  },
  {
    ...wrong,
    name: '404-to-everything',
    about: 'knows no route',
    start: () => always(404, { error: { code: 'ERR_API_NOT_FOUND', message: 'The requested API does not exist.' } }),
  },
  {
    ...wrong,
    name: 'success-to-everything',
    about: 'confirms whatever it is asked, and never changes',
    start: () => always(200, { data: { success: true, message: '' } }),
  },
];

export const serversOf = (kind: KnownServer['kind']): readonly KnownServer[] =>
  knownServers.filter((server) => server.kind === kind);

/** Throws where there is none of that kind and name. */
export function knownServer({ kind, name }: Pick<KnownServer, 'kind' | 'name'>): KnownServer {
  const found = serversOf(kind).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} server ${name}.`);
  return found;
}

function varied({ name, what, ...variation }: Choice & { readonly name: string }) {
  return { name, about: what, start: (keys: Keys) => variedServer(variation, keys) };
}

const mock = (keys: Keys, delayMs = 0): Unwired => slowMock(referenceBehaviour, { delayMs }, keys);

const inert: Fault = {
  name: 'inert',
  about: 'Nothing is wrong with it.',
  requirement: 'user-reset-works',
  apply: (request, { next }) => next(request),
};

const always = (status: number, json: object): Unwired => ({
  handle: async () => ({ status, body: JSON.stringify(json) }),
});
