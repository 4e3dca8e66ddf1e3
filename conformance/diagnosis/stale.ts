import type { Failure } from '../check/check-trace.ts';
import { sameSequence } from '../check/compare-list.ts';
import { isSameView, observationsIn } from '../execution/trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Retry, retry } from './retry.ts';

/** So many settling times. */
const patience = 10;

/**
 * After so many seconds a view shows what was expected at once, and showed it no sooner; undefined where it does not show
 * it then either, or shows it at once this time.
 */
export async function staleFor(failure: Failure, scenario: Scenario, means: Retry): Promise<number | undefined> {
  const { comparison } = failure;
  if (comparison.of === 'answer') return undefined;
  const lookAfter = (means.target.settleMs * patience) / 1_000;
  const { trace } = await retry(means, { ...scenario, lookAfter }, () => false);
  const acted = trace.events.findLastIndex(({ kind }) => kind === 'operations');
  const looks = observationsIn({ events: trace.events.slice(acted) }).filter(({ view }) =>
    isSameView(view, comparison),
  );
  const isAsExpected = looks.map(({ seen }) => sameSequence(seen, comparison.expected));
  return trace.void === undefined && isAsExpected.at(-1) === true && isAsExpected.includes(false)
    ? lookAfter
    : undefined;
}
