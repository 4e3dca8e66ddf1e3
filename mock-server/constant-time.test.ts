import { expect, it } from 'vitest';
import { sameKey } from './authenticate.ts';

it('should compare a key in a time that does not tell how much of it is right', () => {
  const key = 'k'.repeat(200_000);
  const wrongAtOnce = `x${key.slice(1)}`;
  const wrongAtLast = `${key.slice(1)}x`;
  const time = (given: string): number => {
    const begun = performance.now();
    expect(sameKey(given, key)).toBe(false);
    return performance.now() - begun;
  };
  for (const given of [wrongAtOnce, wrongAtLast]) time(given);
  const ratios = Array.from({ length: 31 }, () => time(wrongAtLast) / time(wrongAtOnce)).sort((a, b) => a - b);
  // One that stops at the first difference takes ten times as long at least.
  expect(ratios[15]).toBeGreaterThan(1 / 3);
  expect(ratios[15]).toBeLessThan(3);
  expect(sameKey(key, key)).toBe(true);
  expect(sameKey(`${key}k`, key)).toBe(false);
  expect(sameKey('', key)).toBe(false);
});
