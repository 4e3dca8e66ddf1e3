import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import type { ListComparison } from '../report/document.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import { listDiff } from './list-diff.ts';
import { cellText } from './page.ts';

const lists = (expected: readonly string[], seen: readonly string[], freely?: string): ListComparison => ({
  ...{ of: 'list', subject: 'a list', before: expected, expected, seen },
  ...(freely === undefined ? {} : { freely }),
});

const resetting = (...ids: readonly string[]): Pick<Scenario, 'steps'> => {
  const how = { preserveOrder: 'true', deleteMessagesPermanently: 'absent', form: 'path-actor' } as const;
  return { steps: ids.map((id): Reset => ({ do: 'reset', actor: 'me', conversation: toUser(id), ...how })) };
};

/** One of the lists before, expected and seen, as `text:mark`. */
function column(at: number, comparison: ListComparison, scenario = resetting()): readonly string[] {
  const cells = listDiff(comparison, scenario).table.rows.map((row) => row.cells[at]);
  return cells.flatMap((cell) => (typeof cell === 'object' && cell.text !== '' ? [`${cell.text}:${cell.mark}`] : []));
}
const [before, expected, seen] = [1, 2, 3];

test.each([
  ['one that moved, and no other', lists(['a', 'b', 'c'], ['c', 'a', 'b']), seen, 'c:moved a:same b:same'],
  ['where it was expected', lists(['a', 'b', 'c'], ['c', 'a', 'b']), expected, 'a:same b:same c:moved'],
  ['where it was before', lists(['a', 'b', 'c'], ['c', 'a', 'b']), before, 'a:same b:same c:moved'],
  ['what may be anywhere, or gone', lists(['a', 'b', 'c'], ['c', 'a'], 'b'), before, 'a:moved b:free c:same'],
  ['what is lost', lists(['a', 'b', 'c', 'd'], ['b', 'a', 'a', 'd'], 'b'), expected, 'a:same b:free c:lost d:same'],
  ['what stands twice', lists(['a', 'b', 'c', 'd'], ['b', 'a', 'a', 'd'], 'b'), seen, 'b:free a:same a:extra d:same'],
  ['no order of messages', { ...lists(['m', 'n'], ['n', 'm']), of: 'messages' as const }, seen, 'n:same m:same'],
  ['that nothing is there', lists(['a'], []), seen, 'no conversations:none'],
])('a list shows %s', (_what, comparison, at, marked) => {
  expect(column(at, comparison).join(' ')).toBe(marked);
});

test.each([
  [['user:a', 'user:b', 'user:c'], ['user:b', 'user:a', 'user:c'], 'a', 'user:a:moved'],
  [['user:a', 'user:b', 'user:c'], ['user:b', 'user:a', 'user:c'], 'b', 'user:b:moved'],
  // In the list of the other side, it is the row of the acting user.
  [['user:me', 'user:z'], ['user:z', 'user:me'], 'peer', 'user:me:moved'],
  [['user:z', 'user:me'], ['user:me', 'user:z'], 'peer', 'user:me:moved'],
])('of two that changed places in %j, the one that was reset has moved', (wanted, now, id, moved) => {
  expect(column(seen, lists(wanted, now), resetting(id)).filter((cell) => !cell.endsWith('same'))).toEqual([moved]);
});

test('marks agree: as many move on one side as on the other, and equal lists have none', () => {
  const entries = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 10 });
  fc.assert(
    fc.property(entries, entries, (wanted, now) => {
      const having = (at: number, mark: string) => column(at, lists(wanted, now)).filter((cell) => cell.endsWith(mark));
      expect(having(expected, 'moved').toSorted()).toEqual(having(seen, 'moved').toSorted());
      expect(having(expected, 'same')).toEqual(having(seen, 'same'));
      expect(column(seen, lists(now, now)).filter((cell) => !/:(?:same|none)$/.test(cell))).toEqual([]);
    }),
  );
});

test('of a long list, what stands around a mark is shown, and how much is left out', () => {
  const long = Array.from({ length: 100 }, (_, index) => `r${index}`);
  const { table } = listDiff(lists(long, long.toSpliced(50, 1)), resetting());
  const shown = table.rows.map(({ cells: [place, first = ''] }) => place || cellText(first).trim());
  expect(shown).toEqual(['1', '2', '… 46 more', '49', '50', '51', '52', '53', '… 46 more', '100']);
});

test('lists of many thousand rows are compared in a moment', () => {
  const long = Array.from({ length: 9_000 }, (_, index) => `r${index}`);
  expect(column(expected, lists(long, long.toReversed())).filter((cell) => !cell.endsWith(':moved'))).toEqual([]);
});
