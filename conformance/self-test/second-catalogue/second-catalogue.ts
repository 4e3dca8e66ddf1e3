import type { Deviation } from '../varied-server.ts';
import { answers } from './answers.ts';
import { before } from './before.ts';
import { concurrency } from './concurrency.ts';
import { credentials } from './credentials.ts';
import { ids } from './ids.ts';
import { places, sizes } from './lists.ts';
import { addressing, flags, kinds } from './requests.ts';
import { roles } from './roles.ts';
import { states } from './states.ts';
import { times } from './times.ts';
import { wire } from './wire.ts';

const byDimension = {
  ...{ kinds, flags, addressing, roles, ids, wire, credentials },
  ...{ states, places, before, sizes, times, concurrency, answers },
};

export type Dimension = keyof typeof byDimension;

/** Broken servers, written from the specification by somebody who had not read the suite. */
export const secondCatalogue: readonly (Deviation & { readonly name: string; readonly dimension: Dimension })[] = (
  Object.keys(byDimension) as Dimension[]
).flatMap((dimension) => Object.entries(byDimension[dimension]).map(([name, it]) => ({ name, dimension, ...it })));
