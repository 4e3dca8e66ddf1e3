import type { Behaviour } from '../../core/index.ts';
import type { Profile } from '../profile/profile.ts';
import type { Budget } from '../report/document.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** How much a run may do, and on what: what scenarios are made from. */
export interface Extent {
  readonly budget: Budget;
  readonly profile: Profile;
  readonly seed: number;
  /** What the whole machine is walked under; undefined where it is not walked. */
  readonly behaviour?: Behaviour | undefined;
}

/** What a run executes. */
export interface Plan {
  /** One after the other, before all others. */
  readonly alone: readonly Scenario[];
  /** Over the machine, where it is walked. */
  readonly walks: readonly Scenario[];
  readonly others: readonly Scenario[];
}

/** How often a requirement has to be put to the test before a run may say that it holds. */
export const floors: Readonly<Record<Budget, number>> = { smoke: 1, quick: 4, default: 12, thorough: 40 };

/** About how many requests a run of all requirements sends to a server of the reference behaviour. */
export const wholeRun: Readonly<Record<Budget, number>> = {
  smoke: 470,
  quick: 3_000,
  default: 14_800,
  thorough: 90_000,
};
