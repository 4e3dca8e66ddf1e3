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

/** The three lists with each entry's mark, such that few entries are marked. */
export interface ListDiff {
  readonly before: readonly Cell[];
  readonly expected: readonly Cell[];
  readonly seen: readonly Cell[];
}

/**
 * Of messages nobody judges the order, so they are never `moved`. Where two rows have changed places, the one that was
 * reset is the one that moved.
 */
export function listDiff({ of, before, expected, freely, seen }: ListComparison, scenario: Scenario): ListDiff {
  const reset = resetIn(scenario);
  const placed = expected.map((text) => (text === freely ? undefined : text));
  const inOrder = commonSequence(placed, seen, (text) => (reset.has(text) ? 1 : 2));
  const strayExpected = expected.filter((_text, index) => !inOrder.left.has(index));
  const straySeen = seen.filter((_text, index) => !inOrder.right.has(index));

  const column = (list: readonly string[], settled: ReadonlySet<number>, others: readonly string[], alone: Mark) => {
    const unpaired = countsOf(others);
    return list.map((text, index): Cell => {
      if (settled.has(index)) return { text, mark: 'same' };
      const pairs = unpaired.get(text) ?? 0;
      if (pairs === 0) return { text, mark: text === freely && alone === 'lost' ? 'free' : alone };
      unpaired.set(text, pairs - 1);
      return { text, mark: text === freely ? 'free' : of === 'messages' ? 'same' : 'moved' };
    });
  };
  const expectedCells = column(expected, inOrder.left, straySeen, 'lost');
  const seenCells = column(seen, inOrder.right, strayExpected, 'extra');

  const marks = new Map<string, Mark>();
  // What is not expected afterwards was in no wrong place before.
  for (const { text, mark } of [...seenCells, ...expectedCells]) {
    if (mark !== 'same' && mark !== 'extra') marks.set(text, mark);
  }
  return {
    before: before.map((text) => ({ text, mark: marks.get(text) ?? 'same' })),
    expected: expectedCells,
    seen: seenCells,
  };
}

type Scenario = Pick<Counterexample['scenario'], 'steps'>;

/** The rows of the conversations that were reset, as either side lists them. */
function resetIn({ steps }: Scenario): ReadonlySet<string> {
  const resets = steps.flatMap(operationsOf).filter((operation) => operation.do === 'reset');
  return new Set(resets.flatMap(({ actor, conversation }) => [keyOf(conversation), `user:${actor}`]));
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** What stands between the beginning and the end that both lists share is compared up to so many pairs. */
const mostPairs = 4_000_000;

/** The positions, on both sides, of the heaviest sequence that both lists hold in this order. */
function commonSequence(
  left: readonly (string | undefined)[],
  right: readonly string[],
  weightOf: (text: string) => number,
) {
  const found = { left: new Set<number>(), right: new Set<number>() };
  const pair = (i: number, j: number) => {
    found.left.add(i);
    found.right.add(j);
  };
  let start = 0;
  while (start < right.length && left[start] === right[start]) pair(start, start++);
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) pair(--leftEnd, --rightEnd);

  const width = rightEnd - start + 1;
  if ((leftEnd - start + 1) * width > mostPairs) return found;
  // weights[i * width + j]: of the heaviest common sequence of left from i on and right from j on.
  const weights = new Uint32Array((leftEnd - start + 1) * width);
  const at = (i: number, j: number) => (i - start) * width + j - start;
  const weightAt = (i: number, j: number) => weights[at(i, j)] ?? 0;
  for (let i = leftEnd - 1; i >= start; i -= 1) {
    for (let j = rightEnd - 1; j >= start; j -= 1) {
      const without = Math.max(weightAt(i + 1, j), weightAt(i, j + 1));
      const text = right[j] ?? '';
      weights[at(i, j)] = left[i] === text ? Math.max(weightAt(i + 1, j + 1) + weightOf(text), without) : without;
    }
  }
  for (let i = start, j = start; i < leftEnd && j < rightEnd; ) {
    if (weightAt(i, j) === weightAt(i + 1, j)) i += 1;
    else if (weightAt(i, j) === weightAt(i, j + 1)) j += 1;
    else pair(i++, j++);
  }
  return found;
}

const longestShown = 16;
const aroundMarks = 2;

/** The rows to show of lists as long as these; a number stands for that many rows left out. */
export type ShownRow = { readonly row: number } | { readonly leftOut: number };

/** All rows of short lists; of long ones the first two, the last, and what stands around a mark. */
export function shownRows({ before, expected, seen }: ListDiff): readonly ShownRow[] {
  const length = Math.max(before.length, expected.length, seen.length);
  const isMarked = (row: number) => [before, expected, seen].some((list) => (list[row]?.mark ?? 'same') !== 'same');
  const isShown = (row: number) =>
    length <= longestShown ||
    row < aroundMarks ||
    row === length - 1 ||
    Array.from({ length: 2 * aroundMarks + 1 }, (_, offset) => row - aroundMarks + offset).some(isMarked);

  const rows: ShownRow[] = [];
  let leftOut = 0;
  for (let row = 0; row <= length; row += 1) {
    if (row < length && !isShown(row)) {
      leftOut += 1;
      continue;
    }
    if (leftOut > 0) rows.push({ leftOut });
    leftOut = 0;
    if (row < length) rows.push({ row });
  }
  return rows;
}
