import { describe, expect, it } from 'vitest';
import { type Graph, walksOver } from './postman.ts';

const graph = (next: Graph['next'], cost: Graph['cost'] = () => 1): Graph => ({
  next,
  isWanted: () => true,
  cost,
  restart: 10,
  rank: (_, input) => input,
});

/** The edges that the walks take, in their order. */
const edgesOf = ({ next }: Graph, walks: readonly (readonly number[])[]): readonly string[] =>
  walks.flatMap((walk) => {
    let node = 0;
    return walk.map((input) => {
      const edge = `${node} ${input}`;
      node = next[node]?.[input] ?? Number.NaN;
      return edge;
    });
  });

describe('walks over a graph', () => {
  it('should take each edge once where one walk can', () => {
    const ring = graph([
      [1, 0],
      [2, 1],
      [0, 2],
    ]);
    const walks = walksOver(ring, 100);
    expect(walks).toHaveLength(1);
    expect(edgesOf(ring, walks).toSorted()).toEqual(['0 0', '0 1', '1 0', '1 1', '2 0', '2 1']);
  });

  it('should take again what costs least', () => {
    // Two ways lead to node 1 and one back to 0: by way of node 2, or at once for the price given.
    const priced = (direct: number) =>
      graph([[1, 1, 1], [2, 0], [0]], (node, input) => (node === 1 && input === 1 ? direct : 1));
    const times = (direct: number): number =>
      edgesOf(priced(direct), walksOver(priced(direct), 100)).filter((edge) => edge === '1 1').length;
    expect([times(1), times(5)]).toEqual([2, 1]);
  });

  it('should begin again for each edge that leads out of what cannot be come back to', () => {
    const oneWay = graph([
      [1, 1],
      [1, 1],
    ]);
    const walks = walksOver(oneWay, 100);
    expect(walks).toHaveLength(2);
    expect(new Set(edgesOf(oneWay, walks))).toEqual(new Set(['0 0', '0 1', '1 0', '1 1']));
  });

  it('should take what is not wanted only where it leads on', () => {
    const both = graph([
      [1, 0, 1],
      [0, 1, 0],
    ]);
    const loops = { ...both, isWanted: (_: number, input: number) => input === 1 };
    expect(edgesOf(loops, walksOver(loops, 100)).toSorted()).toEqual(['0 0', '0 1', '1 0', '1 1']);
  });

  it('should cut a walk that is too long, and lose no edge', () => {
    const size = 30;
    const ring = graph(Array.from({ length: size }, (_, node) => [(node + 1) % size, node]));
    const walks = walksOver(ring, 20);
    expect(walks).toHaveLength(3);
    expect(new Set(edgesOf(ring, walks)).size).toBe(2 * size);
  });

  it('should try first what ranks lowest', () => {
    const loops = { ...graph([[0, 0, 0]]), rank: (_: number, input: number) => -input };
    expect(walksOver(loops, 100)).toEqual([[2, 1, 0]]);
  });
});
