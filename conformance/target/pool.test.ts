import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './pool.ts';

test('results are in the order of the jobs, whichever of them ends first', async () => {
  const done = await inParallel([2, 1, 0], 3, async (turns) => {
    for (let nth = 0; nth < turns; nth += 1) await turn();
    return turns;
  });
  expect(done).toEqual([2, 1, 0]);
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
