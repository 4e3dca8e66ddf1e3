import type { Failure } from '../check/check-trace.ts';
import { type Executed, requestsOf } from '../execution/trace.ts';
import { isAtOnce, type Scenario } from '../scenario/scenario.ts';
import { sureOf, suspectsOf } from './blame.ts';
import { diagnoseUnusual, notUsual } from './diagnose-unusual.ts';
import { asFound, type Diagnosis } from './diagnosis.ts';
import { besideALostAnswer, isDoubtful } from './doubt.ts';
import { hadNoEffect, hadSettled, isErrorOfServer, isLike, isOfReads, notOfRefused } from './kinds-of-failure.ts';
import { isOfLag } from './late-writes.ts';
import { byRank, isOfAnswer, isOfReply, nameOf } from './name.ts';
import { madePlain, onceMore, seenAtLast, whereEachWaits } from './once-more.ts';
import { plainestFirst } from './plainness.ts';
import { concernedBy, costOf, type Failing, type IsSame, reproduce, unusualExecutions } from './reproduce.ts';
import { isBack, type Retried, type Retry, timesBack } from './retry.ts';
import { isSeen, restsOnPrediction } from './seen.ts';
import { type Patience, type Shrunk, shrink } from './shrink.ts';
import { staleFor } from './stale.ts';
import { atTheEnd, upTo } from './steps-of.ts';
import { comesWithoutResets } from './without-resets.ts';
import { withoutResetsLine } from './words.ts';

export interface Means extends Retry {
  /** How long it may take to make a failure smaller. */
  readonly patience: () => Patience;
  /** Whether nothing came of what was looked into before: then it is, whatever it costs. */
  readonly isFirst: boolean;
  /** Diagnoses that were made before: what they explain needs no other. */
  readonly reported: ReadonlyMap<string, Diagnosis>;
  /** Called where a list changes its order without any reset. */
  readonly noteUnordered: () => void;
  /** Whether it is the cause of a failure that did not come back itself. */
  readonly isCause?: true;
  /** Whether it names what does not come back each time. */
  readonly isNamed?: true;
}

/**
 * The diagnosis of one failure; `lawful` where it is none, `unspecified` where it comes back each time and the spec leaves
 * it open; `open` where other violations have cost enough; else why it is in doubt.
 */
export async function diagnoseOne(failure: Failure, options: Means): Promise<Diagnosis | string> {
  const found = await diagnosisOf(failure, options);
  if (typeof found === 'string') return found;
  const { times, of } = found.reproduced;
  // What comes back now and then may be but a part of what was surely seen.
  const own = sureOf(options.failures).filter(({ requirement }) => requirement === failure.requirement);
  const sure = own.includes(failure) ? failure : own[0];
  const isPart = times < of && byRank([found.failure, failure])[0] === failure;
  return isPart && sure !== undefined ? asFound(sure, upTo(sure), of) : found;
}

async function diagnosisOf(failure: Failure, options: Means): Promise<Diagnosis | string> {
  const { requirement } = failure;
  const isSame = (one: Failure) => one.requirement === requirement || isLike(one, failure);
  // Only users whom it concerns observe, so that each execution costs little.
  const scenario = { ...upTo(failure), watched: concernedBy(failure) };
  // Most effects that are not the usual ones are lawful: nothing is made smaller before that is known.
  const unusual = failure.isUnusual ? await notUsual(failure, scenario, options) : undefined;
  if (typeof unusual === 'string') return unusual;
  const { tried, start, inTurn, late } = await reproduce(failure, scenario, isSame, options);
  // What goes wrong otherwise where each step is observed is the cause.
  const observed = start === undefined ? tried : inTurn === undefined ? [] : [inTurn];
  const cause = options.isCause ? undefined : (late ?? causeIn(observed, failure));
  if (cause !== undefined)
    return options.reported.get(cause.requirement) ?? diagnoseOne(cause, { ...options, isCause: true });
  if (start === undefined) {
    // What the target had shown when it had settled may be what makes this a failure.
    const isOnceMore = options.waits === undefined && hadSettled(failure) && !options.isSpent(costOf(failure));
    if (isOnceMore) return diagnoseOne(failure, { ...options, waits: 'each' });
    if (options.waits === 'each' && isOfReads(failure) && !hadSettled(failure)) options.target.noteSignOfLag();
    return unusual ?? notBack(failure, scenario, tried, options);
  }
  const [most = failure] = endingIn(start, isSame);
  const before = options.reported.get(most.requirement);
  if (before !== undefined) return before;
  if (isErrorOfServer(failure) && !(await onceMore(start.scenario, isSame, options)).every(isBack)) return 'lawful';
  // What it is made smaller to is the same violation, and not another one of the target.
  const isThis = (one: Failure) => isSame(one) && [most.requirement, requirement].includes(one.requirement);
  // Only those whom it concerns look while it is made smaller, and all at last, where that cost little in the end.
  const watched = { ...start.scenario, watched: concernedBy(most) };
  const small = await shrink(options, { ...start, scenario: watched }, isThis, options.patience());
  const whole = small.isSmallest ? { ...small, scenario: unwatched(small.scenario) } : small;
  return named(failure, { tried, unusual, isSame, small: whole }, options);
}

