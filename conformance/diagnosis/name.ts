import type { Failure } from '../check/check-trace.ts';
import { requirements } from '../requirements.ts';
import { isAtOnce, isReset, lastActIn } from '../scenario/scenario.ts';
import { isExact } from './blame.ts';
import type { Diagnosis } from './diagnosis.ts';

const byId = new Map(requirements.map((requirement, rank) => [requirement.id, { ...requirement, rank }]));

/** Whether a requirement speaks of what an answer says, and not of what was done. */
export const isOfAnswer = (id: string): boolean => byId.get(id)?.about === 'answer';

/** Whether a requirement speaks of an answer at all. */
export const isOfReply = (id: string): boolean => isOfAnswer(id) || byId.get(id)?.about === 'acceptance';

/** Whether a requirement speaks of what has to be refused. */
export const isOfRefusal = (id: string): boolean => byId.get(id)?.about === 'refusal';

/** The failures by the rank of their requirements: what says most comes first. */
export function byRank(failures: readonly Failure[]): readonly Failure[] {
  const rank = ({ requirement }: Failure): number => byId.get(requirement)?.rank ?? byId.size;
  return failures.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * The requirement that a failure is reported under: what shrinking could not remove was needed, and names it. Where it
 * ended early, only the last step says what was needed.
 */
export function nameOf({ scenario, isSmallest }: Pick<Diagnosis, 'scenario' | 'isSmallest'>, failure: Failure): string {
  const { requirement: id, transition, comparison } = failure;
  // Where one of several steps may have done it, how the last one is spelled says nothing; an answer is that of one.
  const reset = comparison.of === 'answer' || isExact(failure) ? transition.reset : undefined;
  const requirement = byId.get(id);
  if (requirement === undefined) return id;
  const last = lastActIn(scenario);
  const needed = isSmallest ? scenario.steps : scenario.steps.slice(last, last + 1);
  const isAtOnceNeeded = needed.some((step) => isAtOnce(step) && step.operations.some(isReset));
  const violation = { ...failure, requirement, reset, isAtOnce: isAtOnceNeeded };
  // The narrowest stand last.
  return requirements.findLast(({ isNeeded }) => isNeeded?.(violation))?.id ?? id;
}
