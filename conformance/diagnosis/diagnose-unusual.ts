import type { Failure } from '../check/check-trace.ts';
import { differenceOf, type SeenEffect, seenEffect, usualEffect } from '../check/effect.ts';
import { saysNoOrder } from '../check/readings.ts';
import type { Executed } from '../execution/trace.ts';
import { often } from '../profile/later-effects.ts';
import {
  isReset,
  lastActIn,
  type Operation,
  operationsOf,
  type Reset,
  type Scenario,
  withOperations,
} from '../scenario/scenario.ts';
import type { Diagnosis } from './diagnosis.ts';
import { besideALostAnswer, isDoubtful } from './doubt.ts';
import { repetitions } from './reproduce.ts';
import { type Retry, retry } from './retry.ts';
import { isSeen, wasSettled } from './seen.ts';
import type { Shrunk } from './shrink.ts';
import { truncated } from './steps-of.ts';

/** An effect that was not the usual one, and came back as the usual one: the same scenario has two. */
export async function notUsual(failure: Failure, scenario: Scenario, options: Retry): Promise<Diagnosis | string> {
  const shrunk = { scenario: truncated(scenario, failure.transition.step), isSmallest: false };
  const found = (await diagnoseUnusual(failure, shrunk, options)) ?? 'lawful';
  // What was seen too early, and never again, is a stale read, or a message that came late.
  const isOnce = typeof found === 'object' && isSeenOnce(found);
  return isOnce && mayBeLate(failure, options) ? 'lawful' : found;
}

/** Whether the target may have shown what was before: one that lags may do so always, any other one but once. */
const mayBeLate = (failure: Failure, { target, failures }: Retry): boolean =>
  target.lags() ? !wasSettled(failure) || !isSeen(failure) : !wasSettled(failure) && unusualIn(failures).size < often;

const unusualIn = (failures: readonly Failure[]): ReadonlySet<Executed> =>
  new Set(failures.filter((one) => one.isUnusual).map(({ transition }) => transition.executed));

/** Whether each repetition had the other effect. */
const isSeenOnce = ({ requirement, other, reproduced: { times, of } }: Diagnosis): boolean =>
  requirement !== 'omitted-equals-false' && other !== undefined && times === of;

/**
 * Executes a scenario with an unusual effect again, and the one that says the same with the flag spelled otherwise: the
 * diagnosis, `unspecified` where it does so each time, `lawful`, or why it is in doubt; undefined where it is not theirs to
 * say.
 */
export async function diagnoseUnusual(
  failure: Failure,
  { scenario, isSmallest }: Pick<Shrunk, 'scenario' | 'isSmallest'>,
  means: Retry,
): Promise<Diagnosis | string | undefined> {
  const { requirement, isUnusual, transition } = failure;
  const { reset } = transition;
  const unclear = isUnusual && `${requirement} could not be looked into again`;
  if (reset === undefined) return unclear;
  const variants = spelledOtherwise(scenario, reset);
  const [again, others] = await Promise.all([
    effectsOf(means, Array<Scenario>(repetitions).fill(scenario), lastOf(scenario).indexOf(reset)),
    effectsOf(means, [...variants, ...variants]),
  ]);
  const [repeated] = again;
  if (repeated === undefined) return unclear;
  const seen = seenEffect(transition, reset);
  const first = isSeen(failure) ? seen : { ...seen, place: placeFromPrediction(seen, repeated.effect) };
  const usual = usualEffect(reset, means.profile);
  const differs = (one: SeenEffect, other: SeenEffect): boolean =>
    differenceOf(one, other, transition, usual) !== undefined;
  const unlike = again.filter(({ effect }) => differs(first, effect));
  const isTogether = transition.together.length > 0;
  const reproduced = { times: unlike.length, of: again.length };
  const always = { times: again.length, of: again.length };
  const common = { failure, scenario, isSmallest, also: [] };
  if (unlike.length === 0) {
    const [other] = others;
    if (other !== undefined && others.every(({ effect }) => differs(first, effect) && !differs(effect, other.effect))) {
      return { ...common, requirement: 'omitted-equals-false', reproduced: always, other: other.transition };
    }
    if (!isUnusual) return undefined;
    const inTurn = isTogether ? await effectsOf(means, withoutOthers(scenario, reset)) : [];
    // What it does alone too is no matter of concurrency.
    if (isTogether && inTurn.every(({ effect }) => differs(first, effect))) {
      return { ...common, requirement: 'quiet-after-concurrency', reproduced: always };
    }
    // It does the same each time: it depends on something that the spec leaves open.
    const isNeverUsual = usual !== undefined && again.every(({ effect }) => differs(usual, effect));
    return isNeverUsual && again.length === repetitions ? 'unspecified' : 'lawful';
  }
  if (!isUnusual) return undefined;
  if (isDoubtful(failure)) return besideALostAnswer(requirement);
  const alone = isOfLeftOut(means.failures) ? 'omitted-equals-false' : 'keeps-to-its-behaviour';
  // Nothing says that it needs others at once where it did not come back beside them.
  const isOfConcurrency = isTogether && unlike.length < again.length;
  const name = isOfConcurrency ? 'quiet-after-concurrency' : alone;
  return { ...common, requirement: name, reproduced, other: unlike[0]?.transition };
}

