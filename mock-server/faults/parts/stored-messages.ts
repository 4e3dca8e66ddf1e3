import {
  type ChatState,
  emptyList,
  get,
  historyKey,
  type Message,
  type Side,
  set,
  sideOf,
  slice,
  type Tree,
  type Uid,
  withSide,
} from '../../../core/index.ts';
import type { BrokenServer, NamelessFault } from '../fault.ts';
import { afterwards } from './actions.ts';
import { conversationOf, jsonObject, type Sides } from './asked-reset.ts';
import { type Action, type Condition, onReset, type Situation } from './on-reset.ts';

/** Picks some of a conversation's messages. */
export type Select = (messages: readonly Message[], it: Situation) => readonly Message[];

/** Those that the acting user sent. */
export const ofActor: Select = (messages, { reset }) => messages.filter(({ sender }) => sender === reset.actor);

/** Executes the reset and changes the state after it. */
export const thenChanging = (change: Change): Action =>
  afterwards((it, before) => it.server.change((state) => change(state, before, it)));

type Change = (state: ChatState, before: ChatState, it: Situation) => ChatState;

/** Executes the reset and deletes some messages of the conversation for everybody. */
export const alsoDeleting = (select: Select): Action =>
  thenChanging((state, before, it) => {
    const messages = messagesIn(before, it.reset);
    const deleted = new Set(select(messages, it));
    const left = messages.filter((message) => !deleted.has(message));
    return deleted.size === 0 ? state : withMessages(state, keyOf(it.reset), left);
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
export const unhidden = (state: ChatState, before: ChatState, { reset }: Situation): ChatState =>
  withChangedSide(state, before, reset, (side, { hiddenUpTo }) => ({ ...side, hiddenUpTo }));

/** The state in which the acting user sees all of the conversation. */
export const revealed = (state: ChatState, reset: Sides): ChatState =>
  withChangedSide(state, state, reset, (side) => ({ ...side, hiddenUpTo: 0 }));

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

/** Undoes something of a reset that met the conditions, as soon as a message comes with which that is due. */
export function undoneByMessage(
  isDue: (reset: Sides, message: Sides) => boolean,
  undo: (state: ChatState, before: ChatState, reset: Sides) => ChatState,
  ...conditions: readonly Condition[]
): NamelessFault {
  const notesOf = ({ memory }: BrokenServer) =>
    (memory.get('resets') ?? []) as readonly { reset: Sides; before: ChatState }[];
  const note: Action = ({ reset, server, execute }) => {
    server.memory.set('resets', [...notesOf(server), { reset, before: server.state() }]);
    return execute();
  };
  const noting = onReset(note, ...conditions);
  return {
    apply: (request, server) => {
      if (request.method !== 'POST' || request.url !== '/v3/messages') return noting.apply(request, server);
      const reply = server.next(request);
      if (reply.status !== 200) return reply;
      const { receiver, receiverType } = jsonObject(request.body);
      const message: Sides = {
        kind: receiverType === 'group' ? 'group' : 'user',
        actor: request.headers['onbehalfof'] ?? '',
        other: String(receiver),
      };
      const due = notesOf(server).filter(({ reset }) => isDue(reset, message));
      for (const { reset, before } of due) server.change((state) => undo(state, before, reset));
      const left = notesOf(server).filter((one) => !due.includes(one) && !areOfOne(one.reset, message));
      server.memory.set('resets', left);
      return reply;
    },
  };
}

/** Whether both are of one conversation, whoever acts. */
export const areOfOne = (one: Sides, other: Sides): boolean => keyOf(one) === keyOf(other);
