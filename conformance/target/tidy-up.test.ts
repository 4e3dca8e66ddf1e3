import { expect, it } from 'vitest';
import type { Created, Removed } from './target.ts';
import { tidyUp } from './tidy-up.ts';

const few: readonly Created[] = [
  { kind: 'user', id: 'cr-ann' },
  { kind: 'group', id: 'cr-crew' },
  { kind: 'user', id: 'cr-bob' },
  { kind: 'group', id: 'cr-walk' },
];
const many = Array.from({ length: 40 }, (_, index): Created => ({ kind: 'user', id: `cr-${index}` }));

/** Tidies up on a target that answers so to the nth removal. */
async function tidied(created: readonly Created[], width: number, answer: (one: Created, nth: number) => Removed) {
  const asked: string[] = [];
  const remove = async (one: Created) => {
    asked.push(one.id);
    return answer(one, asked.length);
  };
  const left = await tidyUp(created, { remove, width });
  return { left: left.map(({ id }) => id), asked };
}

it('removes what was created, groups first, and gives back what the target refuses to remove', async () => {
  const answer = ({ id }: Created) => (id === 'cr-crew' || id === 'cr-ann' ? 'refused' : 'removed');
  const { left, asked } = await tidied(few, 1, answer);
  expect(left).toEqual(['cr-crew', 'cr-ann']);
  expect(asked).toEqual(['cr-crew', 'cr-walk', 'cr-ann', 'cr-bob']);
});

const everySecond = (_: Created, nth: number) => (nth % 2 === 0 ? 'silent' : 'removed');
const stopped = () => {
  throw new Error('stopped');
};

it.each<[string, (one: Created, nth: number) => Removed, number, number]>([
  ['goes on as long as something is removed, however long that takes', everySecond, 0, 80],
  ['asks a target that gives no answer no more than twice for each', () => 'silent', 40, 80],
  ['goes on where all connections were lost at once', (_, nth) => (nth <= 40 ? 'silent' : 'removed'), 0, 80],
  ['asks for nothing more once removing throws, as it does when it is stopped', stopped, 40, 4],
])('%s', async (_, answer, left, most) => {
  const outcome = await tidied(many, 4, answer);
  expect(outcome.left).toHaveLength(left);
  expect(outcome.asked.length).toBeLessThanOrEqual(most);
});
