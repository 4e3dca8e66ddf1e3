import type { Variation } from '../varied-server.ts';
import { ids, kinds, places, roles, sizes, states } from './conversations.ts';
import { before, concurrency, times } from './history.ts';
import { addressing, answers, credentials, flags, wire } from './requests.ts';

/** Broken servers, written from the specification by somebody who had not read the suite: by dimension, and by name. */
export const secondCatalogue: Readonly<Record<string, Readonly<Record<string, Variation>>>> = {
  ...{ kinds, flags, addressing, roles, ids, wire, credentials },
  ...{ states, places, before, sizes, times, concurrency, answers },
};
