import { referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { broken, type Keys } from './broken-servers.ts';
import { type Unwired, withoutWire } from './in-process.ts';
import { startNaiveServer } from './naive-server.ts';
import { deviating } from './second-catalogue/deviation.ts';

/** A server whose verdict is known before anything is tested. A suite that gets one of them wrong measures nothing. */
export interface Control {
  readonly name: string;
  readonly about: string;
  /** Else it must not be found to conform; any other verdict will do. */
  readonly mustConform: boolean;
  readonly start: (keys: Keys) => Promise<Unwired>;
}

const inert: Fault = {
  name: 'inert',
  about: 'Nothing is wrong with it.',
  requirement: 'user-reset-works',
  apply: (request, { next }) => next(request),
};

const always = (status: number, json: object) => async () => ({
  handle: async () => ({ status, body: JSON.stringify(json) }),
  close: async () => {},
});

export const controls: readonly Control[] = [
  {
    name: 'fault-that-changes-nothing',
    about: 'the mock server, behind what faults of the first catalogue stand behind',
    mustConform: true,
    start: (keys) => broken(inert, 'mock', keys, 1),
  },
  {
    name: 'deviation-that-changes-nothing',
    about: 'the naive server, behind what deviations of the second catalogue stand behind',
    mustConform: true,
    start: async (keys) => {
      const around = deviating(({ next }) => next(), keys.apiKey);
      return withoutWire(await startNaiveServer({ ...keys, behaviour: referenceBehaviour, around }));
    },
  },
  {
    name: '404-to-everything',
    about: 'knows no route',
    mustConform: false,
    start: always(404, { error: { code: 'ERR_API_NOT_FOUND', message: 'The requested API does not exist.' } }),
  },
  {
    name: 'success-to-everything',
    about: 'confirms whatever it is asked, and never changes',
    mustConform: false,
    start: always(200, { data: { success: true, message: '' } }),
  },
];
