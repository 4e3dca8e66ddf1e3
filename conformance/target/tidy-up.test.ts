import { expect, test } from 'vitest';
import type { Created, Target } from './target.ts';
import { tidyUp } from './tidy-up.ts';

/** A target with these people and groups, of whom the run created some. */
function target(there: readonly string[], created: readonly Created[], broken: readonly string[] = []) {
  const left = new Set(there);
  const order: string[] = [];
  const remove = async (id: string) => {
    order.push(id);
    if (broken.includes(id)) throw new Error(`removing ${id} was answered with 500`);
    left.delete(id);
  };
  const part: Pick<Target, 'created'> & { driver: Pick<Target['driver'], 'removeUser' | 'removeGroup'> } = {
    created: [...created],
    driver: {
      removeUser: (id) => remove(`user ${id}`),
      removeGroup: (id) => remove(`group ${id}`),
    },
  };
  return { target: part as Target, left, order };
}

const created: readonly Created[] = [
  { kind: 'user', id: 'cr-ann' },
  { kind: 'group', id: 'cr-crew' },
  { kind: 'user', id: 'cr-bob' },
  { kind: 'group', id: 'cr-hall' },
];

test('what was created is removed, groups first, and nothing else', async () => {
  const there = ['user cr-ann', 'user cr-bob', 'group cr-crew', 'group cr-hall', 'user eve', 'group cr-ann'];
  const run = target(there, created);
  expect(await tidyUp(run.target, 1)).toEqual([]);
  expect([...run.left]).toEqual(['user eve', 'group cr-ann']);
  expect(run.order).toEqual(['group cr-crew', 'group cr-hall', 'user cr-ann', 'user cr-bob']);
});

test('what cannot be removed is named, and the rest is removed all the same', async () => {
  const there = ['user cr-ann', 'user cr-bob', 'group cr-crew', 'group cr-hall'];
  const run = target(there, created, ['group cr-crew', 'user cr-ann']);
  expect(await tidyUp(run.target, 2)).toEqual(['cr-crew', 'cr-ann']);
  expect([...run.left]).toEqual(['user cr-ann', 'group cr-crew']);
});
