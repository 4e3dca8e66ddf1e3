import { alikeIn } from '../check/alike.ts';
import type { Failure } from '../check/check-trace.ts';
import { isOfOneReset } from './blame.ts';
import { restsOnPrediction, wasSettled } from './seen.ts';

/**
 * What was seen comes before what was expected of a message, and before what may be a stale read; what is wrong
 * before what is not usual, which is mostly lawful; what one reset alone may have done before what another one may have
 * done as well. Then what has least about it: no spelling, nothing at once, no ids that look alike; then what takes least.
 */
export const plainestFirst = (failures: readonly Failure[]): readonly Failure[] =>
  failures.toSorted(
    (one, other) =>
      Number(isUnsure(one)) - Number(isUnsure(other)) ||
      Number(one.isUnusual === true) - Number(other.isUnusual === true) ||
      Number(isOfOneReset(other)) - Number(isOfOneReset(one)) ||
      oddness(one) - oddness(other) ||
      lengthOf(one) - lengthOf(other),
  );

const isUnsure = (failure: Failure): boolean =>
  restsOnPrediction(failure) || (failure.isUnusual === true && !wasSettled(failure));

/** What the spec says nothing of weighs more than what it says is the same, or wrong. */
const weights = { wire: 1, apikey: 1, onBehalfOf: 1, extra: 2, wrongTypes: 2, body: 2, path: 2 } as const;
const parts = Object.keys(weights) as readonly (keyof typeof weights)[];

function oddness(failure: Failure): number {
  const { transition } = failure;
  const { reset } = transition;
  const odd = reset ? parts.reduce((sum, part) => (reset[part] === undefined ? sum : sum + weights[part]), 0) : 3;
  // Ids that look alike are no cause where others fail too.
  const alike = alikeIn(failure) === undefined ? 0 : 0.5;
  return odd + (transition.together.length > 0 ? 5 : 0) + alike;
}

const lengthOf = ({ transition, trace }: Failure): number =>
  (transition.isLater ? 40 : 0) + transition.step + trace.scenario.users.length;
