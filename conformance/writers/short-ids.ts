import type { Counterexample } from '../report/document.ts';
import { scopePattern } from '../scenario/scope.ts';
import { maskedValue } from '../target/secrets.ts';

/** Ids as people tell them apart: without what leads every id of the execution, and without the middle of a long one. */
export function withShortIds(counterexample: Counterexample): Counterexample {
  const scope = counterexample.steps.flatMap(({ curl }) => scopePattern.exec(curl) ?? [])[0];
  const bare = scope === undefined ? counterexample : replaced(counterexample, [[scope, '']]);
  const names = [...abbreviated(idsIn(bare))].toSorted(([one], [other]) => other.length - one.length);
  return names.length === 0 ? bare : replaced(bare, names);
}

type Names = readonly (readonly [text: string, name: string])[];

const replaced = (counterexample: Counterexample, names: Names): Counterexample =>
  maskedValue(counterexample, (text) =>
    names.reduce((rest, [id, name]) => rest.replaceAll(id, name), text),
  ) as Counterexample;

/** Those of the scenario, and those that the target shows. */
function idsIn({ scenario: { users, groups }, comparison }: Counterexample): readonly string[] {
  const { before, expected, seen } = comparison.of === 'list' ? comparison : { before: [], expected: [], seen: [] };
  const rows = [...before, ...expected, ...seen].map((row) => row.replace(/^(?:user|group):/u, ''));
  return [...new Set([...users, ...groups.map(({ id }) => id), ...rows])];
}

/** Of more than so many long ids, which no run makes, the others stay whole. */
const mostAbbreviated = 200;
const longest = 20;
/** With a sign and the word "group", three abbreviated ids fit beside each other on a terminal. */
const atEachEnd = 7;

/** What each long id is called: its two ends, of which as much is left as tells it from all others. */
export function abbreviated(ids: readonly string[]): ReadonlyMap<string, string> {
  const long = ids.filter((id) => id.length > longest).slice(0, mostAbbreviated);
  const nameOf = (id: string): string => {
    for (let length = atEachEnd; 2 * length < id.length; length += 1) {
      const [head, tail] = [id.slice(0, length), id.slice(-length)];
      const alike = long.filter((other) => other.startsWith(head) && other.endsWith(tail));
      if (alike.length === 1) return `${head}…${tail}`;
    }
    return id;
  };
  return new Map(long.map((id) => [id, nameOf(id)]));
}
