import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../core/index.ts';
import type { Keys } from './broken-servers.ts';
import { type Handle, type Unwired, withoutWire } from './in-process.ts';
import { startNaiveServer } from './naive-server.ts';
import { slowMock } from './slow-mock.ts';

/** A correct server that makes a run wait. It must never be accused; the worst that a run may say is that it is incomplete. */
export interface SlowServer {
  readonly name: string;
  readonly about: string;
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number;
  readonly start: (keys: Keys) => Promise<Unwired>;
}

const deadlineMs = 500;

export const slowServers: readonly SlowServer[] = [
  {
    name: 'answers-after-50-ms',
    about: 'every answer takes 50 ms',
    start: async (keys) => mock(keys, 50),
  },
  {
    name: 'whole-seconds-with-ties',
    about: 'every answer takes 20 ms; lists go by whole seconds, ties by id, and a reset moves a conversation first',
    start: async (keys) => {
      const behaviour = { ...referenceBehaviour, withoutPreserveOrder: 'moved-first' } as const;
      const style = { ties: 'id-descending', delayMs: 20 } as const;
      return withoutWire(await startNaiveServer({ ...keys, behaviour, style }));
    },
  },
  {
    name: 'arranging-answered-after-the-deadline',
    about: 'every 60th POST is done at once, or later than the deadline, in turn; its answer always comes later',
    deadlineMs,
    start: async (keys) => {
      const { handle, close } = mock(keys, 0);
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
      return { handle: late, close };
    },
  },
  {
    name: 'asks-to-wait-now-and-then',
    about: 'every 500th request is not done and answered 429 with Retry-After: 1',
    start: async (keys) => {
      const { handle, close } = mock(keys, 0);
      let requests = 0;
      const pausing: Handle = async (request) => {
        requests += 1;
        return requests % 500 === 0 ? { status: 429, body: '{}', headers: ['Retry-After', '1'] } : handle(request);
      };
      return { handle: pausing, close };
    },
  },
];

const mock = (keys: Keys, delayMs: number): Unwired => slowMock(referenceBehaviour, { delayMs, lagMs: 0 }, keys);
