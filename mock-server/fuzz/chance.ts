import { randomNumbers } from '../faults/random-numbers.ts';

/** Choices that depend on the text they were made from alone. */
export interface Chance {
  readonly below: (bound: number) => number;
  readonly pick: <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) => Value;
  /** Whether something happens that does so in so many of a hundred cases. */
  readonly percent: (share: number) => boolean;
}

export function createChance(text: string): Chance {
  const random = randomNumbers(text);
  const below = (bound: number): number => Math.floor(random() * bound);
  return {
    below,
    pick: (values) => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[below(values.length)] as (typeof values)[number];
    },
    percent: (share) => random() * 100 < share,
  };
}
