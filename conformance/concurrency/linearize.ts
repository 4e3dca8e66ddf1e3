import { isUpdate, type Operation } from './history.ts';

/** A sequential model of what the operations do. States are values; equal fingerprints have equal futures. */
export interface Model<State> {
  /** The state after the operation, or undefined where its outcome cannot come about in this state. */
  readonly apply: (state: State, operation: Operation) => State | undefined;
  readonly fingerprint: (state: State) => string;
}

export type Linearization = 'linearizable' | 'anomaly' | 'unknown';

const mostVisits = 50_000;

/**
 * Whether some order of the operations, in agreement with real time, explains every outcome: the search of Wing and
 * Gong with the memory of Lowe. An operation without an answer may stand anywhere after its begin, or nowhere.
 */
export function linearize<State>(model: Model<State>, start: State, history: readonly Operation[]): Linearization {
  const seen = new Set<string>();
  let visits = 0;

  function explains(state: State, done: number): boolean | undefined {
    const open = history.filter((_, index) => (done & (1 << index)) === 0);
    if (open.every(({ returned }) => returned === Number.POSITIVE_INFINITY)) return true;
    const key = `${done} ${model.fingerprint(state)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    visits += 1;
    if (visits > mostVisits) return undefined;

    const earliestReturn = Math.min(...open.map(({ returned }) => returned));
    let undecided = false;
    for (const [index, operation] of history.entries()) {
      if ((done & (1 << index)) !== 0 || operation.invoked > earliestReturn) continue;
      const next = model.apply(state, operation);
      const outcome = next === undefined ? false : explains(next, done | (1 << index));
      if (outcome === true) return true;
      undecided ||= outcome === undefined;
    }
    return undecided ? undefined : false;
  }

  const outcome = explains(start, 0);
  return outcome === undefined ? 'unknown' : outcome ? 'linearizable' : 'anomaly';
}

/** Without the reads that are not needed for the contradiction; what is left is still none that any order explains. */
export function minimize<State>(
  model: Model<State>,
  start: State,
  history: readonly Operation[],
): readonly Operation[] {
  let smallest = history;
  for (const operation of history) {
    if (isUpdate(operation)) continue;
    const without = smallest.filter((one) => one !== operation);
    if (linearize(model, start, without) === 'anomaly') smallest = without;
  }
  return smallest;
}
