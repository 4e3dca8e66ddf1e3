/**
 * Choices of one value for each factor, few of them, that meet every pair of values of two factors. `sizes` has the
 * number of values of each factor. The first one chooses the first value everywhere; the answer is always the same.
 */
export function coveringPairs(sizes: readonly number[]): readonly (readonly number[])[] {
  const begins = sizes.map((_, factor) => sizes.slice(0, factor).reduce((sum, size) => sum + size, 0));
  const idOf = (factor: number, value: number): number => (begins[factor] ?? 0) + value;
  const values = sizes.flatMap((size, factor) => Array.from({ length: size }, (_, value) => ({ factor, value })));
  // By two values: whether no choice has met them yet. The lower factor comes first.
  const open = values.map((one) => values.map((other) => one.factor < other.factor));
  const isOpen = (one: number, other: number): boolean => open[Math.min(one, other)]?.[Math.max(one, other)] === true;

  // Where several values are as good, any comes first: in a fixed turn, factors of one size would go together.
  let drawn = 0;
  const anyBelow = (size: number): number => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return (drawn >>> 16) % size;
  };
  const completed = (start: ReadonlyMap<number, number>): readonly number[] => {
    const chosen = new Map(start);
    for (const [factor, size] of sizes.entries()) {
      if (chosen.has(factor)) continue;
      const news = (value: number): number =>
        [...chosen].filter(([other, its]) => isOpen(idOf(other, its), idOf(factor, value))).length;
      const first = anyBelow(size);
      const rotated = Array.from({ length: size }, (_, value) => (value + first) % size);
      chosen.set(
        factor,
        rotated.reduce((best, value) => (news(value) > news(best) ? value : best), first),
      );
    }
    return sizes.map((_, factor) => chosen.get(factor) ?? 0);
  };
  const choices: (readonly number[])[] = [];
  const add = (choice: readonly number[]): void => {
    choices.push(choice);
    for (const [factor, value] of choice.entries()) {
      for (const [other, its] of choice.slice(0, factor).entries()) {
        const row = open[idOf(other, its)];
        if (row !== undefined) row[idOf(factor, value)] = false;
      }
    }
  };
  add(sizes.map(() => 0));
  for (const [one, others] of open.entries()) {
    for (const other of others.keys()) {
      if (!isOpen(one, other) || one > other) continue;
      const pair = [values[one], values[other]].flatMap((each) => (each === undefined ? [] : [each]));
      add(completed(new Map(pair.map(({ factor, value }) => [factor, value]))));
    }
  }
  return choices;
}

/** Every pair that a choice meets. */
export const pairsIn = (choice: readonly number[]): readonly string[] =>
  choice.flatMap((value, b) => choice.slice(0, b).map((other, a) => `${a}=${other} ${b}=${value}`));
