import {
  addMember,
  type Behaviour,
  type ChatState,
  type Conversation,
  conversationsOf,
  createGroup,
  createUser,
  emptyState,
  type Guid,
  messagesOf,
  resetGroupConversation,
  resetUserConversation,
  sendMessage,
  type Uid,
  withGroup,
  withUser,
} from '../../core/index.ts';

/** A conversation as one of its users names it: with the other user, with the group, or one that nothing concerns. */
export type Row = 'user' | 'group' | 'outsider';
type Owner = 'me' | 'peer';

/** Who may read something, and in which conversation. */
export const readers = ['me user', 'me group', 'me outsider', 'peer user', 'peer group'] as const;
export type Reader = (typeof readers)[number];

/** What the two users see: their lists, first shown first, and who can read something where. */
export interface Seen {
  readonly me: readonly Row[];
  readonly peer: readonly Row[];
  readonly readable: readonly Reader[];
}

/** What they see, and in which conversations there ever was a message, in alphabetical order. */
export interface State extends Seen {
  readonly sent: readonly Input['in'][];
}

export type Input = Message | Reset;

/** From the peer. */
interface Message {
  readonly do: 'message';
  readonly in: 'user' | 'group';
}

export interface Reset {
  readonly do: 'reset';
  readonly actor: Owner;
  readonly in: 'user' | 'group';
  readonly preserveOrder: boolean;
  readonly permanently: boolean;
}

export interface Transition {
  readonly from: State;
  readonly input: Input;
  readonly to: State;
  readonly answer: 'confirmed' | 'refused';
}

/** One user with one user conversation and one group conversation, as far as it can be seen. */
export interface Machine {
  readonly inputs: readonly Input[];
  /** The first one is where every walk begins: nobody has written but the outsider. */
  readonly states: readonly State[];
  /** One for each state and input: those of the first state, in the order of the inputs, then the next one's. */
  readonly transitions: readonly Transition[];
}

export const seenKey = ({ me, peer, readable }: Seen): string => [me, peer, readable].join(' | ');
export const stateKey = (state: State): string => `${seenKey(state)} | ${state.sent}`;

const both = [false, true] as const;
const userResets = (actor: Owner): readonly Reset[] =>
  both.flatMap((preserveOrder) =>
    both.map((permanently): Reset => ({ do: 'reset', actor, in: 'user', preserveOrder, permanently })),
  );
/** Those of the acting user. */
export const ownResets: readonly Reset[] = [
  ...userResets('me'),
  ...both.map((preserveOrder): Reset => ({ do: 'reset', actor: 'me', in: 'group', preserveOrder, permanently: false })),
];
const messages = (['user', 'group'] as const).map((kind): Message => ({ do: 'message', in: kind }));

/** Everything that can be done. Where it is rich, the peer, too, resets the user conversation. */
export const inputsOf = (rich = false): readonly Input[] => [
  ...[...messages, ...ownResets],
  ...(rich ? userResets('peer') : []),
];

/** The machine that core is under a behaviour, every state that the inputs lead to. */
export function machineOf(behaviour: Behaviour, inputs = inputsOf()): Machine {
  const chat = arranged(behaviour);
  const start: State = { ...seenIn(chat), sent: [] };
  const found = new Map([[stateKey(start), { state: start, chat }]]);
  const transitions: Transition[] = [];
  // Grows while it is read: a Map shows what is added on the way.
  for (const { state: from, chat } of found.values()) {
    for (const input of inputs) {
      const { state: next, outcome } = step(chat, input, behaviour);
      const reached: State = { ...seenIn(next), sent: sentAfter(from, input) };
      const first = found.get(stateKey(reached)) ?? { state: reached, chat: next };
      found.set(stateKey(reached), first);
      transitions.push({ from, input, to: first.state, answer: outcome.ok ? 'confirmed' : 'refused' });
    }
  }
  return { inputs, states: [...found.values()].map(({ state }) => state), transitions };
}

const users = { me: 'me' as Uid, peer: 'peer' as Uid, outsider: 'outsider' as Uid };
const guid = 'group' as Guid;

/** Where every walk begins. */
function arranged(behaviour: Behaviour): ChatState {
  const at = 0;
  let chat = emptyState;
  for (const uid of Object.values(users)) chat = createUser(chat, { uid, name: uid, at }).state;
  chat = createGroup(chat, { guid, name: guid, type: 'public', owner: users.me, at }, behaviour).state;
  chat = addMember(chat, { guid, uid: users.peer, at }, behaviour).state;
  return message(chat, users.outsider, withUser(users.me)).state;
}

const message = (chat: ChatState, sender: Uid, to: Conversation) =>
  sendMessage(chat, { sender, to, category: 'message', type: 'text', text: '', at: 0 });

const sentAfter = ({ sent }: State, input: Input): State['sent'] =>
  input.do === 'reset' || sent.includes(input.in) ? sent : [...sent, input.in].sort();

function step(chat: ChatState, input: Input, behaviour: Behaviour) {
  if (input.do === 'message') return message(chat, users.peer, conversationOf('peer', input.in));
  const { preserveOrder, permanently: deleteMessagesPermanently } = input;
  const actor = users[input.actor];
  if (input.in === 'group') return resetGroupConversation(chat, { actor, guid, preserveOrder }, behaviour);
  const path = users[otherThan(input.actor)];
  const anyForm: Behaviour = { ...behaviour, addressing: ['path-peer'] };
  return resetUserConversation(chat, { actor, path, deleteMessagesPermanently, preserveOrder }, anyForm);
}

const seenIn = (chat: ChatState): Seen => ({
  me: listOf(chat, 'me'),
  peer: listOf(chat, 'peer'),
  readable: readers.filter((reader) => {
    const { owner, row } = partsOf(reader);
    const read = messagesOf(chat, users[owner], conversationOf(owner, row), { from: 'newest', limit: 1 });
    return read.ok && read.value.length > 0;
  }),
});

function listOf(chat: ChatState, owner: Owner): readonly Row[] {
  const page = conversationsOf(chat, users[owner], { from: 0, count: Number.POSITIVE_INFINITY });
  if (!page.ok) throw new Error(`${owner} has no list`);
  return page.value.rows.map(({ conversation }) =>
    conversation.kind === 'user' && conversation.uid === users.outsider ? 'outsider' : conversation.kind,
  );
}

export function partsOf(reader: Reader): { readonly owner: Owner; readonly row: Row } {
  const [owner, row] = reader.split(' ') as [Owner, Row];
  return { owner, row };
}

export const otherThan = (owner: Owner): Owner => (owner === 'me' ? 'peer' : 'me');

function conversationOf(owner: Owner, row: Row): Conversation {
  if (row === 'group') return withGroup(guid);
  return withUser(row === 'outsider' ? users.outsider : users[otherThan(owner)]);
}
