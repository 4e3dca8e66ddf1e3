/**
 * Choices of one value for each factor, few of them, that meet every pair of values of two factors. `sizes` has the
 * number of values of each factor. The first one chooses the first value everywhere; the answer is always the same.
 */
export function coveringPairs(sizes: readonly number[]): readonly (readonly number[])[] {
  const begins = sizes.map((_, factor) => sizes.slice(0, factor).reduce((sum, size) => sum + size, 0));
  const idOf = (factor: number, value: number): number => (begins[factor] ?? 0) + value;
  const values = sizes.flatMap((size, factor) => Array.from({ length: size }, (_, value) => ({ factor, value })));
  const met = values.map(() => new Set<number>());
  // Where several values are as good, any of them is taken: in a fixed turn, factors of one size would go together.
  let drawn = 0;
  const anyBelow = (size: number): number => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return (drawn >>> 16) % size;
  };
  const valueFor = (factor: number, size: number, chosen: ReadonlyMap<number, number>): number => {
    const others = [...chosen].map(([other, value]) => idOf(other, value));
    const news = (value: number): number => others.filter((one) => met[one]?.has(idOf(factor, value)) === false).length;
    const first = anyBelow(size);
    const rotated = Array.from({ length: size }, (_, at) => (at + first) % size);
    return rotated.reduce((best, value) => (news(value) > news(best) ? value : best), first);
  };
  const choices: (readonly number[])[] = [];
  const add = (chosen: Map<number, number>): void => {
    for (const [factor, size] of sizes.entries()) {
      if (!chosen.has(factor)) chosen.set(factor, valueFor(factor, size, chosen));
    }
    const choice = sizes.map((_, factor) => chosen.get(factor) ?? 0);
    const ids = choice.map((value, factor) => idOf(factor, value));
    for (const one of ids) for (const other of ids) met[one]?.add(other);
    choices.push(choice);
  };
  add(new Map(sizes.map((_, factor) => [factor, 0])));
  for (const [at, one] of values.entries()) {
    for (const [id, other] of values.entries()) {
      if (other.factor <= one.factor || met[at]?.has(id) === true) continue;
      add(new Map([one, other].map(({ factor, value }) => [factor, value])));
    }
  }
  return choices;
}