interface MadeSmall {
  readonly small: Shrunk;
  readonly isSame: IsSame;
  /** What it was executed as before that. */
  readonly tried: readonly Retried[];
  /** What is known of an effect that is not the usual one. */
  readonly unusual: Diagnosis | undefined;
}

/** Repeats what was made small, and names what it shows. */
async function named(
  failure: Failure,
  { small, isSame, tried, unusual }: MadeSmall,
  options: Means,
): Promise<Diagnosis | string> {
  const { requirement } = failure;
  const isPaid = !options.isSpent(2 * requestsOf(small.retried.trace));
  const waiting = isPaid ? await whereEachWaits(small.scenario, isSame, options) : undefined;
  // What comes back now and then is not named by what it needs.
  const isNeeded = isBack(waiting) || small.scenario.steps.some(isAtOnce);
  const shrunk = isNeeded ? await madePlain(options, small, isSame) : small;
  if (shrunk === undefined) return 'open';
  const known = shrunk === small ? waiting : undefined;
  let again = isPaid || shrunk !== small ? await onceMore(shrunk.scenario, isSame, options, known) : [];
  // Everybody looks there, and what ranks first of what is seen names it.
  const whole = again.find(isBack) ?? shrunk.retried;
  const failing = ofOneOperation({ scenario: shrunk.scenario, retried: whole }, isSame);
  const main = mainOf(failing, requirement) ?? failure;
  // A spelling that is not read does nothing each time.
  if (main.isUnusual || (main.requirement === 'confirmed-did-it' && isBack(again.at(-1)))) {
    const isSpent = unusual !== undefined && options.isSpent(unusualExecutions * requestsOf((again[0] ?? whole).trace));
    const verdict = isSpent ? unusual : await diagnoseUnusual(main, shrunk, options);
    if (verdict !== undefined) return verdict;
  }
  if (!isBack(again.at(-1)) && options.waits === undefined && !options.target.lags() && isOfReads(main)) {
    const atLast = await seenAtLast(main, shrunk.scenario, isSame, options);
    // What only shows before the target has settled is lawful: reads may lag behind writes.
    if (!isBack(atLast)) return diagnoseOne(failure, { ...options, waits: 'each' });
    again = [...again, atLast];
  }
  const reproduced = timesBack([...tried, ...again]);
  const isEachTime = reproduced.times === reproduced.of;
  if (isDoubtful(failure) && !isEachTime) return besideALostAnswer(requirement);
  if (await comesWithoutResets(main, shrunk.scenario, options)) {
    if (main.difference?.what === 'order changed') options.noteUnordered();
    return withoutResetsLine(main);
  }
  const failedAlone = options.failures.some((one) => isSame(one) && !one.trace.scenario.steps.some(isAtOnce));
  // It may have been absent by chance from a simpler scenario, which says nothing of what it needs then.
  const isByChance = main.transition.together.length === 0 ? !isEachTime : failedAlone;
  const more = isByChance && !isEachTime ? await sayingMore(failure, options) : undefined;
  if (more !== undefined) return more;
  // What was not ruled out names nothing.
  const isProven = isNeeded || shrunk.isSmallest;
  const name = isByChance || !isProven ? main.requirement : nameOf(shrunk, main);
  const also = [...new Set(failing.map(({ requirement: id }) => id))].filter((id) => id !== name);
  const { scenario: smallest, isSmallest } = shrunk;
  const isStale = hadNoEffect(main) || main.difference?.what === 'messages left';
  const stale = isStale && isEachTime && !options.isSpent() ? await staleFor(main, smallest, options) : undefined;
  return { requirement: name, failure: main, scenario: smallest, reproduced, isSmallest, also, staleFor: stale };
}

