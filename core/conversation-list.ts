import type { ConversationList, Side } from './chat-state.ts';
import { type Conversation, sideKey } from './conversation.ts';
import { get, last, remove, set } from './tree.ts';

export const emptyList: ConversationList = { order: undefined, sides: undefined };

export const sideOf = (list: ConversationList, conversation: Conversation): Side | undefined =>
  get(list.sides, sideKey(conversation));

/** A side as it is before anything happened in the conversation: in no list, with nothing hidden. */
export const newSide = (conversation: Conversation, at: number): Side => ({
  conversation,
  place: undefined,
  hiddenUpTo: 0,
  unread: 0,
  createdAt: at,
  updatedAt: at,
});

/**
 * Puts a side in place of `known`, which the list had of its conversation; its row goes to `side.place`, or out of the
 * list.
 */
export function withSide(
  list: ConversationList,
  side: Side,
  known = sideOf(list, side.conversation),
): ConversationList {
  const place = known?.place;
  let order = list.order;
  if (side.place !== place) {
    if (place !== undefined) order = remove(order, place);
    if (side.place !== undefined) order = set(order, side.place, side.conversation);
  }
  return { order, sides: set(list.sides, sideKey(side.conversation), side) };
}

export function withoutSide(list: ConversationList, conversation: Conversation): ConversationList {
  const key = sideKey(conversation);
  const place = get(list.sides, key)?.place;
  return { order: place === undefined ? list.order : remove(list.order, place), sides: remove(list.sides, key) };
}

/** The place before all others, given the next number of the state's counter. */
export const firstPlace = (counter: number): number => -counter;

export const lastPlace = (list: ConversationList): number => (last(list.order)?.key ?? 0) + 1;
