import { expect, test } from 'vitest';
import type { Target } from '../target/target.ts';
import { look, settle } from './settle.ts';

/** The part of a target that settling knows of. */
function target({ settleMs = 40, lags = false, signal = undefined as AbortSignal | undefined } = {}) {
  let noted = lags;
  const part: Pick<Target, 'settleMs' | 'lags' | 'noteLag' | 'signal'> = {
    settleMs,
    lags: () => noted,
    noteLag: () => {
      noted = true;
    },
    signal,
  };
  return part as Target;
}

/** Reads one value after the other, the last one for good; it is amiss unless it is `right`. */
function reading(...values: readonly string[]) {
  const adopted: string[] = [];
  let reads = 0;
  const glance = look({
    read: async () => values[Math.min(reads++, values.length - 1)] ?? '',
    judge: (value) => (value === 'right' ? undefined : `it is ${value}`),
    adopt: (value) => adopted.push(value),
  });
  return { glance, adopted, reads: () => reads };
}

const now = () => performance.now();

test('what is right at once is read once', async () => {
  const [one, two] = [reading('right'), reading('right')];
  const it = target({ settleMs: 10_000 });
  expect(await settle({ target: it, changedAt: now() }, [one.glance, two.glance])).toEqual([]);
  expect([one.reads(), two.reads(), one.adopted]).toEqual([1, 1, ['right']]);
  expect(it.lags()).toBe(false);
});

test('a read that lags is no finding, and is noted', async () => {
  const [late, good] = [reading('old', 'old', 'right'), reading('right')];
  const it = target({ settleMs: 5_000 });
  expect(await settle({ target: it, changedAt: now() }, [late.glance, good.glance])).toEqual([]);
  expect(late.adopted).toEqual(['right']);
  expect([late.reads(), good.reads()]).toEqual([3, 1]);
  expect(it.lags()).toBe(true);
});

test('what stays wrong until the settling time is over is a finding', async () => {
  const wrong = reading('wrong', 'still wrong');
  const it = target({ settleMs: 90 });
  const begun = now();
  expect(await settle({ target: it, changedAt: begun }, [wrong.glance])).toEqual(['it is still wrong']);
  expect(now() - begun).toBeGreaterThanOrEqual(90);
  expect(wrong.adopted).toEqual(['still wrong']);
  expect(wrong.reads()).toBeGreaterThan(1);
  expect(it.lags()).toBe(false);
});

test('a real finding beside a lagging read is told alone', async () => {
  const [wrong, late] = [reading('wrong'), reading('old', 'right')];
  const it = target({ settleMs: 90 });
  expect(await settle({ target: it, changedAt: now() }, [wrong.glance, late.glance])).toEqual(['it is wrong']);
  expect(late.adopted).toEqual(['right']);
  expect(it.lags()).toBe(true);
});

test('nothing is looked at before a target that lags has had its time', async () => {
  const good = reading('right');
  const begun = now();
  await settle({ target: target({ settleMs: 60, lags: true }), changedAt: begun }, [good.glance]);
  expect(now() - begun).toBeGreaterThanOrEqual(59);
  const later = now();
  await settle({ target: target({ settleMs: 60_000, lags: true }), changedAt: later - 60_000 }, [good.glance]);
  expect(now() - later).toBeLessThan(10_000);
});

test('a stopped run waits for nothing', async () => {
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  const wrong = reading('wrong');
  const it = target({ settleMs: 10_000, signal: stop.signal });
  await expect(settle({ target: it, changedAt: now() }, [wrong.glance])).rejects.toThrow();
  expect(wrong.adopted).toEqual([]);
});

test('a read that fails is not swallowed', async () => {
  const failing = look<string, string>({ read: () => Promise.reject(new Error('silent')), judge: () => undefined });
  await expect(settle({ target: target(), changedAt: now() }, [failing])).rejects.toThrow('silent');
});
