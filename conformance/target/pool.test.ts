import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './pool.ts';

test('no more than the width are under way, and none is left out', async () => {
  let [underWay, most] = [0, 0];
  const jobs = Array.from({ length: 10 }, (_, index) => index);
  const done = await inParallel(jobs, 3, async (job) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await turn();
    underWay -= 1;
    return job;
  });
  expect([done, most]).toEqual([jobs, 3]);
  expect(await inParallel([], 3, async () => 1)).toEqual([]);
});

test('after a failure no other job begins, and those that had begun end first', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const failing = inParallel([0, 1, 2, 3, 4], 2, async (job) => {
    begun.push(job);
    await turn();
    if (job === 0) throw new Error('silent');
    await turn();
    await turn();
    ended.push(job);
  });
  await expect(failing).rejects.toThrow('silent');
  expect([begun, ended]).toEqual([[0, 1], [1]]);
});
