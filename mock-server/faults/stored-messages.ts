import {
  type ChatState,
  emptyList,
  get,
  groupHistoryKey,
  historyKey,
  type Message,
  type Side,
  set,
  sideOf,
  slice,
  type Tree,
  type Uid,
  withSide,
} from '../../core/index.ts';
import { conversationOf, type Sides } from './asked-reset.ts';
import type { StateTrespass } from './fault.ts';
import { type Deed, isConfirmed, type Scene } from './scene.ts';

type StateScene = Scene<StateTrespass>;
/** Picks some of a conversation's messages. */
export type Select = (messages: readonly Message[], scene: StateScene) => readonly Message[];

/** Performs a permanent deletion and leaves some of the messages behind, for both sides to read. */
export const leaving = (select: Select): Deed<StateTrespass> =>
  performing((scene, before) => {
    const { cell } = scene.context;
    const left = select(messagesIn(before, scene.reset), scene);
    if (left.length === 0) scene.missed();
    else cell.state = unhidden(withMessages(cell.state, keyOf(scene.reset), left), before, scene.reset);
  });

/** Performs the reset and deletes some messages of the conversation for everybody. */
export const alsoDeleting = (select: Select): Deed<StateTrespass> =>
  performing((scene, before) => {
    const messages = messagesIn(before, scene.reset);
    const deleted = new Set(select(messages, scene));
    if (deleted.size === 0) scene.missed();
    const left = messages.filter((message) => !deleted.has(message));
    scene.context.cell.state = withMessages(scene.context.cell.state, keyOf(scene.reset), left);
  });

/** Performs a permanent deletion and deletes with it what the two have written in the groups that they share. */
export const alsoDeletingInSharedGroups: Deed<StateTrespass> = performing((scene) => {
  const { cell } = scene.context;
  const pair = [scene.reset.actor, scene.reset.other];
  let isDone = false;
  for (const { guid, members } of slice(cell.state.groups)) {
    if (!pair.every((uid) => get(members, uid as Uid) !== undefined)) continue;
    const history = slice(get(cell.state.histories, groupHistoryKey(guid)));
    const left = history.filter(({ sender }) => !pair.includes(sender));
    isDone ||= left.length < history.length;
    cell.state = withMessages(cell.state, groupHistoryKey(guid), left);
  }
  if (!isDone) scene.missed();
});

/** The messages that the reset deletes, as they were. */
export const messagesIn = (state: ChatState, reset: Sides): readonly Message[] =>
  slice(get(state.histories, keyOf(reset)));

export const keyOf = (reset: Sides): string => historyKey(reset.actor as Uid, conversationOf(reset));

/** The state with these messages in a conversation, and no others. */
export function withMessages(state: ChatState, key: string, messages: readonly Message[]): ChatState {
  let history: Tree<number, Message>;
  for (const message of messages) history = set(history, message.id, message);
  return { ...state, histories: set(state.histories, key, history) };
}

/** The state in which the acting user's side of the conversation is as it was. */
export const restored = (state: ChatState, before: ChatState, reset: Sides): ChatState =>
  withChangedSide(state, before, reset, (_, old) => old);

/** The state in which the acting user sees as much of the conversation as before. */
export const unhidden = (state: ChatState, before: ChatState, reset: Sides): ChatState =>
  withChangedSide(state, before, reset, (side, { hiddenUpTo }) => ({ ...side, hiddenUpTo }));

/** The state in which the acting user sees all of the conversation, and undefined where that is nothing new. */
export function revealed(state: ChatState, sides: Sides): ChatState | undefined {
  const user = get(state.users, sides.actor as Uid);
  if (((user && sideOf(user.list, conversationOf(sides)))?.hiddenUpTo ?? 0) === 0) return undefined;
  return withChangedSide(state, state, sides, (side) => ({ ...side, hiddenUpTo: 0 }));
}

function withChangedSide(
  state: ChatState,
  before: ChatState,
  reset: Sides,
  change: (side: Side, old: Side) => Side,
): ChatState {
  const actor = reset.actor as Uid;
  const user = get(state.users, actor);
  const side = user && sideOf(user.list, conversationOf(reset));
  const old = sideOf(get(before.users, actor)?.list ?? emptyList, conversationOf(reset));
  if (user === undefined || side === undefined || old === undefined) return state;
  const list = withSide(user.list, change(side, old));
  return { ...state, users: set(state.users, actor, { ...user, list }) };
}

function performing(then: (scene: StateScene, before: ChatState) => void): Deed<StateTrespass> {
  return async (scene) => {
    const before = scene.context.cell.state;
    const reply = await scene.perform();
    if (isConfirmed(reply)) then(scene, before);
    return reply;
  };
}
