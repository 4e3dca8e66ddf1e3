import { expect, it } from 'vitest';
import { type Edge, walksOver } from './walks-over.ts';

/** Every edge costs 1 and is wanted, unless it is said otherwise. */
type Change = (node: number, input: number) => Partial<Edge>;
const graph = (next: readonly (readonly number[])[], change: Change = () => ({})) =>
  next.map((targets, node) =>
    targets.map((to, input) => ({ to, input, isWanted: true, cost: 1, rank: input, ...change(node, input) })),
  );
/** Input 0 leads to the next node, and input 1 nowhere. */
const targets = [1, 2, 0].map((next, node) => [next, node]);
const ring = graph(targets);
const shortWalks = ['0001', '0101'].map((walk) => [...walk].map(Number));
const someWanted = graph(targets, (_, input) => ({ isWanted: input === 1 }));
/** From node 0 to node 2 at once, which costs more than by way of node 1. */
const shortcut = graph([[2, 1], [2], [2]], (node, input) => ({
  isWanted: node === 2,
  cost: node === 0 && input === 0 ? 5 : 1,
}));

it.each<[string, ReturnType<typeof graph>, most: number, walks: number[][]]>([
  ['take each edge once where one walk can', ring, 100, [[0, 0, 0, 1, 0, 1, 0, 1]]],
  ['go where most is left', graph([[1, 2], [0], [0, 2]], () => ({ rank: 0 })), 100, [[1, 1, 0, 0, 0]]],
  ['go the cheapest way', shortcut, 100, [[1, 0, 0]]],
  ['begin again for what cannot be come back to', graph([[1, 1], [1]]), 100, [[0, 0], [1]]],
  ['take what is not wanted where it leads on', someWanted, 100, [[1, 0, 1, 0, 1]]],
  ['end a walk before it is too long, and lose no edge', ring, 4, shortWalks],
  ['try first what ranks lowest', graph([[0, 0, 0]], (_, input) => ({ rank: -input })), 100, [[2, 1, 0]]],
])('should %s', (_, given, most, walks) => {
  expect(walksOver(given, most).map((walk) => walk.map(({ input }) => input))).toEqual(walks);
});
