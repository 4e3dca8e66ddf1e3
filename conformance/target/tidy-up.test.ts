import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Created, Removed } from './target.ts';
import { tidyUp } from './tidy-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const few: readonly Created[] = [
  { kind: 'user', id: 'cr-ann' },
  { kind: 'group', id: 'cr-crew' },
  { kind: 'user', id: 'cr-bob' },
  { kind: 'group', id: 'cr-walk' },
];
const many = Array.from({ length: 40 }, (_, index): Created => ({ kind: 'user', id: `cr-${index}` }));

interface Case {
  /** What the target answers to the nth removal, so many milliseconds after the first. */
  readonly answer: (one: Created, nth: number, now: number) => Removed;
  readonly created?: readonly Created[];
  readonly width?: number;
  readonly signal?: AbortSignal;
}

/** Tidies up on such a target, for at most a minute. */
async function tidied({ answer, created = few, width = 2, signal }: Case) {
  const begun = performance.now();
  const now = () => performance.now() - begun;
  const asked: string[] = [];
  const remove = async (one: Created) => {
    asked.push(one.id);
    return answer(one, asked.length, now());
  };
  let endedAt: number | undefined;
  const options = { width, patienceMs: 15_000, signal };
  const tidying = tidyUp({ created: [...created], remove }, options).finally(() => {
    endedAt = now();
  });
  for (let second = 0; second < 60 && endedAt === undefined; second += 1) await vi.advanceTimersByTimeAsync(1_000);
  return { left: (await tidying).map(({ id }) => id), asked, endedAt };
}

it('removes what was created, groups first', async () => {
  const { left, asked } = await tidied({ answer: () => 'removed', width: 1 });
  expect([left, asked]).toEqual([[], ['cr-crew', 'cr-walk', 'cr-ann', 'cr-bob']]);
});

const stop = new AbortController();

it.each<Case & { readonly does: string; readonly left: number; readonly asked: number; readonly ms?: number }>([
  {
    does: 'goes on as long as something is removed, however long that takes',
    answer: (_, nth) => (nth % 2 === 0 ? 'silent' : 'removed'),
    ...{ created: many, left: 0, asked: 80 },
  },
  {
    does: 'waits where the target asks to be asked later, and goes on then',
    answer: (_, nth, now) => (nth <= 20 || now >= 10_000 ? 'removed' : 'busy'),
    ...{ created: many, left: 0, asked: 59, ms: 15_000 },
  },
  {
    does: 'does not wait for longer than somebody has patience',
    answer: () => 'busy',
    ...{ left: 4, asked: 20, ms: 24_000 },
  },
  {
    does: 'asks a target that gives no answer no more than twice for each of those removed at a time',
    answer: () => 'silent',
    ...{ created: many, width: 4, left: 40, asked: 8 },
  },
  {
    does: 'goes on where all connections were lost at once',
    answer: (_, nth) => (nth <= 4 ? 'silent' : 'removed'),
    ...{ created: many, width: 4, left: 0, asked: 44 },
  },
  {
    does: 'ends at once when it is stopped while it waits',
    answer: () => {
      setTimeout(() => stop.abort());
      return 'busy';
    },
    ...{ signal: stop.signal, left: 4, asked: 4 },
  },
  {
    does: 'asks for nothing more once removing throws, as it does when it is stopped',
    answer: () => {
      throw new Error('stopped');
    },
    ...{ created: many, left: 40, asked: 2 },
  },
])('$does', async ({ left, asked, ms = 0, ...given }) => {
  const outcome = await tidied(given);
  expect(outcome.left).toHaveLength(left);
  expect(outcome.asked.length).toBeLessThanOrEqual(asked);
  expect(outcome.endedAt).toBeLessThanOrEqual(ms);
});

it('gives back what the target refuses to remove, and removes the rest all the same', async () => {
  const { left, asked } = await tidied({
    answer: ({ id }) => (id === 'cr-crew' || id === 'cr-ann' ? 'refused' : 'removed'),
  });
  // Once more, as something was removed in between; then no more.
  expect([left, asked.length]).toEqual([['cr-crew', 'cr-ann'], 6]);
});
