import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

describe('a clock', () => {
  it('should show the real time until it is told otherwise', () => {
    const { clock, real } = start();
    expect(clock.now()).toBe(1000);
    real.seconds += 1.9;
    expect(clock.now()).toBe(1001);
    expect(clock.isFrozen()).toBe(false);
  });

  it('should stand where it is, or where it is put, and go on from there', () => {
    const { clock, real } = start();
    clock.freeze();
    real.seconds += 5;
    expect(clock.now()).toBe(1000);
    clock.freeze(50);
    clock.advance(10);
    expect([clock.now(), clock.isFrozen()]).toEqual([60, true]);
    clock.resume();
    real.seconds += 2;
    expect([clock.now(), clock.isFrozen()]).toEqual([62, false]);
  });

  it('should go on, or stand, when it is set', () => {
    const { clock, real } = start();
    clock.set(5);
    real.seconds += 1;
    expect(clock.now()).toBe(6);
    clock.freeze();
    clock.set(9);
    real.seconds += 1;
    expect(clock.now()).toBe(9);
  });

  it('should move, but not to before 1970', () => {
    const { clock } = start();
    clock.advance(-400);
    expect(clock.now()).toBe(600);
    clock.advance(-4000);
    expect(clock.now()).toBe(0);
    clock.freeze();
    clock.advance(-1);
    expect(clock.now()).toBe(0);
  });

  it('should show the real time again after a reset', () => {
    const { clock } = start();
    clock.set(5);
    clock.freeze();
    clock.reset();
    expect([clock.now(), clock.isFrozen()]).toEqual([1000, false]);
  });
});

function start() {
  const real = { seconds: 1000 };
  return { real, clock: createClock(() => real.seconds * 1000) };
}
