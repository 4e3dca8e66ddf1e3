import { movableRows } from '../check/compare-list.ts';
import type { ListComparison } from '../report/document.ts';
import { keyOf } from '../scenario/conversations.ts';
import { isReset, operationsOf, type Scenario } from '../scenario/scenario.ts';
import { type Mark, type RichCell, type Row, signs, type Table } from './page.ts';

type Entry = Required<Pick<RichCell, 'key' | 'text' | 'mark'>>;

/**
 * The lists before, expected and seen, and what their signs mean. Of messages nobody judges the order, so they are never
 * `moved`.
 */
export function listDiff(comparison: ListComparison, scenario: Pick<Scenario, 'steps'>) {
  const { of, freely, otherwise = 'expected' } = comparison;
  const [before, expected, seen] = [keyed(comparison.before), keyed(comparison.expected), keyed(comparison.seen)];
  const common = (list: Keyed, other: Keyed) =>
    [...list.keys()].filter((key) => other.has(key) && list.get(key) !== freely);
  const moved =
    of === 'list' ? movedAmong(common(expected, seen), common(seen, expected), resetIn(scenario)) : new Set();
  const markOf = (key: string, text: string): Mark => {
    if (!expected.has(key)) return 'extra';
    if (text === freely) return 'free';
    if (!seen.has(key)) return 'lost';
    return moved.has(key) ? 'moved' : 'same';
  };
  const entries = (list: Keyed) => [...list].map(([key, text]): Entry => ({ key, text, mark: markOf(key, text) }));
  // What is not expected afterwards was in no wrong place before.
  const then = entries(before).map((entry): Entry => (entry.mark === 'extra' ? { ...entry, mark: 'same' } : entry));
  const lists = [then, entries(expected), entries(seen)];
  const nothing = words(of === 'list' ? 'no conversations' : 'no messages');
  const table: Table = {
    ...{ kind: 'table', areLists: true, head: ['', ...['before', otherwise, 'seen'].map((name) => `  ${name}`)] },
    rows: shownRows(lists.map((list) => (list.length === 0 ? [nothing] : list))),
  };
  return { table, legend: legendOf(comparison, new Set(lists.flat().map(({ mark }) => mark))) };
}

const words = (text: string): Entry => ({ key: '', text, mark: 'none' });

type Keyed = ReadonlyMap<string, string>;

/** The entries of a list; of several with one text each has its number. */
function keyed(list: readonly string[]): Keyed {
  const counts = new Map<string, number>();
  return new Map(
    list.map((text) => {
      const count = counts.get(text) ?? 0;
      counts.set(text, count + 1);
      return [`${count} ${text}`, text];
    }),
  );
}

/** What the signs mean, and what is not judged. Of two outcomes that contradict each other, none is the expected one. */
function legendOf({ of, otherwise }: ListComparison, marks: ReadonlySet<Mark>): string {
  const meanings: Readonly<Partial<Record<Mark, string>>> = {
    ...(otherwise === undefined
      ? { moved: 'out of its place', lost: 'missing', extra: 'not expected' }
      : { moved: `elsewhere ${otherwise}`, lost: `only ${otherwise}`, extra: `not ${otherwise}` }),
    free: 'may be in any place, or gone',
  };
  const used = (Object.keys(meanings) as Mark[]).filter((mark) => marks.has(mark));
  const said = used.map((mark) => `${signs[mark]} ${meanings[mark]}`);
  return [...said, ...(of === 'messages' ? ['the order of messages is not judged'] : [])].join(' · ');
}

/** The rows of the conversations that were reset, as either side lists them. */
function resetIn({ steps }: Pick<Scenario, 'steps'>): Keyed {
  const resets = steps.flatMap(operationsOf).filter(isReset);
  return keyed(resets.flatMap(({ actor, conversation }) => [keyOf(conversation), `user:${actor}`]));
}

/**
 * Of two orders of the same rows, the one whose move explains all, where there is one: of two that have changed places,
 * the one that was reset. Else all that are not in their place.
 */
function movedAmong(expected: readonly string[], seen: readonly string[], reset: Keyed): ReadonlySet<string> {
  const movable = movableRows(expected, seen);
  const one = movable.find((row) => reset.has(row)) ?? movable[0];
  return new Set(one === undefined ? expected.filter((row, at) => row !== seen[at]) : [one]);
}

const longestShown = 16;
const aroundMarks = 2;

/** All rows of short lists; of long ones the first two, the last, and what stands around a mark. */
function shownRows(lists: readonly (readonly Entry[])[]): readonly Row[] {
  const length = Math.max(...lists.map((list) => list.length));
  const isNearMark = (row: number) =>
    lists.some((list) => list.slice(Math.max(0, row - aroundMarks), row + aroundMarks + 1).some(isMarked));
  const isShown = (row: number) => length <= longestShown || row < aroundMarks || row === length - 1 || isNearMark(row);
  const places = Array.from({ length }, (_, row) => row).filter(isShown);
  return places.flatMap((row, at) => {
    const leftOut = row - 1 - (places[at - 1] ?? -1);
    const gap = lists.map(() => words(`… ${leftOut} more`));
    return [
      ...(leftOut > 0 ? [rowOf('', gap)] : []),
      rowOf(
        `${row + 1}`,
        lists.map((list) => list[row] ?? words('')),
      ),
    ];
  });
}

const tones = { same: undefined, moved: 'bad', lost: 'bad', extra: 'bad', free: 'faint', none: 'faint' } as const;

const rowOf = (place: string, entries: readonly Entry[]): Row => ({
  cells: [place, ...entries.map((entry) => ({ ...entry, tone: tones[entry.mark] }))],
});

const isMarked = ({ mark }: Entry): boolean => signs[mark] !== '';
