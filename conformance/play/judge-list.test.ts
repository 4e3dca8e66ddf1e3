import { expect, test } from 'vitest';
import { compareKept, compareLists } from './judge-list.ts';

const before = ['user:a', 'group:b', 'user:c', 'user:d'];
const free = new Set(['user:c']);

test.each([
  ['as it was', ['user:a', 'group:b', 'user:c', 'user:d']],
  ['the free row gone', ['user:a', 'group:b', 'user:d']],
  ['the free row first', ['user:c', 'user:a', 'group:b', 'user:d']],
  ['the free row last', ['user:a', 'group:b', 'user:d', 'user:c']],
])('lawful: %s', (_, after) => {
  expect(compareLists(before, after, free)).toBeUndefined();
});

test('a free row may appear that was not there', () => {
  expect(compareLists(['user:a'], ['user:c', 'user:a'], free)).toBeUndefined();
});

test.each([
  ['nothing-doubled-or-lost', 'group:b is gone', ['user:a', 'user:c', 'user:d']],
  ['nothing-doubled-or-lost', 'user:e has appeared', ['user:e', 'user:a', 'group:b', 'user:c', 'user:d']],
  ['nothing-doubled-or-lost', 'user:d stands there twice', ['user:a', 'group:b', 'user:c', 'user:d', 'user:d']],
  ['nothing-doubled-or-lost', 'user:c stands there twice', ['user:c', 'user:a', 'group:b', 'user:c', 'user:d']],
  ['nothing-doubled-or-lost', 'user:b has appeared', ['user:a', 'group:b', 'user:b', 'user:d']],
  ['rest-keeps-order', 'the order of the other rows has changed', ['group:b', 'user:a', 'user:c', 'user:d']],
  ['rest-keeps-order', 'the order of the other rows has changed', ['user:a', 'user:d', 'group:b']],
])('unlawful, %s: %s', (requirement, summary, after) => {
  expect(compareLists(before, after, free)).toEqual({ requirement, summary, expected: before });
});

test('a kept row stands where it stood', () => {
  expect(compareKept(before, before, 'user:c', 'user')).toBeUndefined();
});

test.each([
  ['moved from place 3 to 1', ['user:c', 'user:a', 'group:b', 'user:d']],
  ['moved from place 3 to 2', ['user:a', 'user:c', 'group:b', 'user:d']],
  ['moved from place 3 to 4', ['user:a', 'group:b', 'user:d', 'user:c']],
  ['left the list', ['user:a', 'group:b', 'user:d']],
])('a kept row has not %s', (where, after) => {
  expect(compareKept(before, after, 'user:c', 'user')).toEqual({
    requirement: 'user-order-kept',
    summary: `with preserveOrder user:c has ${where}`,
    expected: before,
  });
});

test('the kind of the kept row decides the requirement', () => {
  const after = ['group:b', 'user:a', 'user:c', 'user:d'];
  expect(compareKept(before, after, 'group:b', 'group')?.requirement).toBe('group-order-kept');
});

test('what became of the other rows is told first', () => {
  expect(compareKept(before, ['user:c', 'group:b', 'user:a', 'user:d'], 'user:c', 'user')?.requirement).toBe(
    'rest-keeps-order',
  );
  expect(compareKept(before, ['user:c', 'user:a', 'group:b'], 'user:c', 'user')?.summary).toBe('user:d is gone');
});
