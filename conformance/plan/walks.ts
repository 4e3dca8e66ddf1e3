import type { Budget } from '../report/document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { randomWalks } from './random-walks.ts';

const most: Readonly<Record<Budget, number>> = { smoke: 0, quick: 0, default: 5, thorough: 150 };

/** What no dimension names: walks at random over all of them. */
export const walks = ({ budget, profile, seed }: Extent): readonly Scenario[] =>
  randomWalks({ profile, seed, count: most[budget] });
