import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { compareList, lawfulList, sameSequence } from './compare-list.ts';

const rows = (text: string): readonly string[] => text.split('');

/** What differs, in short: `lost a` of a row, `order changed ab` where one of these has moved. */
const compare = (before: string, seen: string, free: string, most?: number): string =>
  compareList(rows(before), rows(seen), new Set(free), new Set(), most)
    .map((one) =>
      `${one.what} ${'movable' in one ? one.movable.join('') : 'row' in one && one.row}`.replace('row ', ''),
    )
    .join(', ');

describe('compareList', () => {
  it('should say nothing of a list that was never seen', () => {
    expect(compareList(undefined, ['a', 'a'], new Set())).toEqual([]);
  });

  it.each([
    // What is free may stand anywhere or nowhere, or appear.
    ['abc', 'abc', '', ''],
    ['abc', 'bca', 'a', ''],
    ['abc', 'bc', 'a', ''],
    ['bc', 'bac', 'a', ''],
    ['abc', 'ca', 'ab', ''],
    ['', '', '', ''],
    ['abc', 'bc', '', 'lost a'],
    ['abc', 'b', '', 'lost a, lost c'],
    ['bc', 'bac', '', 'gained a'],
    ['abc', 'axc', '', 'lost b, gained x'],
    // Once is enough, also for a free one.
    ['abc', 'abca', '', 'doubled a'],
    ['abc', 'abca', 'a', 'doubled a'],
    ['bc', 'baca', 'a', 'doubled a'],
    ['abca', 'abca', '', ''],
    // The rest keeps its order; one row may explain what has changed.
    ['abcd', 'bacd', '', 'order changed ab'],
    ['abcd', 'bcda', '', 'order changed a'],
    ['abcd', 'dabc', '', 'order changed d'],
    ['abcd', 'cdab', '', 'order changed '],
    ['abcd', 'dcba', '', 'order changed '],
    ['abcd', 'bdca', 'a', 'order changed cd'],
  ])('from %s to %s, with %j free: %s', (before, seen, free, differences) => {
    expect(compare(before, seen, free)).toBe(differences);
  });

  it.each([
    // What is beyond the end of a list that is as long as lists get says nothing, before and after.
    ['abc', 'abc', '', ''],
    ['abcd', 'abc', '', ''],
    ['abcd', 'xabc', 'x', ''],
    ['abc', 'bcd', 'a', ''],
    ['abc', 'abd', '', ''],
    ['abcd', 'bcd', '', 'lost a'],
    ['abc', 'adb', 'c', 'gained d'],
    ['abcd', 'acb', '', 'order changed bc'],
    ['abcd', 'ab', '', 'lost c, lost d'],
    ['ab', 'abc', '', 'gained c'],
  ])('where three rows are shown at most, from %s to %s, with %j free: %s', (before, seen, free, differences) => {
    expect(compare(before, seen, free, 3)).toBe(differences);
  });

  const list = fc.uniqueArray(fc.constantFrom(...rows('abcdefgh')), { size: 'max', maxLength: 8 });
  law('should find nothing wherever one free row is put', [list, fc.nat({ max: 8 })], (before, at) => {
    const [row = 'x', ...others] = before;
    expect(compareList(before, [...others.slice(0, at), row, ...others.slice(at)], new Set([row]))).toEqual([]);
  });
  law('should find something in every other list', [list, list], (before, seen) => {
    expect(compareList(before, seen, new Set()).length > 0).toBe(!sameSequence(before, seen));
  });
  const some = fc.subarray([...'abcdefgh']);
  law('should name a lawful list beside each, the same where that is lawful', [list, list, some, some], (...all) => {
    const [before, seen] = all;
    const due = new Set(all[3]);
    // What a message brings stood there before, or may stand anywhere.
    const free = new Set([...all[2], ...all[3].filter((row) => !before.includes(row))]);
    const lawful = lawfulList(before, seen, free, due);
    expect(compareList(before, lawful, free, due)).toEqual([]);
    if (compareList(before, seen, free, due).length === 0) expect(lawful).toEqual(seen);
  });
});
