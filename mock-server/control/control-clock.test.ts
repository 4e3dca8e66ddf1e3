import { describe, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { controlClock } from './control-clock.ts';

function start() {
  const real = { seconds: 1000 };
  const clock = createClock(() => real.seconds * 1000);
  return { real, ...controlClock(() => clock) };
}

describe('a clock', () => {
  it('should show the real time until it is told otherwise', () => {
    const { read, real } = start();
    expect(read()).toEqual({ now: 1000, frozen: false });
    real.seconds += 1.9;
    expect(read()).toEqual({ now: 1001, frozen: false });
  });

  it('should stand where it is, or where it is put, and go on from there', () => {
    const { read, freeze, advance, resume, real } = start();
    freeze();
    real.seconds += 5;
    expect(read().now).toBe(1000);
    freeze(50);
    expect(advance(10)).toEqual({ now: 60, frozen: true });
    resume();
    real.seconds += 2;
    expect(read()).toEqual({ now: 62, frozen: false });
    real.seconds += 0.5;
    for (let times = 0; times < 9; times += 1) resume();
    real.seconds += 0.5;
    expect(read()).toEqual({ now: 63, frozen: false });
  });

  it('should go on, or stand, when it is set', () => {
    const { read, freeze, set, real } = start();
    set(5);
    real.seconds += 1;
    expect(read().now).toBe(6);
    freeze();
    set(9);
    real.seconds += 1;
    expect(read().now).toBe(9);
  });

  it('should move, but not to before 1970', () => {
    const { read, freeze, advance } = start();
    expect(advance(-400).now).toBe(600);
    expect(advance(-4000).now).toBe(0);
    freeze();
    advance(-1);
    expect(read().now).toBe(0);
  });
});
