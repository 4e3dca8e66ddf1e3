import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { compareList, type Difference, lawfulList, sameSequence } from './compare-list.ts';

const rows = (text: string): readonly string[] => text.split('');
const compare = (before: string, seen: string, free = ''): readonly Difference[] =>
  compareList(rows(before), rows(seen), new Set(free));
const moved = (movable: string): Difference => ({ what: 'order changed', movable: rows(movable) });

describe('compareList', () => {
  it('should say nothing of a list that was never seen', () => {
    expect(compareList(undefined, ['a', 'a'], new Set())).toEqual([]);
  });

  it.each<[string, string, string, readonly Difference[]]>([
    // What is free may stand anywhere or nowhere, or appear.
    ['abc', 'abc', '', []],
    ['abc', 'bca', 'a', []],
    ['abc', 'bc', 'a', []],
    ['bc', 'bac', 'a', []],
    ['abc', 'ca', 'ab', []],
    ['', '', '', []],
    ['abc', 'bc', '', [{ what: 'row lost', row: 'a' }]],
    [
      'abc',
      'b',
      '',
      [
        { what: 'row lost', row: 'a' },
        { what: 'row lost', row: 'c' },
      ],
    ],
    ['bc', 'bac', '', [{ what: 'row gained', row: 'a' }]],
    [
      'abc',
      'axc',
      '',
      [
        { what: 'row lost', row: 'b' },
        { what: 'row gained', row: 'x' },
      ],
    ],
    // Once is enough, also for a free one.
    ['abc', 'abca', '', [{ what: 'row doubled', row: 'a' }]],
    ['abc', 'abca', 'a', [{ what: 'row doubled', row: 'a' }]],
    ['bc', 'baca', 'a', [{ what: 'row doubled', row: 'a' }]],
    ['abca', 'abca', '', []],
    // The rest keeps its order; one row may explain what has changed.
    ['abcd', 'bacd', '', [moved('ab')]],
    ['abcd', 'bcda', '', [moved('a')]],
    ['abcd', 'dabc', '', [moved('d')]],
    ['abcd', 'cdab', '', [moved('')]],
    ['abcd', 'dcba', '', [moved('')]],
    ['abcd', 'bdca', 'a', [moved('cd')]],
  ])('from %s to %s, with %j free', (before, seen, free, differences) => {
    expect(compare(before, seen, free)).toEqual(differences);
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
