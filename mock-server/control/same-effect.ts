import {
  type ChatState,
  type ConversationList,
  get,
  historyKey,
  rank,
  type Side,
  type Tree,
  type Uid,
} from '../../core/index.ts';

/**
 * Whether two states that a reset made of one are alike for everybody who looks. They share all that neither of the two
 * changed, so this costs what they differ in.
 */
export function sameEffect(a: ChatState, b: ChatState): boolean {
  if (a === b) return true;
  return (
    sameTrees(a.histories, b.histories, (one, other) => sameTrees(one, other, (x, y) => x === y)) &&
    a.groups === b.groups &&
    sameTrees(a.users, b.users, (one, other) => sameLists(a, one.uid, one.list, other.list))
  );
}

/** Every row has its side, and the side its place, so the sides give the order too. */
const sameLists = (state: ChatState, owner: Uid, a: ConversationList, b: ConversationList): boolean =>
  sameTrees(a.sides, b.sides, (one, other) => samePlaces(a, one, b, other) && sameSides(state, owner, one, other));

/** Two keys may be one position. */
function samePlaces(a: ConversationList, { place: one }: Side, b: ConversationList, { place: other }: Side): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && rank(a.order, one) === rank(b.order, other);
}

/** Where two sides hide a different part of the history, something must have been written there to make them differ. */
function sameSides(state: ChatState, owner: Uid, a: Side, b: Side): boolean {
  if (a.unread !== b.unread) return false;
  if (a.hiddenUpTo === b.hiddenUpTo) return true;
  const [from, to] = [Math.min(a.hiddenUpTo, b.hiddenUpTo), Math.max(a.hiddenUpTo, b.hiddenUpTo)];
  return !hasKeyWithin(get(state.histories, historyKey(owner, a.conversation)), from, to);
}

/** Whether a key is greater than `from` and at most `to`. */
function hasKeyWithin<V>(tree: Tree<number, V>, from: number, to: number): boolean {
  if (tree === undefined) return false;
  if (tree.key <= from) return hasKeyWithin(tree.right, from, to);
  return tree.key <= to || hasKeyWithin(tree.left, from, to);
}

/** Trees of one shape at least: those that went different ways differ in what they hold, too. */
function sameTrees<K extends string | number, V>(a: Tree<K, V>, b: Tree<K, V>, same: (a: V, b: V) => boolean): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.key === b.key &&
    (a.value === b.value || same(a.value, b.value)) &&
    sameTrees(a.left, b.left, same) &&
    sameTrees(a.right, b.right, same)
  );
}
