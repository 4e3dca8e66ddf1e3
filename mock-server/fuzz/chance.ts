import { randomNumbers } from '../faults/random-numbers.ts';

export type Chance = ReturnType<typeof createChance>;

/** Choices that depend on the text alone. */
export function createChance(text: string) {
  const random = randomNumbers(text);
  const below = (bound: number): number => Math.floor(random() * bound);
  return {
    below,
    pick: <Value>(values: readonly Value[]): Value => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[below(values.length)] as Value;
    },
    /** Whether something happens that does so in so many of a hundred cases. */
    percent: (share: number): boolean => random() * 100 < share,
  };
}
