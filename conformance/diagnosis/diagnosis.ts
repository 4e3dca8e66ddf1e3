import type { Failure } from '../check/check-trace.ts';
import type { Transition } from '../check/transitions.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** A violation as it is reported: once, under the requirement that explains it. */
export interface Diagnosis {
  readonly requirement: string;
  readonly failure: Failure;
  /** The smallest scenario that shows it. */
  readonly scenario: Scenario;
  readonly reproduced: { readonly times: number; readonly of: number };
  readonly isSmallest: boolean;
  /** What the same operation violates too. */
  readonly also: readonly string[];
  /** After so many seconds it showed what it should have shown at once. */
  readonly staleFor?: number | undefined;
  /** The other outcome, where two contradict each other. */
  readonly other?: Transition | undefined;
}

/** A failure as it was found, which has not come back in so many repetitions. */
export const asFound = (failure: Failure, scenario: Scenario, repetitions: number): Diagnosis => ({
  ...{ requirement: failure.requirement, failure, scenario, also: [] },
  ...{ reproduced: { times: 0, of: repetitions }, isSmallest: false },
});
