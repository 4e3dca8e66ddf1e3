import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';

const candidates = 40;

/**
 * Choices of one value for each factor, so few of them as a greedy search finds, that meet every pair of values of two
 * factors. `sizes` has the number of values of each factor; the answer is always the same.
 */
export function coveringPairs(sizes: readonly number[]): readonly (readonly number[])[] {
  const chance = randomNumbers(`pairs of ${sizes.join(' ')}`);
  const open = new Set(sizes.flatMap((_, b) => sizes.slice(0, b).flatMap((_, a) => pairsOf(sizes, a, b))));
  // The first one chooses the first value everywhere: what everybody would try first.
  const chosen: (readonly number[])[] = [sizes.map(() => 0)];
  for (const pair of pairsIn(chosen[0] ?? [])) open.delete(pair);
  while (open.size > 0) {
    let best: readonly number[] = [];
    let most = -1;
    for (let index = 0; index < candidates; index += 1) {
      const candidate = completed(sizes, open, chance);
      const met = pairsIn(candidate).filter((pair) => open.has(pair)).length;
      if (met > most) [best, most] = [candidate, met];
    }
    for (const pair of pairsIn(best)) open.delete(pair);
    chosen.push(best);
  }
  return chosen;
}

/** Begins with a pair that is still open and adds, factor by factor, the value that meets the most open pairs. */
function completed(sizes: readonly number[], open: ReadonlySet<string>, chance: () => number): readonly number[] {
  const start = [...open][Math.floor(chance() * open.size)] ?? '';
  const choice: (number | undefined)[] = sizes.map(() => undefined);
  for (const [factor, value] of start.split(' ').map((part) => part.split('=').map(Number))) {
    if (factor !== undefined) choice[factor] = value;
  }
  for (const factor of shuffled(
    sizes.map((_, index) => index),
    chance,
  )) {
    if (choice[factor] !== undefined) continue;
    let best = 0;
    let most = -1;
    for (const value of shuffled(
      Array.from({ length: sizes[factor] ?? 1 }, (_, index) => index),
      chance,
    )) {
      const met = choice.filter(
        (other, at) => other !== undefined && open.has(pairOf(at, other, factor, value)),
      ).length;
      if (met > most) [best, most] = [value, met];
    }
    choice[factor] = best;
  }
  return choice.map((value) => value ?? 0);
}

const pairOf = (a: number, valueOfA: number, b: number, valueOfB: number): string =>
  a < b ? `${a}=${valueOfA} ${b}=${valueOfB}` : `${b}=${valueOfB} ${a}=${valueOfA}`;

const pairsOf = (sizes: readonly number[], a: number, b: number): readonly string[] =>
  Array.from({ length: sizes[a] ?? 0 }, (_, one) =>
    Array.from({ length: sizes[b] ?? 0 }, (_, two) => pairOf(a, one, b, two)),
  ).flat();

/** Every pair that a choice meets. */
export const pairsIn = (choice: readonly number[]): readonly string[] =>
  choice.flatMap((value, b) => choice.slice(0, b).map((other, a) => pairOf(a, other, b, value)));

function shuffled(values: readonly number[], chance: () => number): readonly number[] {
  return values
    .map((value) => ({ value, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
