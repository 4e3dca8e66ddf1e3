import fc from 'fast-check';
import { expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import './arbitrary/seed.ts';
import { first, get, last, type Node, rank, remove, set, size, slice, type Tree } from './tree.ts';

/** What a tree should be: the same entries in a sorted array. */
type Model = readonly (readonly [key: number, value: number])[];

/** Where the value is undefined, the key goes. */
type Change = readonly [key: number, value: number | undefined];

const changesArb = (keys: number, maxLength: number): fc.Arbitrary<readonly Change[]> => {
  const value = fc.option(fc.nat(), { nil: undefined, freq: 2 });
  return fc.array(fc.tuple(fc.integer({ min: -keys, max: keys }), value), { maxLength, size: 'max' });
};

const changed = (tree: Tree<number, number>, [key, value]: Change): Tree<number, number> =>
  value === undefined ? remove(tree, key) : set(tree, key, value);

function changedModel(model: Model, [key, value]: Change): Model {
  const rest = model.filter(([other]) => other !== key);
  return value === undefined ? rest : [...rest, [key, value] as const].sort(([one], [two]) => one - two);
}

const treeAndModelArb = changesArb(30, 80).map((changes) => ({
  tree: changes.reduce(changed, undefined as Tree<number, number>),
  model: changes.reduce(changedModel, [] as Model),
}));

/** All nodes, root first. */
function nodes<K extends string | number, V>(tree: Tree<K, V>): readonly Node<K, V>[] {
  return tree === undefined ? [] : [tree, ...nodes(tree.left), ...nodes(tree.right)];
}

const heightOf = <K extends string | number, V>(tree: Tree<K, V>): number =>
  tree === undefined ? 0 : 1 + Math.max(heightOf(tree.left), heightOf(tree.right));

/** Nodes whose size is wrong, or one side of which weighs (a size plus one) more than three times the other. */
const unbalanced = <K extends string | number, V>(tree: Tree<K, V>): readonly Node<K, V>[] =>
  nodes(tree).filter((node) => {
    const [left, right] = [node.left?.size ?? 0, node.right?.size ?? 0];
    return node.size !== left + right + 1 || Math.max(left, right) + 1 > 3 * (Math.min(left, right) + 1);
  });

law(
  'should hold what a sorted array holds, give any stretch of it, and stay where nothing is removed',
  [treeAndModelArb, fc.nat(40), fc.nat(40)],
  ({ tree, model }, from, count) => {
    const values = model.map(([, value]) => value);
    expect(size(tree)).toBe(model.length);
    expect(slice(tree)).toEqual(values);
    expect(slice(tree, from)).toEqual(values.slice(from));
    expect(slice(tree, from, count)).toEqual(values.slice(from, from + count));
    expect(first(tree)?.key).toBe(model[0]?.[0]);
    expect(last(tree)?.key).toBe(model.at(-1)?.[0]);
    for (let key = -31; key <= 31; key += 1) {
      const value = model.find(([other]) => other === key)?.[1];
      expect(get(tree, key)).toBe(value);
      if (value === undefined) expect(remove(tree, key)).toBe(tree);
      expect(rank(tree, key)).toBe(model.filter(([other]) => other < key).length);
    }
  },
);

law('should leave old versions as they were', [changesArb(10, 40)], (changes) => {
  const versions: (readonly [Tree<number, number>, Model])[] = [[undefined, []]];
  for (const change of changes) {
    const [tree, model] = versions.at(-1) ?? [undefined, []];
    versions.push([changed(tree, change), changedModel(model, change)]);
  }
  for (const [tree, model] of versions) expect(slice(tree)).toEqual(model.map(([, value]) => value));
});

law(
  'should share with its predecessor all but the path to the change and a rotation for each step of it',
  [changesArb(500, 600), changesArb(500, 5)],
  (changes, later) => {
    let tree = changes.reduce(changed, undefined as Tree<number, number>);
    for (const change of later) {
      const old = new Set(nodes(tree));
      const next = changed(tree, change);
      const fresh = nodes(next).filter((node) => !old.has(node));
      expect(fresh.length).toBeLessThanOrEqual(2 * heightOf(tree) + 3);
      tree = next;
    }
  },
  { numRuns: 30 },
);

// A wrong parameter shows in one of ten thousand changes only.
it.each([8, 20, 60])('should stay balanced while it grows and shrinks among keys up to %d', (keys) => {
  fc.assert(
    fc.property(changesArb(keys, 2_000), (changes) => {
      let tree: Tree<number, number>;
      const broken = changes.filter((change) => {
        tree = changed(tree, change);
        return unbalanced(tree).length > 0;
      });
      expect(broken).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
