import { expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { controlClock } from './control-clock.ts';

function start() {
  const real = { seconds: 1000 };
  const clock = createClock(() => real.seconds * 1000);
  return { real, ...controlClock(() => clock) };
}

it('should show the real time until it is set, and then stand or go on from there', () => {
  const { read, freeze, set, advance, resume, real } = start();
  expect(read()).toEqual({ now: 1000, frozen: false });
  real.seconds += 1.9;
  expect(read().now).toBe(1001);
  freeze();
  real.seconds += 5;
  expect(read()).toEqual({ now: 1001, frozen: true });
  freeze(50);
  expect(advance(10)).toEqual({ now: 60, frozen: true });
  set(9);
  real.seconds += 1;
  expect(read().now).toBe(9);
  resume();
  real.seconds += 2;
  expect(read()).toEqual({ now: 11, frozen: false });
  set(5);
  real.seconds += 1;
  expect(read().now).toBe(6);
});

it('should lose no part of a second to one who lets it go on again and again', () => {
  const { read, freeze, resume, real } = start();
  freeze(60);
  resume();
  real.seconds += 0.5;
  for (let times = 0; times < 9; times += 1) resume();
  real.seconds += 0.5;
  expect(read().now).toBe(61);
});

it('should move, but not to before 1970', () => {
  const { read, freeze, advance } = start();
  expect([advance(-400).now, advance(-4000).now]).toEqual([600, 0]);
  freeze();
  advance(-1);
  expect(read().now).toBe(0);
});
