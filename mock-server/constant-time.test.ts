import { expect, it } from 'vitest';
import { sameKey } from './authenticate.ts';

const key = 'the-right-key';

it.each([
  ['right', key],
  ['wrong in its first character', `x${key.slice(1)}`],
  ['wrong in its last character', `${key.slice(0, -1)}x`],
  ['wrong in all of them', 'x'.repeat(key.length)],
])('should look at every character of a key that is %s', (_, given) => {
  const { text, steps } = counted(given);
  expect(sameKey(text, key)).toBe(given === key);
  expect(steps()).toBe(key.length);
});

it.each(['', key.slice(1), `${key}x`])('should look at every character that was given of %j', (given) => {
  const { text, steps } = counted(given);
  expect(sameKey(text, key)).toBe(false);
  expect(steps()).toBe(given.length);
});

/** A text that counts how often a character of it is looked at. */
function counted(text: string): { readonly text: string; readonly steps: () => number } {
  let steps = 0;
  const counting = {
    length: text.length,
    charCodeAt: (index: number) => {
      steps += 1;
      return text.charCodeAt(index);
    },
  };
  return { text: counting as unknown as string, steps: () => steps };
}
