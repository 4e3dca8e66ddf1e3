import type { Failure } from '../check/check-trace.ts';
import { requestsFor } from '../execution/trace.ts';
import { isPause, type Scenario } from '../scenario/scenario.ts';
import { isExact } from './blame.ts';
import type { Failing, IsSame } from './reproduce.ts';
import { isBack, type Retry, retry } from './retry.ts';
import { smallerScenarios } from './smaller.ts';
import { upTo } from './steps-of.ts';

export interface Shrunk extends Failing {
  /** Whether nothing smaller fails, as far as it was looked for. */
  readonly isSmallest: boolean;
}

export interface Patience {
  /** How many executions it may take. */
  readonly executions: number;
  /** Ends it early, by the clock and by all that the run has cost, with what follows. */
  readonly until: number;
  readonly cost: number;
}

/** So many smaller scenarios are tried side by side; the first of them that fails is taken. Waiting burdens nobody. */
const widthFor = (scenario: Scenario): number => (secondsOf(scenario) === 0 ? 3 : 12);

const secondsOf = ({ lookAfter = 0, steps }: Scenario): number => lookAfter + (steps.find(isPause)?.seconds ?? 0);

/** So many executions in which everybody observes may follow, where it comes back now and then. */
const executionsAfter = 8;

/** What is so many times smaller is tried in any case: it costs little, and makes all that follows cheaper. */
const farSmaller = 4;

/** The smallest scenario found that still fails in a way that is wanted. What shows at once is not waited for. */
export async function shrink(given: Retry, first: Failing, isSame: IsSame, patience: Patience): Promise<Shrunk> {
  // A failure before the last step has another cause, and was not observed step by step.
  const isWanted = (failure: Failure): boolean => isSame(failure) && isExact(failure);
  let { scenario, retried } = first;
  const sideBySide = widthFor(scenario);
  const means: Retry = retried.isEarly && given.waits === undefined ? { ...given, waits: 'never' } : given;
  const { comparison, difference } = retried.failures.find(isSame) ?? {};
  // An effect has two sides, and messages stand in many places.
  const of = difference !== undefined && comparison?.of === 'list' ? comparison : undefined;
  let left = patience.executions;
  // What a scenario waits for is no time that it was worked on.
  let waitedMs = 0;
  const lawful = new Set<string>();
  // No more than half is kept for what follows, which a smaller scenario makes cheaper.
  const reserve = (patience.cost - means.target.cost()) / 2;
  for (;;) {
    const found = await firstFailing();
    if (found === 'none') return { scenario, retried, isSmallest: true };
    if (found === 'out of time') return { scenario, retried, isSmallest: false };
    ({ scenario, retried } = found);
  }

  async function firstFailing(): Promise<Failing | 'none' | 'out of time'> {
    // What did not fail without some steps does not fail without them when its last one is plainer.
    const last = JSON.stringify(scenario.steps.at(-1));
    const keyOf = (one: Scenario): string => JSON.stringify(one).replace(last, '');
    const candidates = smallerScenarios(scenario).filter((one) => !lawful.has(keyOf(one)));
    for (let at = 0; at < candidates.length; ) {
      const some = affordable(candidates.slice(at, at + sideBySide));
      const isOver = performance.now() - waitedMs > patience.until || some.length === 0;
      if (left <= 0 || isOver || means.target.signal?.aborted) return 'out of time';
      at += some.length;
      left -= some.length;
      waitedMs += (scenario.lookAfter ?? 0) * 1_000;
      const results = await Promise.all(some.map((one) => retry(means, one, isWanted, { of })));
      for (const [index, one] of some.entries()) if (!isBack(results[index])) lawful.add(keyOf(one));
      const back = results.find(isBack);
      if (back !== undefined) return { scenario: upTo(back.found), retried: back };
    }
    return 'none';
  }

  /** As many of these as can be paid for, with what follows where none of them fails. */
  function affordable(some: readonly Scenario[]): readonly Scenario[] {
    const whole = requestsFor(scenario, retried.trace);
    let room = patience.cost - means.target.cost() - Math.min(executionsAfter * whole, reserve);
    const count = some.findIndex((one) => {
      const cost = requestsFor(one, retried.trace);
      room -= cost;
      return room < 0 && cost * farSmaller > whole;
    });
    return count === -1 ? some : some.slice(0, count);
  }
}
