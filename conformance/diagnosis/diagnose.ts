import { comparisonOf } from '../judgement/check.ts';
import { listInterval } from '../judgement/effect.ts';
import type { Failure } from '../judgement/judge.ts';
import { type Transition, transitionsOf } from '../judgement/transitions.ts';
import { conversationOf, isReset, type Scenario } from '../scenario/scenario.ts';
import { byTelling, isOfAnswer, nameOf } from './name.ts';
import { isSeen, type Retried, type Retry, retry } from './retry.ts';
import { lastStepOf, type Patience, type Shrunk, shrink, truncated } from './shrink.ts';
import { plainerScenarios } from './smaller.ts';
import { compareVariants } from './variants.ts';

/** A violation as it is told: once, under the requirement that explains it. */
export interface Diagnosis {
  readonly requirement: string;
  readonly failure: Failure;
  /** The smallest scenario that shows it. */
  readonly scenario: Scenario;
  readonly reproduced: { readonly times: number; readonly of: number };
  readonly isSmallest: boolean;
  /** What the same operation violates too. */
  readonly also: readonly string[];
  /** The other outcome, where two contradict each other. */
  readonly other?: Transition;
}

export interface Diagnosed {
  readonly diagnoses: readonly Diagnosis[];
  /** Requirements whose failures are explained by a diagnosis under another name, with that name. */
  readonly explained: ReadonlyMap<string, string>;
  /** Requirements that failed and were not looked into, as other violations had cost enough. */
  readonly open: ReadonlySet<string>;
  /** Findings in doubt, in a sentence each: they neither come back nor can be held against the target. */
  readonly doubts: readonly string[];
}

export interface DiagnoseOptions extends Retry {
  /** For one of so many diagnoses that are still to be made. */
  readonly patience: (left: number) => Patience;
  /** It ends when this requirement is told, or the first that there is where it is `any`. */
  readonly stopAt?: string | undefined;
  readonly onProgress?: (done: number, of: number) => void;
  /** Whether the violations that were looked into have cost enough. */
  readonly isSpent: () => boolean;
}

/** How often a failure is executed again before it counts as one that does not come back. */
const repetitions = 3;
/** Of so many failures of one requirement the plainest ones are looked into. */
const candidatesEach = 3;

/** Repeats, shrinks and names what failed. Each requirement once; what one violation explains is not told again. */
export async function diagnose(failures: readonly Failure[], options: DiagnoseOptions): Promise<Diagnosed> {
  const diagnoses = new Map<string, Diagnosis>();
  const explained = new Map<string, string>();
  const open = new Set<string>();
  const doubts: string[] = [];
  const wanted = [...new Set(plainestFirst(byTelling(failures)).map(({ requirement }) => requirement))];
  for (const [done, id] of wanted.entries()) {
    if (options.target.signal?.aborted) {
      for (const one of asFound(failures, id)) diagnoses.set(id, one);
      continue;
    }
    if (options.stopAt === 'any' ? diagnoses.size > 0 : diagnoses.has(options.stopAt ?? '')) break;
    options.onProgress?.(done, wanted.length);
    if (diagnoses.has(id)) continue;
    const own = failures.filter(({ requirement }) => requirement === id);
    const covering = [...diagnoses.values()].find((one) => covers(one, own, failures));
    if (covering !== undefined) {
      explained.set(id, covering.requirement);
      continue;
    }
    if (diagnoses.size > 0 && options.isSpent()) {
      open.add(id);
      continue;
    }
    const means = { ...options, patience: () => options.patience(wanted.length - done), told: diagnoses };
    const found = await firstDiagnosis(plainestFirst(shortestFirst(own)).slice(0, candidatesEach), means, doubts).catch(
      (error) => {
        if (!options.target.signal?.aborted) throw error;
        return asFound(failures, id)[0];
      },
    );
    if (found === undefined) continue;
    if (found.requirement !== id) explained.set(id, found.requirement);
    if (!diagnoses.has(found.requirement)) diagnoses.set(found.requirement, found);
  }
  for (const id of diagnoses.keys()) explained.delete(id);
  return { diagnoses: [...diagnoses.values()], explained, open, doubts };
}

