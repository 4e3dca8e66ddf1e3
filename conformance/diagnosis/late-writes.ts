import type { Failure } from '../check/check-trace.ts';
import { isReset, type Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import { byRank, isOfAnswer, isOfReply } from './name.ts';
import { plainestFirst } from './plainness.ts';
import { isBack, type Retry, retry } from './retry.ts';
import { smallerScenarios } from './smaller.ts';
import { upTo } from './steps-of.ts';

/** Whether a reset that should work was refused before what was written last had settled. */
export function isRefusedSoon({ requirement, transition, trace: { events } }: Failure, target: Target): boolean {
  if (!isOfReply(requirement) || isOfAnswer(requirement) || transition.claim !== 'refused') return false;
  const operated = events.filter((event) => event.kind === 'operations');
  const at = operated.findIndex(({ operations }) => operations.includes(transition.executed));
  const written = operated
    .slice(0, at)
    .findLast(({ operations }) => operations.some(({ operation }) => !isReset(operation)));
  return written !== undefined && (operated[at]?.at ?? 0) - written.at < target.settleMs;
}

/** So often one and the same reset is refused right after what was done before that is taken for lag. */
const enough = 6;
const mostRounds = 3;

/**
 * The spec leaves open when a request is refused: a target may not know of a message at once, or still be busy with the
 * reset before. It is noted as one that lags where a reset is refused right after that, and never when that has settled.
 * One that refuses always, or at random, refuses in both cases.
 */
export async function noteLateWrites(failures: readonly Failure[], means: Retry): Promise<void> {
  const soon = failures.filter((failure) => isRefusedSoon(failure, means.target));
  for (const id of new Set(byRank(soon).map(({ requirement }) => requirement))) {
    const [failure] = plainestFirst(soon.filter(({ requirement }) => requirement === id));
    if (failure === undefined) return;
    const whole = upTo(failure);
    // What was written in this conversation alone, then all that was done there.
    const [first = whole, second] = smallerScenarios(whole);
    for (const scenario of second === undefined ? [first] : [first, second]) {
      if (means.target.lags()) return;
      if (await isLate({ ...scenario, watched: [] }, failure, means)) means.target.noteLag();
    }
  }
}

async function isLate(scenario: Scenario, failure: Failure, means: Retry): Promise<boolean> {
  const isSame = (one: Failure) => one.requirement === failure.requirement && one.transition.claim === 'refused';
  let refused = 0;
  for (let round = 0; round < mostRounds && refused < enough; round += 1) {
    const again = Array.from({ length: enough }, () => retry({ ...means, waits: 'resets' }, scenario, isSame));
    if ((await Promise.all(again)).some(isBack)) return false;
    // Side by side they would be slower.
    for (let time = 0; time < enough; time += 1) {
      if (isBack(await retry({ ...means, waits: 'never' }, scenario, isSame))) refused += 1;
    }
    if (refused === 0) return false;
  }
  return refused >= enough;
}
