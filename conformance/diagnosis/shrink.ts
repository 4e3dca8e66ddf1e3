import type { Failure } from '../check/check-trace.ts';
import { requestsFor } from '../execution/trace.ts';
import { isPause, type Scenario } from '../scenario/scenario.ts';
import { isExact } from './blame.ts';
import { fewestSteps } from './fewest-steps.ts';
import type { Failing, IsSame } from './reproduce.ts';
import { isBack, type Retried, type Retry, retry } from './retry.ts';
import { plainerWays, relatedScenarios, withFewerMessages, withStepsBefore } from './smaller.ts';
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

/** So many executions may follow, where it comes back now and then. */
const executionsAfter = 4;

/** What is so many times smaller is tried in any case: it costs little, and makes all that follows cheaper. */
const farSmaller = 4;

/**
 * The smallest scenario found that still fails in a way that is wanted: with the fewest steps, then with plainer ones. What
 * shows at once is not waited for.
 */
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
  let isOver = false;
  let fewest: number;
  const tried = new Set<string>();
  // No more than a third is kept for what follows, which a smaller scenario makes cheaper.
  const reserve = (patience.cost - means.target.cost()) / 3;
  do {
    await repeatedly(withFewerMessages);
    fewest = await fewerSteps();
    for (const way of plainerWays) await repeatedly(way);
    // What was done at once may have become several steps.
  } while (!isOver && scenario.steps.length !== fewest);
  return { scenario, retried, isSmallest: !isOver };

  async function repeatedly(way: (scenario: Scenario) => readonly Scenario[]): Promise<void> {
    for (let isFound = true; isFound; ) isFound = await oneOf(way(scenario));
  }

  /** Takes the first of these that fails, and says whether there is one. */
  async function oneOf(candidates: readonly Scenario[]): Promise<boolean> {
    const others = candidates.filter((one) => !tried.has(JSON.stringify(one)));
    for (let at = 0; at < others.length && !isOver; ) {
      const results = await takeFirst(others.slice(at, at + sideBySide));
      if (results.some(isBack)) return true;
      at += results.length;
    }
    return false;
  }

  /** Leaves out all steps that it fails without; gives back how many are left then. */
  async function fewerSteps(): Promise<number> {
    await repeatedly(relatedScenarios);
    const whole = scenario;
    const needed = await fewestSteps(whole.steps.slice(0, -1), sideBySide, async (some) => {
      const candidates = some.map((steps) => withStepsBefore(whole, steps));
      const results = await takeFirst(candidates);
      const enough = results.findIndex(isBack);
      // Where it has failed in the midst of one, another step is the last one now.
      const isOther = enough >= 0 && scenario.steps.length !== candidates[enough]?.steps.length;
      return { tried: isOther ? 0 : results.length, enough };
    });
    return needed.length + 1;
  }

  /** Executes these side by side, as many as can be paid for; the first that fails takes the place of what there is. */
  async function takeFirst(some: readonly Scenario[]): Promise<readonly Retried[]> {
    const paid = affordable(some);
    const isLate = performance.now() - waitedMs > patience.until || means.target.signal?.aborted === true;
    isOver = paid.length === 0 || left <= 0 || isLate;
    if (isOver) return [];
    left -= paid.length;
    waitedMs += (scenario.lookAfter ?? 0) * 1_000;
    const results = await Promise.all(paid.map((one) => retry(means, one, isWanted, { of })));
    for (const [index, one] of paid.entries()) if (!isBack(results[index])) tried.add(JSON.stringify(one));
    const back = results.find(isBack);
    if (back !== undefined) [scenario, retried] = [upTo(back.found), back];
    return results;
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