/** What was found when the run was stopped: it is told as it was seen, without a repetition. */
const asFound = (failures: readonly Failure[], id: string): readonly Diagnosis[] =>
  failures
    .filter(
      (one) => one.requirement === id && one.failed.isUnusual === undefined && one.trace.lost === 0 && isSeen(one),
    )
    .slice(0, 1)
    .map((failure) => ({
      requirement: id,
      failure,
      scenario: truncated(failure.trace.scenario, lastStepOf(failure)),
      reproduced: { times: 0, of: 0 },
      isSmallest: false,
      also: [],
    }));

/** Whether each of these failures is of an operation that fails under the told name as well, or that shows it too. */
function covers(one: Diagnosis, own: readonly Failure[], all: readonly Failure[]): boolean {
  if (own.some(({ requirement }) => isOfAnswer(requirement)) !== isOfAnswer(one.requirement)) return false;
  const id = one.failure.requirement;
  const told = new Set(
    all.filter(({ requirement }) => requirement === id).map(({ transition }) => transition.executed),
  );
  return own.every(({ requirement, transition }) => told.has(transition.executed) || one.also.includes(requirement));
}

/** What has least about it comes first: no spelling, nothing at once, no ids that look alike. */
const plainestFirst = (failures: readonly Failure[]): readonly Failure[] =>
  failures.toSorted((one, other) => oddness(one) - oddness(other));

/** What the spec says nothing of weighs more than what it says is the same, or wrong. */
const weights = { wire: 1, apikey: 1, onBehalfOf: 1, extra: 2, wrongTypes: 2, body: 2, path: 2 } as const;
const parts = Object.keys(weights) as readonly (keyof typeof weights)[];

function oddness(failure: Failure): number {
  const { transition, trace, failed } = failure;
  const { operation } = transition.executed;
  const odd = isReset(operation)
    ? parts.reduce((sum, part) => (operation[part] === undefined ? sum : sum + weights[part]), 0)
    : 3;
  // Ids that look alike are no cause where others fail too.
  const alike = nameOf(trace.scenario, failure) === 'look-alikes-apart' ? 2 : 0;
  return odd + (transition.together.length > 0 ? 5 : 0) + alike + (failed.isUnusual ? 0.5 : 0);
}

/** Of failures that are as plain, the one with the shortest way. */
const shortestFirst = (failures: readonly Failure[]): readonly Failure[] =>
  failures.toSorted((one, other) => lengthOf(one) - lengthOf(other));

const lengthOf = ({ transition, trace }: Failure): number =>
  (transition.isLater ? 40 : 0) + transition.step + trace.scenario.users.length;

/** Diagnoses that were made before: what they explain needs no other. */
type Told = DiagnoseOptions & { readonly told?: ReadonlyMap<string, Diagnosis> };

async function firstDiagnosis(
  candidates: readonly Failure[],
  options: Told,
  doubts: string[],
): Promise<Diagnosis | undefined> {
  let gone: Diagnosis | undefined;
  for (const [at, failure] of candidates.entries()) {
    if (at > 0 && options.isSpent()) break;
    const found = await diagnoseOne(failure, options);
    if (found === 'lawful') continue;
    if (typeof found === 'string') doubts.push(found);
    else if (found.reproduced.times > 0) return found;
    else gone ??= found;
  }
  return gone;
}

