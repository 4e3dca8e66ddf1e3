import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import type { ListComparison } from '../report.ts';
import { type Cell, listDiff as diffOf, shownRows } from './list-diff.ts';

const lists = (expected: readonly string[], seen: readonly string[], freely?: string): ListComparison => ({
  of: 'list',
  subject: 'a list',
  before: expected,
  expected,
  seen,
  ...(freely === undefined ? {} : { freely }),
});

const listDiff = (comparison: ListComparison, summary = '') => diffOf(comparison, { summary, story: [] });

const marked = (cells: readonly Cell[]): string => cells.map(({ text, mark }) => `${text}:${mark}`).join(' ');

test('one entry that moved is the only one marked', () => {
  const diff = listDiff(lists(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']));
  expect(marked(diff.seen)).toBe('d:moved a:same b:same c:same');
  expect(marked(diff.expected)).toBe('a:same b:same c:same d:moved');
  expect(marked(diff.before)).toBe('a:same b:same c:same d:moved');
});

test.each(['user:a', 'user:b'])('of two that changed places, %s moved when the summary names it', (name) => {
  const diff = listDiff(lists(['user:a', 'user:b', 'user:c'], ['user:b', 'user:a', 'user:c']), `${name} has moved`);
  expect(diff.seen.filter(({ mark }) => mark === 'moved').map(({ text }) => text)).toEqual([name]);
});

test('of two that changed places, the one that was reset moved when the summary names none', () => {
  const story = [{ phase: 'act', what: 'me resets user:b', curl: '', answer: '' }] as const;
  const diff = diffOf(lists(['user:a', 'user:b'], ['user:b', 'user:a']), { summary: 'it changed', story });
  expect(marked(diff.seen)).toBe('user:b:moved user:a:same');
});

test('an entry that may be in any place may be gone too', () => {
  const diff = listDiff(lists(['a', 'b', 'c'], ['c', 'a'], 'b'));
  expect(marked(diff.expected)).toBe('a:moved b:free c:same');
  expect(marked(diff.before)).toBe('a:moved b:free c:same');
});

test('lost, doubled and free entries have marks of their own', () => {
  const diff = listDiff(lists(['a', 'b', 'c', 'd'], ['b', 'a', 'a', 'd'], 'b'));
  expect(marked(diff.expected)).toBe('a:same b:free c:lost d:same');
  expect(marked(diff.seen)).toBe('b:free a:extra a:same d:same');
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
  expect(shownRows(listDiff(lists(long.slice(0, 5), long.slice(0, 5))))).toHaveLength(5);
  const rows = shownRows(
    listDiff(
      lists(
        long,
        long.filter((row) => row !== 'r50'),
      ),
    ),
  );
  expect(rows).toEqual([
    { row: 0 },
    { row: 1 },
    { leftOut: 46 },
    ...[48, 49, 50, 51, 52].map((row) => ({ row })),
    { leftOut: 46 },
    { row: 99 },
  ]);
});
