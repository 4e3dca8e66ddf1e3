import type { Counterexample } from '../report/document.ts';
import { scopePattern } from '../scenario/scope.ts';
import { maskedValue } from '../target/secrets.ts';

/** Ids as people distinguish them: without what leads every id of the execution, and without the middle of a long one. */
export function withShortIds(counterexample: Counterexample): Counterexample {
  const scope = counterexample.steps.flatMap(({ curl }) => scopePattern.exec(curl) ?? [])[0] ?? '';
  const bare = maskedValue(counterexample, (text) => text.replaceAll(scope, '')) as Counterexample;
  const names = abbreviated(idsIn(bare));
  return maskedValue(bare, (text) => text.replace(longId, (id) => names.get(id) ?? id)) as Counterexample;
}

/** Those of the scenario, and those that the target shows. */
function idsIn({ scenario: { users, groups }, comparison }: Counterexample): readonly string[] {
  const { before, expected, seen } = comparison.of === 'list' ? comparison : { before: [], expected: [], seen: [] };
  const rows = [...before, ...expected, ...seen].map((row) => row.replace(/^(?:user|group):/u, ''));
  return [...users, ...groups.map(({ id }) => id), ...rows];
}

const longId = /[\w-]{21,}/gu;
/** With a sign and the word "group", three abbreviated ids fit beside each other on a terminal. */
const abbreviation = /^(.{7}).*(.{7})$/su;

/** What each long id is called: its two ends, unless those of another are the same. */
export function abbreviated(ids: readonly string[]): ReadonlyMap<string, string> {
  const long = [...new Set(ids)].filter((id) => id.search(longId) >= 0);
  const names = long.map((id) => [id, id.replace(abbreviation, '$1…$2')] as const);
  const counts = new Map<string, number>();
  for (const [, name] of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(names.filter(([, name]) => counts.get(name) === 1));
}