/** The diagnosis of one failure; `lawful` where the effect is one that the spec leaves open; else why it is in doubt. */
async function diagnoseOne(failure: Failure, options: Told): Promise<Diagnosis | string> {
  const { requirement } = failure;
  const isSame = (one: Failure) =>
    one.requirement === requirement ||
    (isOfAnswer(one.requirement) === isOfAnswer(requirement) && isAlikeFailure(one, failure));
  const scenario = truncated(failure.trace.scenario, lastStepOf(failure));
  // Most effects that are not the usual ones are lawful: nothing is made smaller before that is known.
  const unusual = failure.failed.isUnusual ? await notUsual(failure, scenario, options) : undefined;
  if (typeof unusual === 'string') return unusual;
  const tried = await repeat(options, scenario, isSame);
  const back = tried.find(({ failures }) => failures.some(isSame));
  if (back === undefined) {
    if (options.waits === 'each' && isOfReads(failure)) options.target.noteLag();
    return unusual ?? notBack(failure, scenario, tried, options.target);
  }
  const start = await pinpoint(options, await inOrder(options, back, isSame), isSame);
  // What it is made smaller to is the same violation, and not another one of the target.
  const most = atTheEnd(start, isSame)[0]?.requirement ?? requirement;
  const told = most === requirement ? undefined : options.told?.get(most);
  if (told !== undefined) return told;
  const isThis = (one: Failure) => isSame(one) && one.requirement === most;
  // Those whom it concerns look, so that each attempt costs little.
  const looking = concernedBy(start.retried.failures.find(isThis) ?? failure);
  const small = await shrink(
    options,
    { ...start, scenario: { ...start.scenario, watched: looking } },
    isThis,
    options.patience(1),
  );
  const { watched: _, ...whole } = small.scenario;
  const shrunk = await madePlain(options, { ...small, scenario: whole }, isSame);
  const failing = atTheEnd(shrunk, isSame);
  // An unusual effect may turn out to be lawful, another failure beside it may not.
  const main =
    failing.find(({ requirement: id }) => id === requirement && isOfAnswer(id)) ??
    failing.find(({ failed }) => !failed.isUnusual) ??
    failing[0] ??
    failure;
  if (main.failed.isUnusual || main.requirement === 'confirmed-did-it') {
    const unusual = await diagnoseUnusual(main, shrunk, options);
    if (unusual !== undefined) return unusual;
  }
  const ids = [...new Set(failing.map(({ requirement: id }) => id))];
  const [each, late] = await Promise.all([
    retry({ ...options, waits: options.waits ?? 'never' }, shrunk.scenario, isSame, 'each'),
    retry({ ...options, waits: 'each' }, shrunk.scenario, isSame),
  ]);
  const again = [each, late].filter(({ failures }) => failures.some(isSame));
  if (!again.includes(late) && options.waits === undefined && !options.target.lags() && isOfReads(main)) {
    // What only shows before the target has settled is lawful: reads may lag behind writes.
    return diagnoseOne(failure, { ...options, waits: 'each' });
  }
  const times = 1 + again.length;
  const of = tried.length + 2;
  // What comes at times, and not by chance of timing, may have stayed away when something was made plainer.
  const isFlaky = times < of && main.transition.together.length === 0;
  const name = isFlaky ? main.requirement : nameOf(shrunk.scenario, main);
  const watched = each.failures.find(
    (one) => isSame(one) && one.requirement === main.requirement && one.transition.step === main.transition.step,
  );
  return {
    requirement: name,
    // With every look it is easier to follow.
    failure: watched ?? main,
    scenario: shrunk.scenario,
    reproduced: { times, of },
    isSmallest: shrunk.isSmallest,
    also: ids.filter((id) => id !== name),
  };
}

/** Who acted, and who saw that something is wrong. */
function concernedBy({ transition, failed: { comparison } }: Failure): readonly string[] {
  const { operation } = transition.executed;
  const [actor] = conversationOf(operation);
  return comparison.of === 'answer' ? [actor] : [...new Set([actor, comparison.owner])];
}

/** Whether it was seen in what the target shows alone, which may be late; what an answer confirms it confirms. */
function isOfReads({ transition, failed: { comparison } }: Failure): boolean {
  const { operation } = transition.executed;
  const lacksCredentials = isReset(operation) && (operation.apikey ?? operation.onBehalfOf) !== undefined;
  return comparison.of !== 'answer' && !(lacksCredentials && transition.claim === 'confirmed');
}

/** What fails at the last step, the most telling first: whatever fails before is another one's fault. */
function atTheEnd({ scenario, retried }: Found, isSame: (failure: Failure) => boolean): readonly Failure[] {
  const failing = byTelling(retried.failures.filter(isSame));
  const last = scenario.steps.findLastIndex((step) => step.do !== 'wait');
  const own = failing.filter(({ transition }) => transition.step === last);
  return own.length === 0 ? failing : own;
}

