import { expect, it, onTestFinished, vi } from 'vitest';
import { createClock } from '../clock.ts';
import { controlClock } from './control-clock.ts';

function start() {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createClock();
  return controlClock(() => clock);
}

it('should show the real time until it is set, and then stand or go on from there', () => {
  const { read, freeze, set, advance, resume } = start();
  expect(read()).toEqual({ now: 1000, frozen: false });
  const after = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    return read().now;
  };
  expect(after(1.9)).toBe(1001);
  freeze();
  expect(after(5)).toBe(1001);
  freeze(50);
  expect(advance(10)).toEqual({ now: 60, frozen: true });
  set(9);
  expect(after(1)).toBe(9);
  resume();
  expect(after(2)).toBe(11);
  set(5);
  expect([after(1), read().frozen]).toEqual([6, false]);
  // Not to before 1970.
  expect([advance(-2).now, advance(-400).now, freeze().now, advance(-1).now]).toEqual([4, 0, 0, 0]);
});

it('should lose no part of a second to one who lets it go on again and again', () => {
  const { read, freeze, resume } = start();
  freeze(60);
  resume();
  vi.advanceTimersByTime(500);
  for (let times = 0; times < 9; times += 1) resume();
  vi.advanceTimersByTime(500);
  expect(read().now).toBe(61);
});
