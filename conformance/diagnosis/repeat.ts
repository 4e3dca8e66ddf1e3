import type { Failure } from '../judgement/judge.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Retried, type Retry, retry } from './retry.ts';

/** How often a failure is executed again before it counts as one that does not come back. */
const repetitions = 3;

/** Until it comes back; at most so often, and no more where enough was spent. */
export async function repeat(
  options: Retry & { readonly isSpent?: () => boolean },
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