interface Found {
  readonly scenario: Scenario;
  readonly retried: Retried;
}

/** What fails with one request after the other too does not need two at once. */
async function inOrder(means: Retry, back: Retried, isSame: (failure: Failure) => boolean): Promise<Retried> {
  const failure = back.failures.find(isSame);
  const { scenario } = back.trace;
  const step = failure && scenario.steps[failure.transition.step];
  if (failure === undefined || step?.do !== 'together') return back;
  const steps = [...scenario.steps.slice(0, failure.transition.step), ...step.operations];
  const retried = await retry(means, { ...scenario, steps }, isSame);
  return retried.failures.some(isSame) ? retried : back;
}

/** The scenario up to the operation that fails: where several may have led to it, its victim looks after each of them. */
async function pinpoint(means: Retry, back: Retried, isSame: (failure: Failure) => boolean): Promise<Found> {
  const failure = back.failures.find(isSame);
  if (failure === undefined) return { scenario: back.trace.scenario, retried: back };
  const { transition, trace, failed } = failure;
  const end = lastStepOf(failure);
  const found = { scenario: truncated(trace.scenario, end), retried: back };
  const mayBeAnother = transition.intervals.some(({ knowledge: { since } }) => since.length > 1);
  if (failed.comparison.of === 'answer' || (!mayBeAnother && transition.step === end)) return found;
  const watched = { ...found.scenario, watched: [failed.comparison.owner] };
  const culprit = (await retry(means, watched, isSame, 'each')).failures.find(isSame);
  if (culprit === undefined) return found;
  const scenario = truncated(trace.scenario, culprit.transition.step);
  const retried = await retry(means, scenario, isSame);
  return retried.failures.some(isSame) ? { scenario, retried } : found;
}

/** Nothing names a violation that it does not need, however early the shrinking had to end. */
async function madePlain(means: Retry, shrunk: Shrunk, isSame: (failure: Failure) => boolean): Promise<Shrunk> {
  const wasRefused = shrunk.retried.failures.find(isSame)?.transition.claim === 'refused';
  for (const scenario of plainerScenarios(shrunk.scenario, wasRefused)) {
    const retried = await retry(means, scenario, isSame);
    if (retried.failures.some(isSame)) return madePlain(means, { ...shrunk, scenario, retried }, isSame);
  }
  return shrunk;
}

/** Until it comes back; at most so often, and no more where enough was spent. */
async function repeat(
  options: Retry & Partial<Pick<DiagnoseOptions, 'isSpent'>>,
  scenario: Scenario,
  isSame: (failure: Failure) => boolean,
): Promise<readonly Retried[]> {
  const tried: Retried[] = [];
  while (tried.length < repetitions) {
    const one = await retry(options, scenario, isSame);
    tried.push(one);
    if (one.failures.some(isSame) || options.isSpent?.()) break;
  }
  return tried;
}

/** Failures of one kind: an answer is wrong in one way, a reset is refused, has no usual effect, or something changed. */
const isAlikeFailure = (one: Failure, other: Failure): boolean => familyOf(one) === familyOf(other);

function familyOf({ requirement, failed }: Failure): string {
  if (isOfAnswer(requirement) || requirement.endsWith('reset-works')) return requirement;
  const isEffect = failed.isUnusual === true || (requirement === 'confirmed-did-it' && failed.difference === undefined);
  return isEffect ? 'effect' : 'state';
}

export type Repeated =
  | { readonly kind: 'back'; readonly diagnosis: Diagnosis }
  /** It was executed so often and did not fail. */
  | { readonly kind: 'gone'; readonly times: number }
  | { readonly kind: 'void'; readonly why: string };