/** An unusual effect may turn out to be lawful, another failure beside it may not. */
const mainOf = (failing: readonly Failure[], requirement: string): Failure | undefined =>
  failing.find(({ requirement: id }) => id === requirement && isOfAnswer(id)) ??
  failing.find(({ isUnusual }) => !isUnusual) ??
  failing[0];

const unwatched = ({ watched: _, ...whole }: Scenario): Scenario => whole;

/** What fails at the end, by rank. */
const endingIn = ({ scenario, retried }: Failing, isSame: IsSame): readonly Failure[] =>
  byRank(atTheEnd(retried.failures.filter(isSame), scenario));

/** Everything that such an operation fails, by rank; its answer apart from what was done. */
function ofOneOperation(failing: Failing, isSame: IsSame): readonly Failure[] {
  const same = endingIn(failing, isSame);
  const operations = new Set(same.map(({ transition }) => transition.executed));
  const isAnswer = same.some(({ requirement }) => isOfAnswer(requirement));
  // What is merely unusual may be lawful.
  const isMeant = (one: Failure): boolean => isSame(one) || !one.isUnusual;
  return failedBy(operations, isAnswer, failing.retried.failures.filter(isMeant));
}

/** What these operations fail, by rank: what they did, or what was answered. */
const failedBy = (operations: ReadonlySet<Executed>, isAnswer: boolean, failures: readonly Failure[]) =>
  byRank(failures.filter((one) => operations.has(one.transition.executed) && isOfAnswer(one.requirement) === isAnswer));

/** What is seen to go wrong before a failure when each step is observed, and the failure does not come back. */
function causeIn(tried: readonly Retried[], { requirement }: Failure): Failure | undefined {
  if (isOfAnswer(requirement)) return undefined;
  const failures = tried.flatMap((one) => one.failures);
  return failures.find((one) => one.isUnusual === undefined && !isOfReply(one.requirement) && isSeen(one));
}

/** What does not come back is in doubt beside a lost answer; seen too early it is nothing. */
async function notBack(
  failure: Failure,
  scenario: Scenario,
  tried: readonly Retried[],
  options: Means,
): Promise<Diagnosis | string> {
  const { requirement, transition } = failure;
  if (isErrorOfServer(failure) || isOfLag(failure, options.target)) return 'lawful';
  if (isOfReads(failure) && restsOnPrediction(failure)) return 'lawful';
  const isOpen = isDoubtful(failure) || transition.claim === 'indeterminate';
  if (isOpen || tried.every((one) => one.trace.void !== undefined)) return besideALostAnswer(requirement);
  return (await sayingMore(failure, options)) ?? asFound(notOfRefused(failure), scenario, tried.length);
}

/** What does not come back each time shows now here, now there: it is what ranks first of all that such operations failed. */
async function sayingMore(failure: Failure, options: Means): Promise<Diagnosis | undefined> {
  const { requirement } = failure;
  if (options.isNamed) return undefined;
  const ofIt = options.failures.filter((one) => isOfReply(one.requirement) === isOfReply(requirement));
  const own = ofIt.filter((one) => one.requirement === requirement);
  const operations = new Set(own.flatMap(suspectsOf));
  const [first = failure] = failedBy(operations, isOfAnswer(requirement), plainestFirst(sureOf(ofIt)));
  if (first.requirement === requirement) return undefined;
  const found = options.reported.get(first.requirement) ?? (await diagnoseOne(first, { ...options, isNamed: true }));
  return typeof found === 'string' ? undefined : found;
}
