import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';

const candidates = 50;

/**
 * Choices of one value for each factor, so few of them as a greedy search finds, that meet every pair of values of two
 * factors. `sizes` has the number of values of each factor; the answer is always the same.
 */
export function coveringPairs(sizes: readonly number[]): readonly (readonly number[])[] {
  const chance = randomNumbers(`pairs of ${sizes.join(' ')}`);
  const below = (size: number) => Math.floor(chance() * size);
  // The first one chooses the first value everywhere: what everybody would try first.
  const chosen: (readonly number[])[] = [sizes.map(() => 0)];
  const met = new Set(pairsIn(sizes.map(() => 0)));
  const open = everyPair(sizes).filter((pair) => !met.has(pairText(pair)));
  while (open.length > 0) {
    // Each candidate meets one open pair at least; the one that meets the most is taken.
    const drawn = Array.from({ length: candidates }, () => {
      const [one, two] = open[below(open.length)] ?? [];
      return sizes.map((size, factor) => [one, two].find((it) => it?.factor === factor)?.value ?? below(size));
    });
    const newIn = (choice: readonly number[]) => pairsIn(choice).filter((pair) => !met.has(pair)).length;
    const counted = drawn.map((choice) => ({ choice, count: newIn(choice) }));
    const { choice } = counted.reduce((best, one) => (one.count > best.count ? one : best));
    chosen.push(choice);
    for (const pair of pairsIn(choice)) met.add(pair);
    open.splice(0, open.length, ...open.filter((pair) => !met.has(pairText(pair))));
  }
  return chosen;
}

interface Part {
  readonly factor: number;
  readonly value: number;
}
type Pair = readonly [Part, Part];

const pairText = ([one, two]: Pair): string => `${one.factor}=${one.value} ${two.factor}=${two.value}`;

const pairsAmong = (parts: readonly Part[]): readonly Pair[] =>
  parts.flatMap((two, at) => parts.slice(0, at).map((one): Pair => [one, two]));

/** Every pair that a choice meets. */
export const pairsIn = (choice: readonly number[]): readonly string[] =>
  pairsAmong(choice.map((value, factor) => ({ factor, value }))).map(pairText);

const everyPair = (sizes: readonly number[]): readonly Pair[] =>
  pairsAmong(sizes.flatMap((size, factor) => Array.from({ length: size }, (_, value) => ({ factor, value })))).filter(
    ([one, two]) => one.factor !== two.factor,
  );
