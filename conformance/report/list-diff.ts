import type { Counterexample, ListComparison } from '../report.ts';

/**
 * What became of an entry, as its column shows it. `moved`: in both lists, out of order. `lost`: expected, not seen.
 * `extra`: seen, not expected. `free`: it may be in any place, or gone.
 */
export type Mark = 'same' | 'moved' | 'lost' | 'extra' | 'free';

export interface Cell {
  readonly text: string;
  readonly mark: Mark;
}

/** The three lists with each entry's mark, such that as few entries as possible are marked. */
export interface ListDiff {
  readonly before: readonly Cell[];
  readonly expected: readonly Cell[];
  readonly seen: readonly Cell[];
}

/**
 * Of messages nobody judges the order, so they are never `moved`. Where two rows have changed places, the one that is
 * talked about is the one that moved.
 */
export function listDiff(
  { of, before, expected, freely, seen }: ListComparison,
  { summary, story }: Pick<Counterexample, 'summary' | 'story'>,
): ListDiff {
  const talk = [summary, ...story.filter(({ phase }) => phase === 'act').map(({ what }) => what)].join(' ');
  const named = new Set(talk.split(/[^\w:-]+/u));
  const placed = expected.map((text) => (text === freely ? undefined : text));
  const inOrder = heaviestCommonSequence(placed, seen, (text) => (named.has(text) ? 1 : 2));
  const strayExpected = expected.filter((_text, index) => !inOrder.left.has(index));
  const straySeen = seen.filter((_text, index) => !inOrder.right.has(index));
  const elsewhere: Mark = of === 'messages' ? 'same' : 'moved';

  const column = (list: readonly string[], settled: ReadonlySet<number>, others: readonly string[], alone: Mark) => {
    const unpaired = [...others];
    return list.map((text, index): Cell => {
      if (settled.has(index)) return { text, mark: 'same' };
      const pair = unpaired.indexOf(text);
      if (pair < 0) return { text, mark: text === freely && alone === 'lost' ? 'free' : alone };
      unpaired.splice(pair, 1);
      return { text, mark: text === freely ? 'free' : elsewhere };
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

/** The positions, on both sides, of the heaviest sequence that both lists hold in this order. */
function heaviestCommonSequence(
  left: readonly (string | undefined)[],
  right: readonly string[],
  weightOf: (text: string) => number,
) {
  const width = right.length + 1;
  // weights[i * width + j]: of the heaviest common sequence of left from i on and right from j on.
  const weights = new Uint32Array((left.length + 1) * width);
  const weightAt = (i: number, j: number) => weights[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (const [j, text] of [...right.entries()].reverse()) {
      const without = Math.max(weightAt(i + 1, j), weightAt(i, j + 1));
      weights[i * width + j] = left[i] === text ? Math.max(weightAt(i + 1, j + 1) + weightOf(text), without) : without;
    }
  }
  const found = { left: new Set<number>(), right: new Set<number>() };
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (weightAt(i, j) === weightAt(i + 1, j)) i += 1;
    else if (weightAt(i, j) === weightAt(i, j + 1)) j += 1;
    else {
      found.left.add(i++);
      found.right.add(j++);
    }
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