/** Executes the scenario of a counterexample again, and says whether what it showed comes back. */
export async function diagnosisOf(id: string, scenario: Scenario, means: Retry): Promise<Repeated> {
  if (id === 'omitted-equals-false' || id === 'keeps-to-its-behaviour') return repeatVariants(id, scenario, means);
  const isSame = (one: Failure) => nameOf(scenario, one) === id || one.requirement === id;
  const tried = await repeat(means, scenario, isSame);
  const found = tried.flatMap(({ failures }) => failures).find(isSame);
  if (found === undefined) {
    const empty = tried.find(({ trace }) => trace.void !== undefined)?.trace.void;
    return empty === undefined ? { kind: 'gone', times: tried.length } : { kind: 'void', why: empty };
  }
  const reproduced = { times: 1, of: tried.length };
  return {
    kind: 'back',
    diagnosis: { requirement: id, failure: found, scenario, reproduced, isSmallest: true, also: [] },
  };
}

async function repeatVariants(id: string, scenario: Scenario, means: Retry): Promise<Repeated> {
  const { trace, known } = await retry(means, scenario, () => false);
  if (trace.void !== undefined) return { kind: 'void', why: trace.void };
  const last = transitionsOf(trace, known).findLast(({ isLater, claim }) => !isLater && claim === 'confirmed');
  const list = last?.executed.operation.do === 'reset' ? listInterval(last, last.executed.operation.actor) : undefined;
  if (last === undefined || list === undefined) return { kind: 'void', why: 'its reset was not confirmed' };
  const failed = { comparison: comparisonOf(last, list), isUnusual: true } as const;
  const failure: Failure = { requirement: id, trace, transition: last, failed };
  const found = await diagnoseUnusual(failure, { scenario, isSmallest: true }, means);
  return typeof found === 'object' && found.requirement === id
    ? { kind: 'back', diagnosis: found }
    : { kind: 'gone', times: 3 };
}

/** What does not come back is told as it was found; with a lost answer in it it is in doubt, and seen too early it is nothing. */
function notBack(
  failure: Failure,
  scenario: Scenario,
  tried: readonly Retried[],
  target: Retry['target'],
): Diagnosis | string {
  const { trace, requirement, transition } = failure;
  const wasSettled = trace.events.every((event) => event.kind === 'operations' || event.settled);
  if (isOfReads(failure) && ((target.lags() && !wasSettled) || !isSeen(failure))) return 'lawful';
  const isDoubtful = trace.lost > 0 || transition.claim === 'indeterminate';
  if (isDoubtful || tried.every((one) => one.trace.void !== undefined)) {
    return `${requirement} failed once beside a lost answer, and did not come back`;
  }
  return {
    requirement,
    failure,
    scenario,
    reproduced: { times: 0, of: tried.length },
    isSmallest: false,
    also: [],
  };
}

/** An effect that was not the usual one, and came back as the usual one: the same case has two. */
async function notUsual(failure: Failure, scenario: Scenario, options: DiagnoseOptions): Promise<Diagnosis | string> {
  const shrunk = { scenario: truncated(scenario, failure.transition.step), isSmallest: false };
  return (await diagnoseUnusual(failure, shrunk, options)) ?? 'lawful';
}

async function diagnoseUnusual(
  failure: Failure,
  { scenario, isSmallest }: Pick<Shrunk, 'scenario' | 'isSmallest'>,
  options: Retry,
): Promise<Diagnosis | string | undefined> {
  const { requirement, failed, transition, trace } = failure;
  const verdict = await compareVariants(options, scenario, failure);
  const common = { failure, scenario, isSmallest, also: [] };
  const isTogether = transition.together.length > 0;
  const always = { times: 3, of: 3 };
  if (verdict.kind === 'differs from false' && !isTogether) {
    return { ...common, requirement: 'omitted-equals-false', reproduced: always, other: verdict.other };
  }
  if (!failed.isUnusual) return undefined;
  if (verdict.kind === 'lawful') {
    return isTogether ? { ...common, requirement: 'quiet-after-concurrency', reproduced: always } : 'lawful';
  }
  if (verdict.kind !== 'contradicts itself') return `${requirement} could not be looked into again`;
  if (trace.lost > 0) return `${requirement} failed once beside a lost answer`;
  const { times, of, other } = verdict;
  const name = isTogether ? 'quiet-after-concurrency' : 'keeps-to-its-behaviour';
  return { ...common, requirement: name, reproduced: { times, of }, other };
}
