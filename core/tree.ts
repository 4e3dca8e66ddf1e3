/**
 * A persistent ordered map: a weight-balanced tree (Hirai and Yamamoto's parameters 3 and 2).
 *
 * Every change shares all but the path to the changed key, so old versions stay valid and cheap. Lookup, change,
 * rank and the n-th entry are O(log n). Sizes balance the tree and give positions, which hash tries and the
 * published red-black trees do not offer together; that is why it is our own.
 */
export type Tree<K extends string | number, V> = Node<K, V> | undefined;

export interface Node<K extends string | number, V> {
  readonly key: K;
  readonly value: V;
  readonly size: number;
  readonly left: Tree<K, V>;
  readonly right: Tree<K, V>;
}

type Key = string | number;

export const size = <K extends Key, V>(tree: Tree<K, V>): number => (tree === undefined ? 0 : tree.size);

export function get<K extends Key, V>(tree: Tree<K, V>, key: K): V | undefined {
  // One comparison at each node, down to a leaf: the last key that is not above the wanted one is it, or none is.
  let node = tree;
  let candidate: Tree<K, V>;
  while (node !== undefined) {
    if (key < node.key) node = node.left;
    else {
      candidate = node;
      node = node.right;
    }
  }
  return candidate?.key === key ? candidate.value : undefined;
}

/** The tree with `key` at `value`, in place of what was there. */
export function set<K extends Key, V>(tree: Tree<K, V>, key: K, value: V): Node<K, V> {
  if (tree === undefined) return { key, value, size: 1, left: undefined, right: undefined };
  if (key === tree.key) return { key, value, size: tree.size, left: tree.left, right: tree.right };
  return key < tree.key
    ? balance(tree.key, tree.value, set(tree.left, key, value), tree.right)
    : balance(tree.key, tree.value, tree.left, set(tree.right, key, value));
}

/** The tree without `key`; the very same tree when it was not there. */
export function remove<K extends Key, V>(tree: Tree<K, V>, key: K): Tree<K, V> {
  if (tree === undefined) return undefined;
  if (key === tree.key) return join(tree.left, tree.right);
  if (key < tree.key) {
    const left = remove(tree.left, key);
    return left === tree.left ? tree : balance(tree.key, tree.value, left, tree.right);
  }
  const right = remove(tree.right, key);
  return right === tree.right ? tree : balance(tree.key, tree.value, tree.left, right);
}

export function first<K extends Key, V>(tree: Tree<K, V>): Node<K, V> | undefined {
  let node = tree;
  while (node?.left !== undefined) node = node.left;
  return node;
}

export function last<K extends Key, V>(tree: Tree<K, V>): Node<K, V> | undefined {
  let node = tree;
  while (node?.right !== undefined) node = node.right;
  return node;
}

/** How many keys are smaller than `key`, whether it is there or not. */
export function rank<K extends Key, V>(tree: Tree<K, V>, key: K): number {
  let node = tree;
  let smaller = 0;
  while (node !== undefined) {
    if (key <= node.key) node = node.left;
    else {
      smaller += size(node.left) + 1;
      node = node.right;
    }
  }
  return smaller;
}

/** The values at positions `from` to `from + count`, in key order; costs what it returns, wherever it starts. */
export function slice<K extends Key, V>(tree: Tree<K, V>, from = 0, count = size(tree)): V[] {
  const values: V[] = [];
  collect(tree, Math.max(from, 0), Math.min(from + count, size(tree)), values);
  return values;
}

function collect<K extends Key, V>(tree: Tree<K, V>, from: number, to: number, into: V[]): void {
  if (tree === undefined || from >= to) return;
  const here = size(tree.left);
  if (from < here) collect(tree.left, from, Math.min(to, here), into);
  if (from <= here && here < to) into.push(tree.value);
  if (to > here + 1) collect(tree.right, Math.max(from - here - 1, 0), to - here - 1, into);
}

/** A node of two trees one of which may have just gained or lost a key; a rotation restores the balance. */
function balance<K extends Key, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> {
  const leftSize = size(left);
  const rightSize = size(right);
  if (right !== undefined && tooHeavy(rightSize, leftSize)) return rotateLeft(key, value, left, right);
  if (left !== undefined && tooHeavy(leftSize, rightSize)) return rotateRight(key, value, left, right);
  return { key, value, size: leftSize + rightSize + 1, left, right };
}

function rotateLeft<K extends Key, V>(key: K, value: V, left: Tree<K, V>, right: Node<K, V>): Node<K, V> {
  const inner = right.left;
  if (inner === undefined || isSingle(inner, right.right)) {
    return node(right.key, right.value, node(key, value, left, inner), right.right);
  }
  const lower = node(key, value, left, inner.left);
  const upper = node(right.key, right.value, inner.right, right.right);
  return node(inner.key, inner.value, lower, upper);
}

function rotateRight<K extends Key, V>(key: K, value: V, left: Node<K, V>, right: Tree<K, V>): Node<K, V> {
  const inner = left.right;
  if (inner === undefined || isSingle(inner, left.left)) {
    return node(left.key, left.value, left.left, node(key, value, inner, right));
  }
  const lower = node(left.key, left.value, left.left, inner.left);
  const upper = node(key, value, inner.right, right);
  return node(inner.key, inner.value, lower, upper);
}

const tooHeavy = (heavy: number, light: number): boolean => heavy + 1 > 3 * (light + 1);

/** Whether one rotation is enough; a heavy inner tree must be split by a second. */
const isSingle = <K extends Key, V>(inner: Tree<K, V>, outer: Tree<K, V>): boolean =>
  size(inner) + 1 < 2 * (size(outer) + 1);

function node<K extends Key, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> {
  return { key, value, size: size(left) + size(right) + 1, left, right };
}

/** The two halves around a removed key as one tree. */
function join<K extends Key, V>(left: Tree<K, V>, right: Tree<K, V>): Tree<K, V> {
  const next = first(right);
  if (next === undefined) return left;
  return balance(next.key, next.value, left, remove(right, next.key));
}
