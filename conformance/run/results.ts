import { type Requirement, rowOf } from '../check/requirement.ts';
import { counterexampleOf } from '../diagnosis/counterexample.ts';
import type { Diagnosed } from '../diagnosis/diagnose.ts';
import type { Trace } from '../execution/trace.ts';
import { noOrder } from '../profile/axes.ts';
import type { Profile } from '../profile/profile.ts';
import type { RequirementResult } from '../report/document.ts';

export interface Tested extends Omit<Diagnosed, 'unspecified'> {
  readonly requirements: readonly Requirement[];
  /** How often each requirement was put to the test and held. */
  readonly passed: ReadonlyMap<string, number>;
  readonly profile: Profile;
  readonly traces: readonly Trace[];
  /** How often a requirement has to be put to the test. */
  readonly floor: number;
  /** Why a requirement was never put to the test, where more can be said than that. */
  readonly whyUnseen?: (id: string) => string;
}

/** What a run says of each requirement. A result is `pass` only where something was judged often enough. */
export function resultsOf(tested: Tested): readonly RequirementResult[] {
  return tested.requirements.map((requirement) => resultOf(requirement, tested));
}

const nothingSeen = () => 'nothing that could have failed was seen';

function resultOf(requirement: Requirement, tested: Tested): RequirementResult {
  const { passed, profile, traces, floor, whyUnseen = nothingSeen } = tested;
  const row = rowOf(requirement);
  const { id } = row;
  const held = passed.get(id) ?? 0;
  const diagnosis = tested.diagnoses.find((one) => one.requirement === id);
  if (diagnosis !== undefined) {
    return { ...row, outcome: 'fail', exercised: held + 1, counterexample: counterexampleOf(diagnosis) };
  }
  const open = { ...row, outcome: 'not-exercised', exercised: held } as const;
  const cause = tested.explained.get(id);
  if (cause !== undefined) {
    return { ...open, because: `it failed where ${cause} is violated`, causedBy: cause };
  }
  if (tested.open.has(id)) {
    const because = 'it failed, and what failed before it had cost enough; look again when that is gone';
    return { ...open, failed: true, because };
  }
  const doubt = tested.doubts.get(id);
  if (doubt !== undefined) return { ...open, because: doubt };
  if (held >= floor) return { ...row, outcome: 'pass', exercised: held };
  const hidden = requirement.notApplicable?.(profile, traces);
  if (hidden !== undefined) return { ...row, outcome: 'not-applicable', exercised: held, because: hidden };
  const times = held === 1 ? 'once' : `${held} times`;
  const whyNever = requirement.restsOnOrder && !profile.isOrdered ? noOrder : whyUnseen(id);
  return { ...open, because: held === 0 ? whyNever : `seen to hold ${times}; ${floor} are needed` };
}
