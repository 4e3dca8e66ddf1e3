import { comparisonOf } from '../check/check.ts';
import type { Failure } from '../check/check-trace.ts';
import { intervalOf } from '../check/effect.ts';
import { expectsToWork } from '../check/expects-to-work.ts';
import { listOf } from '../execution/views.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { diagnoseUnusual } from './diagnose-unusual.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isOfRefusal, nameOf } from './name.ts';
import { repeat, repetitions } from './reproduce.ts';
import { isBack, type Retried, type Retry, retry, timesBack } from './retry.ts';

export type Repeated =
  | { readonly kind: 'back'; readonly diagnosis: Diagnosis }
  /** It was executed so often and did not fail. */
  | { readonly kind: 'gone'; readonly times: number }
  | { readonly kind: 'void'; readonly why: string };

/**
 * Executes the scenario of a counterexample again, and says whether what it showed comes back: at most so often, or where
 * two effects are compared as often as when it was found.
 */
export async function diagnosisOf(id: string, scenario: Scenario, means: Retry, times: number): Promise<Repeated> {
  if (id === 'omitted-equals-false' || id === 'keeps-to-its-behaviour') return repeatVariants(id, scenario, means);
  const isSame = (one: Failure) => nameOf({ scenario, isSmallest: true }, one) === id || one.requirement === id;
  const tried = await repeat(means, scenario, isSame, undefined, times);
  const back = tried.find(isBack);
  if (back === undefined) {
    const empty = tried.find(({ trace }) => trace.void !== undefined)?.trace.void;
    // What did not fail beside a lost answer may fail without one.
    const lost = tried.some(({ trace }) => trace.lost > 0) ? 'an answer was lost' : undefined;
    const why = empty ?? lost ?? (isOfRefusal(id) || tried.some(wasDone) ? undefined : notDone);
    return why === undefined ? { kind: 'gone', times: tried.length } : { kind: 'void', why };
  }
  const reproduced = timesBack(tried);
  return {
    kind: 'back',
    diagnosis: { requirement: id, failure: back.found, scenario, reproduced, isSmallest: true, also: [] },
  };
}

const notDone = 'its reset was not confirmed';

/** Whether the last reset was done, as far as its answer says, or may be refused. */
function wasDone({ transitions }: Retried): boolean {
  const last = transitions.findLast(({ reset, isLater }) => !isLater && reset !== undefined);
  if (last?.reset === undefined) return false;
  return last.claim === 'confirmed' || last.claim === 'claimed' || !expectsToWork(last.reset, last);
}

async function repeatVariants(id: string, scenario: Scenario, means: Retry): Promise<Repeated> {
  const { trace, transitions } = await retry(means, scenario, () => false);
  if (trace.void !== undefined) return { kind: 'void', why: trace.void };
  const last = transitions.findLast(({ isLater, claim }) => !isLater && claim === 'confirmed');
  const list = last?.reset && intervalOf(last, listOf(last.reset.actor));
  if (last === undefined || list === undefined) return { kind: 'void', why: notDone };
  const comparison = comparisonOf(last, list);
  const failure: Failure = { requirement: id, trace, transition: last, comparison, isUnusual: true };
  const found = await diagnoseUnusual(failure, { scenario, isSmallest: true }, means);
  if (typeof found === 'string' && found !== 'unspecified' && found !== 'lawful') return { kind: 'void', why: found };
  return typeof found === 'object'
    ? { kind: 'back', diagnosis: { ...found, requirement: id } }
    : { kind: 'gone', times: repetitions };
}
