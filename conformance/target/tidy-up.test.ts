import { expect, it } from 'vitest';
import { CallFailed } from './call-failed.ts';
import type { Driver } from './driver.ts';
import type { Created } from './target.ts';
import { tidyUp } from './tidy-up.ts';

const few: readonly Created[] = [
  { kind: 'user', id: 'cr-ann' },
  { kind: 'group', id: 'cr-crew' },
  { kind: 'user', id: 'cr-bob' },
  { kind: 'group', id: 'cr-walk' },
];
const many = Array.from({ length: 40 }, (_, index): Created => ({ kind: 'user', id: `cr-${index}` }));

type Answer = (id: string, nth: number) => 'removed' | CallFailed['kind'];

/** Tidies up on a target that answers so to the nth removal. */
async function tidied(created: readonly Created[], width: number, answer: Answer) {
  const asked: string[] = [];
  const remove = async (id: string): Promise<void> => {
    asked.push(id);
    const answered = answer(id, asked.length);
    if (answered !== 'removed') throw new CallFailed(answered, 'no');
  };
  const left = await tidyUp(created, { removeUser: remove, removeGroup: remove } as Partial<Driver> as Driver, width);
  return { left: left.map(({ id }) => id), asked };
}

it('removes what was created, groups first, and gives back what the target refuses to remove', async () => {
  const answer: Answer = (id) => (id === 'cr-crew' || id === 'cr-ann' ? 'refused' : 'removed');
  const { left, asked } = await tidied(few, 1, answer);
  expect(left).toEqual(['cr-crew', 'cr-ann']);
  expect(asked).toEqual(['cr-crew', 'cr-walk', 'cr-ann', 'cr-bob']);
});

const everySecond: Answer = (_, nth) => (nth % 2 === 0 ? 'silent' : 'removed');
const stopped = () => {
  throw new Error('stopped');
};

it.each<[string, Answer, number, number]>([
  ['goes on as long as something is removed, however long that takes', everySecond, 0, 80],
  ['asks a target that gives no answer no more than twice for each', () => 'silent', 40, 80],
  ['goes on where all connections were lost at once', (_, nth) => (nth <= 40 ? 'silent' : 'removed'), 0, 80],
  ['asks for nothing more once removing throws, as it does when it is stopped', stopped, 40, 4],
])('%s', async (_, answer, left, most) => {
  const outcome = await tidied(many, 4, answer);
  expect(outcome.left).toHaveLength(left);
  expect(outcome.asked.length).toBeLessThanOrEqual(most);
});
