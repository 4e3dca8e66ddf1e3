import type { Failure } from '../check/check-trace.ts';
import { isReset, type Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import { isOfReads } from './kinds-of-failure.ts';
import { byRank, isOfAnswer, isOfReply } from './name.ts';
import { plainestFirst } from './plainness.ts';
import { isBack, type RetryOn, retry } from './retry.ts';
import { inItsConversation } from './smaller.ts';
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

/** Whether it is but what a target shows, or refuses, that lags: it was not looked at, or asked for, when that had settled. */
export function isOfLag(failure: Failure, target: Target): boolean {
  if (!target.lags()) return false;
  const hasWaited = failure.trace.events.every(
    (event) => event.kind === 'operations' || event.observations.some((one) => one.isSettled),
  );
  return isRefusedSoon(failure, target) || (isOfReads(failure) && !hasWaited);
}

/** So often a reset is tried at once, and as often when all has settled, in so many rounds. */
const each = 6;
const mostRounds = 3;
/** A machine that is busy may be too slow now and then: so many refusals at once are enough, where no other one was. */
const enough = 3;

/**
 * The spec leaves open when a request is refused: a target may not know of a message at once, or still be busy with the
 * reset before. It is noted as one that lags where a reset is refused right after that, and never when that has settled.
 * One that refuses always, or at random, refuses in both cases.
 */
export async function noteLateWrites(failures: readonly Failure[], means: RetryOn): Promise<void> {
  const soon = failures.filter((failure) => isRefusedSoon(failure, means.target));
  for (const id of new Set(byRank(soon).map(({ requirement }) => requirement))) {
    const [failure] = plainestFirst(soon.filter(({ requirement }) => requirement === id));
    if (failure === undefined) return;
    for (const scenario of inItsConversation(upTo(failure))) {
      if (means.target.lags()) return;
      if (await isLate({ ...scenario, watched: [] }, failure, means)) means.target.noteLag();
    }
  }
}

async function isLate(scenario: Scenario, failure: Failure, means: RetryOn): Promise<boolean> {
  const isSame = (one: Failure) => one.requirement === failure.requirement && one.transition.claim === 'refused';
  const settled = () => retry({ ...means, waits: 'resets' }, scenario, isSame);
  // Most are refused then too, which one execution shows.
  if (isBack(await settled())) return false;
  let refused = 0;
  for (let round = 0; round < mostRounds && refused < each; round += 1) {
    if ((await Promise.all(Array.from({ length: each }, settled))).some(isBack)) return false;
    // Side by side they would be slower.
    for (let time = 0; time < each; time += 1) {
      if (isBack(await retry({ ...means, waits: 'never' }, scenario, isSame))) refused += 1;
    }
    if (round > 0 && refused === 0) return false;
  }
  return refused >= enough;
}
