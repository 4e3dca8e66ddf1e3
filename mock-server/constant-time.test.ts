import { expect, it } from 'vitest';
import { sameKey } from './authenticate.ts';

const key = 'the-right-key';

it.each([
  ...[key, `x${key.slice(1)}`, `${key.slice(0, -1)}x`, 'x'.repeat(key.length)],
  ...['', key.slice(1), `${key}x`],
])('should look at every character that was given of %j, once', (given) => {
  let steps = 0;
  const charCodeAt = (index: number) => {
    steps += 1;
    return given.charCodeAt(index);
  };
  const counting = { length: given.length, charCodeAt };
  expect(sameKey(counting as unknown as string, key)).toBe(given === key);
  expect(steps).toBe(given.length);
});
