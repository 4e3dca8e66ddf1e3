import { ids, kinds, places, roles, sizes, states } from './conversations.ts';
import { before, concurrency, times } from './history.ts';
import { addressing, answers, credentials, flags, wire } from './requests.ts';

const byDimension = {
  ...{ kinds, flags, addressing, roles, ids, wire, credentials },
  ...{ states, places, before, sizes, times, concurrency, answers },
};

/** Broken servers, written from the specification by somebody who had not read the suite. */
export const secondCatalogue = Object.entries(byDimension).flatMap(([dimension, faults]) =>
  faults.map((one) => ({ ...one, dimension })),
);
