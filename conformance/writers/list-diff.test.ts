import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import type { ListComparison } from '../report/document.ts';
import { type Scenario, toUser } from '../scenario/scenario.ts';
import { type Cell, listDiff as diffOf, shownRows } from './list-diff.ts';

const lists = (expected: readonly string[], seen: readonly string[], freely?: string): ListComparison => ({
  of: 'list',
  subject: 'a list',
  before: expected,
  expected,
  seen,
  ...(freely === undefined ? {} : { freely }),
});

const resetting = (...ids: readonly string[]): Scenario => ({
  users: ['me', ...ids],
  groups: [],
  steps: ids.map((id) => ({
    do: 'reset',
    actor: 'me',
    conversation: toUser(id),
    preserveOrder: 'true',
    deleteMessagesPermanently: 'absent',
    form: 'path-actor',
  })),
});

const listDiff = (comparison: ListComparison, scenario = resetting()) => {
  const [before, expected, seen] = diffOf(comparison, scenario);
  return { before, expected, seen };
};

const marked = (cells: readonly Cell[]): string => cells.map(({ text, mark }) => `${text}:${mark}`).join(' ');

test('one entry that moved is the only one marked', () => {
  const diff = listDiff(lists(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']));
  expect(marked(diff.seen)).toBe('d:moved a:same b:same c:same');
  expect(marked(diff.expected)).toBe('a:same b:same c:same d:moved');
  expect(marked(diff.before)).toBe('a:same b:same c:same d:moved');
});

test.each(['a', 'b'])('of two that changed places, %s moved when it was reset', (id) => {
  const diff = listDiff(lists(['user:a', 'user:b', 'user:c'], ['user:b', 'user:a', 'user:c']), resetting(id));
  expect(diff.seen.filter(({ mark }) => mark === 'moved').map(({ text }) => text)).toEqual([`user:${id}`]);
});

test.each([
  [['user:me', 'user:z']],
  [['user:z', 'user:me']],
])('in the list %j of the other side, the row of the acting user is the one that moved', (list) => {
  const diff = listDiff(lists(list, list.toReversed()), resetting('peer'));
  expect(diff.seen.filter(({ mark }) => mark === 'moved').map(({ text }) => text)).toEqual(['user:me']);
});

test('an entry that may be in any place may be gone too', () => {
  const diff = listDiff(lists(['a', 'b', 'c'], ['c', 'a'], 'b'));
  expect(marked(diff.expected)).toBe('a:moved b:free c:same');
  expect(marked(diff.before)).toBe('a:moved b:free c:same');
});

test('lost, doubled and free entries have marks of their own', () => {
  const diff = listDiff(lists(['a', 'b', 'c', 'd'], ['b', 'a', 'a', 'd'], 'b'));
  expect(marked(diff.expected)).toBe('a:same b:free c:lost d:same');
  expect(marked(diff.seen)).toBe('b:free a:same a:extra d:same');
});

test('messages are never out of their place', () => {
  const diff = listDiff({ ...lists(['m1', 'm2', 'm3'], ['m3', 'm1']), of: 'messages' });
  expect(marked(diff.expected)).toBe('m1:same m2:lost m3:same');
});

test('marks agree: as many move on one side as on the other, and equal lists have none', () => {
  const entry = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (expected, seen) => {
      const diff = listDiff(lists(expected, seen));
      const moved = (cells: readonly Cell[]) => cells.filter(({ mark }) => mark === 'moved').map(({ text }) => text);
      expect(moved(diff.expected).sort()).toEqual(moved(diff.seen).sort());
      const kept = (cells: readonly Cell[]) => cells.filter(({ mark }) => mark === 'same').map(({ text }) => text);
      expect(kept(diff.expected)).toEqual(kept(diff.seen));
      expect(listDiff(lists(seen, seen)).seen.every(({ mark }) => mark === 'same')).toBe(true);
    }),
  );
});

test('of a long list, what stands around a mark is shown, and how much is left out', () => {
  const long = Array.from({ length: 100 }, (_, index) => `r${index}`);
  const shown = (expected: readonly string[], seen: readonly string[]) =>
    shownRows(diffOf(lists(expected, seen), resetting())).map((row) => ('leftOut' in row ? row : row.place));
  expect(shown(long.slice(0, 5), long.slice(0, 5))).toHaveLength(5);
  const rows = shown(long, long.toSpliced(50, 1));
  expect(rows).toEqual([...[1, 2, { leftOut: 46 }], ...[49, 50, 51, 52, 53, { leftOut: 46 }], 100]);
});

test('lists of many thousand rows are compared in a moment', () => {
  const long = Array.from({ length: 9_000 }, (_, index) => `r${index}`);
  const marks = (seen: readonly string[]) => new Set(listDiff(lists(long, seen)).seen.map(({ mark }) => mark));
  expect(marks(long.toSpliced(4_000, 1))).toEqual(new Set(['same']));
  expect(marks(long.toReversed())).toEqual(new Set(['moved']));
});
