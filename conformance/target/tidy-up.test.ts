import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import type { Created, Removed } from './target.ts';
import { tidyUp } from './tidy-up.ts';

const created: readonly Created[] = [
  { kind: 'user', id: 'cr-ann' },
  { kind: 'group', id: 'cr-crew' },
  { kind: 'user', id: 'cr-bob' },
  { kind: 'group', id: 'cr-walk' },
];

const many = Array.from({ length: 40 }, (_, index): Created => ({ kind: 'user', id: `cr-${index}` }));

/** Tidies up what was created on a target that answers as told; `nth` counts the removals asked for. */
async function tidied(
  answer: (one: Created, nth: number, now: number) => Removed | Promise<Removed>,
  {
    all = created,
    width = 2,
    passes = 0,
    signal,
  }: { all?: readonly Created[]; width?: number; passes?: number; signal?: AbortSignal } = {},
) {
  const clock = manualClock();
  const asked: string[] = [];
  const remove = async (one: Created) => {
    asked.push(one.id);
    return answer(one, asked.length, clock.now());
  };
  const options = { width, clock, patienceMs: 15_000, signal };
  let endedAt: number | undefined;
  const tidying = tidyUp({ created: [...all], remove }, options).then((left) => {
    endedAt = clock.now();
    return left.map(({ id }) => id);
  });
  for (let second = 0; second < passes && endedAt === undefined; second += 1) await clock.pass(1_000);
  return { left: await tidying, asked, endedAt };
}

describe('tidying up', () => {
  it('should remove what was created, groups first', async () => {
    const { left, asked } = await tidied(() => 'removed', { width: 1 });
    expect(left).toEqual([]);
    expect(asked).toEqual(['cr-crew', 'cr-walk', 'cr-ann', 'cr-bob']);
  });

  it('should give back what the target refuses to remove, and remove the rest all the same', async () => {
    const { left, asked } = await tidied(({ id }) => (id === 'cr-crew' || id === 'cr-ann' ? 'refused' : 'removed'));
    expect(left).toEqual(['cr-crew', 'cr-ann']);
    // Once more, as something was removed in between; then no more.
    expect(asked).toHaveLength(6);
  });

  it('should go on as long as something is removed, however long that takes', async () => {
    const { left } = await tidied((_, nth) => (nth % 2 === 0 ? 'silent' : 'removed'), { all: many });
    expect(left).toEqual([]);
  });

  it('should wait where the target asks to be asked later, and go on then', async () => {
    const isOver = (now: number) => now >= 10_000;
    const { left, asked } = await tidied((_, nth, now) => (nth <= 20 || isOver(now) ? 'removed' : 'busy'), {
      all: many,
      passes: 60,
    });
    expect(left).toEqual([]);
    expect(asked.length).toBeLessThan(60);
  });

  it('should not wait for longer than somebody has patience', async () => {
    const { left, endedAt } = await tidied(() => 'busy', { passes: 60 });
    expect(left).toHaveLength(4);
    expect(endedAt).toBeLessThan(25_000);
  });

  it('should ask a target that gives no answer no more than once for each of those removed at a time', async () => {
    const { left, asked } = await tidied(() => 'silent', { all: many, width: 4 });
    expect([left.length, asked.length]).toEqual([40, 4]);
  });

  it('should end at once when it is stopped, also while it waits', async () => {
    const stop = new AbortController();
    const whileWaiting = tidied(() => 'busy', { signal: stop.signal });
    stop.abort(new Error('stopped'));
    expect((await whileWaiting).left).toHaveLength(4);
    const { left, asked } = await tidied(
      () => {
        throw new Error('stopped');
      },
      { signal: stop.signal, all: many },
    );
    expect(left).toHaveLength(40);
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});
