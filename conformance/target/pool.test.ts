import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './pool.ts';

test('results come in the order of the jobs, whichever ends first', async () => {
  const results = await inParallel([3, 1, 2, 0], 4, async (turns, index) => {
    for (let passed = 0; passed < turns; passed += 1) await turn();
    return `${index}:${turns}`;
  });
  expect(results).toEqual(['0:3', '1:1', '2:2', '3:0']);
});

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
