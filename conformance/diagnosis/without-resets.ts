import type { Failure } from '../check/check-trace.ts';
import { isSameView } from '../execution/trace.ts';
import { isReset, type Scenario, withOperations } from '../scenario/scenario.ts';
import { type RetryOn, retry } from './retry.ts';

/** Whether a view shows what is wrong there where each reset is but a look at its conversation: then none has done it. */
export async function comesWithoutResets(failure: Failure, scenario: Scenario, means: RetryOn): Promise<boolean> {
  const { comparison, difference } = failure;
  if (comparison.of === 'answer' || difference === undefined) return false;
  const control = withOperations(scenario, (one) =>
    isReset(one) ? { do: 'read', from: one.actor, to: one.conversation } : one,
  );
  const { transitions } = await retry(means, { ...control, watched: [comparison.owner] }, () => false);
  return transitions.some(({ intervals }) =>
    intervals.some(
      ({ observation, differences }) =>
        isSameView(observation.view, comparison) && differences.some(({ what }) => what === difference.what),
    ),
  );
}
