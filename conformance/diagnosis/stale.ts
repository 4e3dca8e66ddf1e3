import type { Failure } from '../check/check-trace.ts';
import { sameSequence } from '../check/compare-list.ts';
import { isSameView } from '../execution/trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Retry, retry } from './retry.ts';

/** So many settling times. */
const patience = 10;

/** After so many seconds a view shows what was expected at once; undefined where it does not show it then either. */
export async function staleFor(failure: Failure, scenario: Scenario, means: Retry): Promise<number | undefined> {
  const { comparison } = failure;
  if (comparison.of === 'answer') return undefined;
  const lookAfter = (means.target.settleMs * patience) / 1_000;
  const { trace } = await retry(means, { ...scenario, lookAfter }, () => false);
  const last = trace.events.at(-1);
  if (trace.void !== undefined || last?.kind !== 'observations') return undefined;
  const seen = last.observations.find(({ view }) => isSameView(view, comparison))?.seen;
  return seen !== undefined && sameSequence(seen, comparison.expected) ? lookAfter : undefined;
}
