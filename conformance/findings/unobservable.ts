import type { CaseRun } from '../play/run-case.ts';
import type { FoundBehaviour } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';

/** What each axis value hides from view; a test keeps it equal to what runs show. */
export const hiddenBy: readonly {
  readonly requirement: RequirementId;
  readonly axis: 'withoutPreserveOrder';
  readonly value: string;
}[] = [{ requirement: 'omitted-equals-false', axis: 'withoutPreserveOrder', value: 'kept' }];

/** Why a requirement cannot show on this target, if so: the axis with its value, or what the target refuses to create. */
export function unobservableUnder(
  requirement: RequirementId,
  behaviour: FoundBehaviour,
  runs: readonly CaseRun[],
): string | undefined {
  const row = hiddenBy.find((one) => one.requirement === requirement && behaviour[one.axis] === one.value);
  if (row !== undefined) return `${row.axis} ${row.value}: with and without preserveOrder the effect is the same`;
  if (requirement !== 'look-alikes-apart') return undefined;
  const alike = runs.filter((run) => run.case.names !== 'plain');
  const refused = alike.find(({ unarrangeable }) => unarrangeable !== undefined);
  return refused?.unarrangeable !== undefined && alike.every(({ unarrangeable }) => unarrangeable !== undefined)
    ? `the target refuses to create such ids: ${refused.unarrangeable}`
    : undefined;
}
