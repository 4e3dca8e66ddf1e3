import type { Failure } from '../check/check-trace.ts';
import { isOfOneReset, isOfPlaceAlone } from './blame.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isOfAnswer, isOfReply } from './name.ts';

/** Whether each of these failures is of an operation that fails under the reported name as well, or that shows it too. */
export function covers(one: Diagnosis, own: readonly Failure[], all: readonly Failure[]): boolean {
  if (own.some(({ requirement }) => isOfAnswer(requirement)) !== isOfAnswer(one.requirement)) return false;
  const id = one.failure.requirement;
  const failing = new Set(
    all.filter(({ requirement }) => requirement === id).map(({ transition }) => transition.executed),
  );
  return own.every(({ requirement, transition }) => failing.has(transition.executed) || one.also.includes(requirement));
}

/** What does not come back each time, and what another reset than its own may have done each time, with what tells of that. */
export function explainedByOthers(
  diagnoses: ReadonlyMap<string, Diagnosis>,
  failures: readonly Failure[],
): readonly (readonly [id: string, by: Diagnosis])[] {
  const isSure = ({ requirement: id, failure, reproduced: { times, of } }: Diagnosis): boolean =>
    times === of ||
    [failure, ...failures.filter((one) => one.requirement === id)].some(
      (seen) => isOfOneReset(seen) && !isOfPlaceAlone(seen),
    );
  const sure = [...diagnoses.values()].find((one) => !isOfReply(one.requirement) && isSure(one));
  return sure === undefined ? [] : [...diagnoses].flatMap(([id, one]) => (isSure(one) ? [] : [[id, sure] as const]));
}
