import type { Counterexample, ListComparison } from '../report/document.ts';
import { keyOf, operationsOf } from '../scenario/scenario.ts';

/**
 * What became of an entry, as its column shows it. `moved`: in both lists, out of order. `lost`: expected, not seen.
 * `extra`: seen, not expected. `free`: it may be in any place, or gone.
 */
export type Mark = 'same' | 'moved' | 'lost' | 'extra' | 'free';

export interface Cell {
  readonly text: string;
  readonly mark: Mark;
}

/** The lists before, expected and seen. */
export type ListDiff = readonly [before: readonly Cell[], expected: readonly Cell[], seen: readonly Cell[]];

/** Of messages nobody judges the order, so they are never `moved`. */
export function listDiff({ of, before, expected, freely, seen }: ListComparison, scenario: Scenario): ListDiff {
  const [isSeen, isExpected] = [counterparts(expected, seen), counterparts(seen, expected)];
  const moved =
    of === 'messages'
      ? new Set<string>()
      : movedAmong(
          expected.filter((text, at) => isSeen[at] && text !== freely),
          seen.filter((text, at) => isExpected[at] && text !== freely),
          resetIn(scenario),
        );
  const column = (list: readonly string[], hasCounterpart: readonly boolean[], alone: Mark) =>
    list.map((text, at): Cell => {
      const isFree = text === freely && (hasCounterpart[at] || alone === 'lost');
      const mark = isFree ? 'free' : !hasCounterpart[at] ? alone : moved.has(text) ? 'moved' : 'same';
      return { text, mark };
    });
  const [wanted, shown] = [column(expected, isSeen, 'lost'), column(seen, isExpected, 'extra')];
  // What is not expected afterwards was in no wrong place before.
  const marked = [...shown, ...wanted].filter(({ mark }) => mark !== 'same' && mark !== 'extra');
  const marks = new Map(marked.map(({ text, mark }) => [text, mark]));
  return [before.map((text) => ({ text, mark: marks.get(text) ?? 'same' })), wanted, shown];
}

type Scenario = Pick<Counterexample['scenario'], 'steps'>;

/** The rows of the conversations that were reset, as either side lists them. */
function resetIn({ steps }: Scenario): ReadonlySet<string> {
  const resets = steps.flatMap(operationsOf).filter((operation) => operation.do === 'reset');
  return new Set(resets.flatMap(({ actor, conversation }) => [keyOf(conversation), `user:${actor}`]));
}

/** Of each entry, whether the other list has one for it, too. */
function counterparts(list: readonly string[], other: readonly string[]): readonly boolean[] {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  return list.map((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}

/**
 * Of two orders of the same rows, the one whose move explains all, where there is one: of two that have changed places,
 * the one that was reset. Else all between the first and the last that are not in their place.
 */
function movedAmong(
  expected: readonly string[],
  seen: readonly string[],
  reset: ReadonlySet<string>,
): ReadonlySet<string> {
  let [start, end] = [0, expected.length];
  while (start < end && expected[start] === seen[start]) start += 1;
  while (end > start && expected[end - 1] === seen[end - 1]) end -= 1;
  const [rows, now] = [expected.slice(start, end), seen.slice(start, end)];
  const explains = (row: string) => {
    const [others, othersNow] = [rows, now].map((list) => list.filter((one) => one !== row));
    return others?.every((one, at) => one === othersNow?.[at]) ?? false;
  };
  const alone = [...rows.slice(0, 1), ...now.slice(0, 1)].filter(explains);
  const one = alone.find((row) => reset.has(row)) ?? alone[0];
  return new Set(one === undefined ? rows : [one]);
}

const longestShown = 16;
const aroundMarks = 2;

/** One row of each list, where it has one, or how many rows are left out. */
export type ShownRow<Entry = Cell> =
  | { readonly leftOut: number }
  | { readonly place: number; readonly cells: readonly (Entry | undefined)[] };

/** All rows of short lists; of long ones the first two, the last, and what stands around a mark. */
export function shownRows(lists: ListDiff): readonly ShownRow[] {
  const length = Math.max(...lists.map((list) => list.length));
  const isMarked = (row: number) => lists.some((list) => (list[row]?.mark ?? 'same') !== 'same');
  const around = Array.from({ length: 2 * aroundMarks + 1 }, (_, offset) => offset - aroundMarks);
  const rows: ShownRow[] = [];
  for (let row = 0; row < length; row += 1) {
    const isEdge = length <= longestShown || row < aroundMarks || row === length - 1;
    const last = rows.at(-1);
    if (isEdge || around.some((offset) => isMarked(row + offset))) {
      rows.push({ place: row + 1, cells: lists.map((list) => list[row]) });
    } else if (last !== undefined && 'leftOut' in last) rows[rows.length - 1] = { leftOut: last.leftOut + 1 };
    else rows.push({ leftOut: 1 });
  }
  return rows;
}
