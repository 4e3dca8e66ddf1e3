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
  parseGuid,
  parseUid,
  type Result,
  resetGroupConversation,
  resetUserConversation,
  sendMessage,
  type Uid,
  withGroup,
  withUser,
} from '../../core/index.ts';

/** A conversation as one of its users names it: with the other user, with the group, or one that nothing concerns. */
export type Row = 'user' | 'group' | 'outsider';

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
export interface Message {
  readonly do: 'message';
  readonly in: 'user' | 'group';
}

export interface Reset {
  readonly do: 'reset';
  readonly actor: 'me' | 'peer';
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
  readonly behaviour: Behaviour;
  readonly inputs: readonly Input[];
  /** The first one is where every walk begins: nobody has written but the outsider. */
  readonly states: readonly State[];
  /** One for each state and input: those of the first state, in the order of the inputs, then the next one's. */
  readonly transitions: readonly Transition[];
}

/** The ids of one such world. */
export interface World {
  readonly me: Uid;
  readonly peer: Uid;
  readonly outsider: Uid;
  readonly group: Guid;
}

export const seenKey = ({ me, peer, readable }: Seen): string => [me, peer, readable].join(' | ');
export const stateKey = (state: State): string => `${seenKey(state)} | ${state.sent}`;

const both = [false, true] as const;
const userResets = (actor: Reset['actor']): readonly Reset[] =>
  both.flatMap((preserveOrder) =>
    both.map((permanently): Reset => ({ do: 'reset', actor, in: 'user', preserveOrder, permanently })),
  );
const groupResets = both.map(
  (preserveOrder): Reset => ({ do: 'reset', actor: 'me', in: 'group', preserveOrder, permanently: false }),
);
const messages: readonly Message[] = [
  { do: 'message', in: 'user' },
  { do: 'message', in: 'group' },
];

/**
 * The machine that core is under a behaviour, every state that inputs lead to. In the rich one the peer, too, resets
 * the user conversation.
 */
export function machineOf(behaviour: Behaviour, { rich = false }: { readonly rich?: boolean } = {}): Machine {
  const inputs = [...messages, ...userResets('me'), ...groupResets, ...(rich ? userResets('peer') : [])];
  const world = worldIn('');
  const chat = arranged(world, behaviour);
  const start: State = { ...seenIn(chat, world), sent: [] };
  const found = new Map([[stateKey(start), { state: start, chat }]]);
  const transitions: Transition[] = [];
  // Grows while it is read: a Map shows what is added on the way.
  for (const { state: from, chat } of found.values()) {
    for (const input of inputs) {
      const { state: next, outcome } = step(chat, world, input, behaviour);
      const reached: State = { ...seenIn(next, world), sent: sentAfter(from, input) };
      const first = found.get(stateKey(reached)) ?? { state: reached, chat: next };
      found.set(stateKey(reached), first);
      transitions.push({ from, input, to: first.state, answer: outcome.ok ? 'confirmed' : 'refused' });
    }
  }
  return { behaviour, inputs, states: [...found.values()].map(({ state }) => state), transitions };
}

const sentAfter = ({ sent }: State, input: Input): State['sent'] =>
  input.do === 'reset' || sent.includes(input.in) ? sent : [...sent, input.in].sort();

function step(chat: ChatState, world: World, input: Input, behaviour: Behaviour) {
  if (input.do === 'message') return message(chat, world.peer, conversationIn(world, 'peer', input.in));
  const { preserveOrder, permanently: deleteMessagesPermanently } = input;
  const actor = world[input.actor];
  if (input.in === 'group') return resetGroupConversation(chat, { actor, guid: world.group, preserveOrder }, behaviour);
  const path = input.actor === 'me' ? world.peer : world.me;
  const anyForm: Behaviour = { ...behaviour, addressing: ['path-peer'] };
  return resetUserConversation(chat, { actor, path, deleteMessagesPermanently, preserveOrder }, anyForm);
}

/** What the two users of a world see. */
export function seenIn(chat: ChatState, world: World): Seen {
  return {
    me: listOf(chat, world, 'me'),
    peer: listOf(chat, world, 'peer'),
    readable: readers.filter((reader) => canRead(chat, world, reader)),
  };
}

function listOf(chat: ChatState, { outsider, ...world }: World, owner: 'me' | 'peer'): readonly Row[] {
  const page = conversationsOf(chat, world[owner], { from: 0, count: Number.POSITIVE_INFINITY });
  if (!page.ok) throw new Error(`${owner} has no list`);
  return page.value.rows.map(({ conversation }) =>
    conversation.kind === 'user' && conversation.uid === outsider ? 'outsider' : conversation.kind,
  );
}

export function canRead(chat: ChatState, world: World, reader: Reader): boolean {
  const { owner, row } = partsOf(reader);
  const read = messagesOf(chat, world[owner], conversationIn(world, owner, row), { from: 'newest', limit: 1 });
  return read.ok && read.value.length > 0;
}

export function partsOf(reader: Reader): { readonly owner: 'me' | 'peer'; readonly row: Row } {
  const [owner, row] = reader.split(' ') as ['me' | 'peer', Row];
  return { owner, row };
}

export function conversationIn(world: World, owner: 'me' | 'peer', row: Row): Conversation {
  if (row === 'group') return withGroup(world.group);
  if (row === 'outsider') return withUser(world.outsider);
  return withUser(owner === 'me' ? world.peer : world.me);
}

/** The ids that begin with `scope`. Throws where that makes no ids. */
export const worldIn = (scope: string): World => ({
  me: valid(parseUid(`${scope}me`, 'sensitive')),
  peer: valid(parseUid(`${scope}peer`, 'sensitive')),
  outsider: valid(parseUid(`${scope}outsider`, 'sensitive')),
  group: valid(parseGuid(`${scope}group`, 'sensitive')),
});

function valid<Id>(parsed: Result<Id, string>): Id {
  if (!parsed.ok) throw new Error(`an id must be ${parsed.refusal}`);
  return parsed.value;
}

/** Where every walk begins. */
function arranged(world: World, behaviour: Behaviour): ChatState {
  const at = 0;
  const { me, peer, outsider, group: guid } = world;
  let chat = emptyState;
  for (const uid of [me, peer, outsider]) chat = createUser(chat, { uid, name: uid, at }).state;
  chat = createGroup(chat, { guid, name: guid, type: 'public', owner: me, at }, behaviour).state;
  chat = addMember(chat, { guid, uid: peer, at }, behaviour).state;
  return message(chat, outsider, withUser(me)).state;
}

const message = (chat: ChatState, sender: Uid, to: Conversation) =>
  sendMessage(chat, { sender, to, category: 'message', type: 'text', text: '', at: 0 });
