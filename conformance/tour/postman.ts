/** From each node, number 0 the first, where each input leads. A walk begins at node 0. */
export interface Graph {
  readonly next: readonly (readonly number[])[];
  /** Which inputs have to be taken; others are where they lead on. */
  readonly isWanted: (node: number, input: number) => boolean;
  /** What it costs to take an input once more than needed. */
  readonly cost: (node: number, input: number) => number;
  /** What it costs to begin another walk. */
  readonly restart: number;
  /** Which inputs a node tries first: the lowest. */
  readonly rank: (node: number, input: number) => number;
}

interface Arc {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  /** Undefined where a walk ends and the next one begins. */
  readonly input: number | undefined;
}

/**
 * Walks that together take every wanted edge of the graph at a low cost, each a list of inputs (the directed Chinese
 * postman problem: some edges are taken more often, so that as many enter each node as leave it; what comes of it is
 * one circuit, as a way to each node is among them). One that is longer than `most` is cut, and goes on from node 0.
 */
export function walksOver(graph: Graph, most: number): readonly (readonly number[])[] {
  const edges = graph.next.flatMap((targets, from) =>
    targets.map((to, input): Arc => ({ from, to, cost: graph.cost(from, input), input })),
  );
  const restarts = graph.next.map((_, from): Arc => ({ from, to: 0, cost: graph.restart, input: undefined }));
  const arcs = [...edges, ...restarts];
  const needed = neededArcs(edges, graph);
  const extra = cheapestBalance(arcs, needed, graph.next.length);
  const times = arcs.map((arc, index) => (extra[index] ?? 0) + (needed.has(arc) ? 1 : 0));
  const rank = ({ from, input }: Arc): number =>
    input === undefined ? Number.POSITIVE_INFINITY : graph.rank(from, input);
  return split(circuit(arcs, times, rank)).flatMap((walk) => cut(walk, most, graph));
}

/** What is wanted, and a way from node 0 to each node. */
function neededArcs(edges: readonly Arc[], { isWanted }: Graph): ReadonlySet<Arc> {
  const needed = new Set(edges.filter(({ from, input }) => input !== undefined && isWanted(from, input)));
  const reached = new Set([0]);
  // Grows while it is read.
  for (const node of reached) {
    for (const edge of edges.filter(({ from }) => from === node)) {
      if (reached.has(edge.to)) continue;
      reached.add(edge.to);
      needed.add(edge);
    }
  }
  return needed;
}

/** How often each arc is taken beyond what is needed of it: a flow from where too many edges enter, at least cost. */
function cheapestBalance(arcs: readonly Arc[], needed: ReadonlySet<Arc>, nodes: number): readonly number[] {
  const excess = Array<number>(nodes).fill(0);
  const add = (node: number, count: number): void => {
    excess[node] = (excess[node] ?? 0) + count;
  };
  for (const { from, to } of needed) {
    add(to, 1);
    add(from, -1);
  }
  const flow = arcs.map(() => 0);
  for (let way = cheapestWay(arcs, flow, excess); way !== undefined; way = cheapestWay(arcs, flow, excess)) {
    const back = way.hops.flatMap(({ arc, by }) => (by === -1 ? [flow[arc] ?? 0] : []));
    // As much as this way bears: what is left of it is no shorter.
    const count = Math.min(excess[way.from] ?? 0, -(excess[way.to] ?? 0), ...back);
    for (const { arc, by } of way.hops) flow[arc] = (flow[arc] ?? 0) + by * count;
    add(way.from, -count);
    add(way.to, count);
  }
  return flow;
}

interface Hop {
  readonly arc: number;
  /** One more along the arc, or one less, which is a way back. */
  readonly by: 1 | -1;
}

/** From any node with too many edges that enter it to any with too few, by the cheapest way that the flow leaves. */
function cheapestWay(arcs: readonly Arc[], flow: readonly number[], excess: readonly number[]) {
  const costs = excess.map((count) => (count > 0 ? 0 : Number.POSITIVE_INFINITY));
  const cameBy: (Hop | undefined)[] = [];
  const costOf = (node: number): number => costs[node] ?? 0;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    const relax = (from: number, to: number, cost: number, hop: Hop): void => {
      if (costOf(from) + cost >= costOf(to)) return;
      costs[to] = costOf(from) + cost;
      cameBy[to] = hop;
      isShorter = true;
    };
    for (const [index, { from, to, cost }] of arcs.entries()) {
      relax(from, to, cost, { arc: index, by: 1 });
      if ((flow[index] ?? 0) > 0) relax(to, from, -cost, { arc: index, by: -1 });
    }
  }
  const ends = [...excess.keys()].filter((node) => (excess[node] ?? 0) < 0);
  const to = ends.reduce((best, node) => (costOf(node) < costOf(best) ? node : best), ends[0] ?? 0);
  if (ends.length === 0) return undefined;
  const hops: Hop[] = [];
  let from = to;
  for (let hop = cameBy[from]; hop !== undefined; hop = cameBy[from]) {
    hops.push(hop);
    const arc = arcs[hop.arc];
    from = (hop.by === 1 ? arc?.from : arc?.to) ?? from;
  }
  return { from, to, hops };
}

/** Takes each arc so many times, from node 0 back to it (Hierholzer). */
function circuit(arcs: readonly Arc[], times: readonly number[], rank: (arc: Arc) => number): readonly Arc[] {
  const left = new Map<number, Arc[]>();
  const inOrder = arcs.flatMap((arc, index) => Array<Arc>(times[index] ?? 0).fill(arc));
  // From the end of each list is taken first.
  for (const arc of inOrder.sort((a, b) => rank(b) - rank(a))) left.set(arc.from, [...(left.get(arc.from) ?? []), arc]);
  const path: Arc[] = [];
  const done: Arc[] = [];
  for (let node = 0; ; ) {
    const arc = left.get(node)?.pop();
    if (arc !== undefined) {
      path.push(arc);
      node = arc.to;
      continue;
    }
    const last = path.pop();
    if (last === undefined) return done.reverse();
    done.push(last);
    node = last.from;
  }
}

type Edge = Arc & { readonly input: number };

function split(arcs: readonly Arc[]): readonly (readonly Edge[])[] {
  const walks: Edge[][] = [[]];
  for (const { input, ...arc } of arcs) {
    if (input === undefined) walks.push([]);
    else walks.at(-1)?.push({ ...arc, input });
  }
  return walks.filter((walk) => walk.length > 0);
}

/** In pieces of about one length; each but the first goes the shortest way to where the one before it ended. */
function cut(walk: readonly Edge[], most: number, { next }: Graph): readonly (readonly number[])[] {
  const size = Math.ceil(walk.length / Math.ceil(walk.length / most));
  return Array.from({ length: Math.ceil(walk.length / size) }, (_, piece) => {
    const edges = walk.slice(piece * size, (piece + 1) * size);
    return [...shortestWay(next, edges[0]?.from ?? 0), ...edges.map(({ input }) => input)];
  });
}

function shortestWay(next: Graph['next'], goal: number): readonly number[] {
  const ways = new Map<number, readonly number[]>([[0, []]]);
  // Grows while it is read.
  for (const [node, way] of ways) {
    if (node === goal) return way;
    for (const [input, target] of (next[node] ?? []).entries()) {
      if (!ways.has(target)) ways.set(target, [...way, input]);
    }
  }
  throw new Error(`nothing leads to node ${goal}`);
}