/** From where a message usually puts a row nobody knows where it stood; that it stayed is seen. */
const placeFromPrediction = (seen: SeenEffect, repeated: SeenEffect): SeenEffect['place'] =>
  seen.place === 'removed' ? repeated.place : seen.place && 'other';

/** Where every other reset leaves a flag out, so many do it by chance once in 128 times. */
const tooMany = 7;

/** Whether effects were unusual where preserveOrder is left out, and nowhere else. */
function isOfLeftOut(failures: readonly Failure[]): boolean {
  const unusual = unusualIn(failures);
  return unusual.size >= tooMany && [...unusual].every(({ operation }) => isReset(operation) && saysNoOrder(operation));
}

/**
 * With `preserveOrder` false in place of nothing, or nothing in place of false, in every reset that is spelled like the
 * last one: what comes of repeating a request is no matter of its spelling.
 */
function spelledOtherwise(scenario: Scenario, reset: Reset): readonly Scenario[] {
  if (scenario.steps.at(-1)?.do !== 'reset' || reset.preserveOrder === 'true') return [];
  const isLeftOut = saysNoOrder(reset);
  const respelled = ({ body, ...rest }: Reset): Reset => ({
    ...rest,
    ...(body !== 'none' && { body }),
    preserveOrder: isLeftOut ? 'false' : 'absent',
  });
  return [
    withOperations(scenario, (one) =>
      isReset(one) && one.body === reset.body && one.preserveOrder !== 'true' && saysNoOrder(one) === isLeftOut
        ? respelled(one)
        : one,
    ),
  ];
}

/** A reset after all that is done at the same time, and without that. */
function withoutOthers({ steps, ...world }: Scenario, reset: Reset): readonly Scenario[] {
  const others = lastOf({ ...world, steps }).filter((one) => one !== reset);
  return [others, []].map((before) => ({ ...world, steps: [...steps.slice(0, -1), ...before, reset] }));
}

const lastOf = (scenario: Scenario): readonly Operation[] =>
  scenario.steps.slice(lastActIn(scenario)).flatMap(operationsOf);

/** What a reset of the last step of each scenario did, where it was confirmed and no answer was lost. */
async function effectsOf(means: Retry, scenarios: readonly Scenario[], index = 0) {
  const retried = await Promise.all(scenarios.map((one) => retry(means, one, () => false)));
  return retried.flatMap(({ trace, transitions }) => {
    if (trace.void !== undefined || trace.lost > 0) return [];
    const operation = lastOf(trace.scenario)[index];
    const transition = transitions.find(({ executed, isLater }) => executed.operation === operation && !isLater);
    if (transition?.reset === undefined || transition.claim !== 'confirmed') return [];
    return [{ effect: seenEffect(transition, transition.reset), transition }];
  });
}
