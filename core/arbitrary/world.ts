import fc from 'fast-check';
import './seed.ts';
import {
  type Addressing,
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  singleAxes,
} from '../behaviour.ts';
import { type ChatState, type CommandResult, emptyState } from '../chat-state.ts';
import { type Conversation, withGroup, withUser } from '../conversation.ts';
import { type Guid, parseGuid, parseUid, type Uid } from '../ids.ts';
import { markRead } from '../mark-read.ts';
import { addMember, createGroup, createUser, removeGroup, removeMember, removeUser } from '../people.ts';
import { resetGroupConversation } from '../reset-group-conversation.ts';
import { resetUserConversation } from '../reset-user-conversation.ts';
import { expected } from '../result.ts';
import { sendMessage } from '../send-message.ts';
import { type ConversationView, conversationsOf, messagesOf } from '../views.ts';

export const uid = (raw: string): Uid => expected(parseUid(raw, 'sensitive'));
export const guid = (raw: string): Guid => expected(parseGuid(raw, 'sensitive'));

/**
 * Ids that are easily confused: prefixes of each other, pairs that spell one service id (`a` with `b_user_c`,
 * `a_user_b` with `c`), users and groups of one name, ids that differ in case alone, and the letters of internal keys.
 */
export const uids = ['a', 'b_user_c', 'a_user_b', 'c', 'ab', 'g', 'u', 'A'].map(uid);
export const guids = ['a', 'u', 'ab', 'a_user_b'].map(guid);

export const everyConversation: readonly Conversation[] = [...uids.map(withUser), ...guids.map(withGroup)];

export const nameOf = (conversation: Conversation): string =>
  conversation.kind === 'user' ? `user ${conversation.uid}` : `group ${conversation.guid}`;

// What happened

/** A command as data. It names people and groups that may not exist, so many an event is refused. */
export type Event =
  | { readonly do: 'send'; readonly by: Uid; readonly to: Conversation }
  | { readonly do: 'read'; readonly by: Uid; readonly conversation: Conversation; readonly upTo: number | undefined }
  | { readonly do: 'reset'; readonly by: Uid; readonly conversation: Conversation; readonly options: ResetOptions }
  | { readonly do: 'join' | 'leave'; readonly guid: Guid; readonly uid: Uid }
  | { readonly do: 'create user' | 'remove user'; readonly uid: Uid }
  | { readonly do: 'create group'; readonly guid: Guid; readonly owner: Uid | undefined }
  | { readonly do: 'remove group'; readonly guid: Guid };

interface ResetOptions {
  readonly preserveOrder?: boolean;
  readonly deleteMessagesPermanently?: boolean;
  /** Which of the accepted forms of addressing to use, counted round. */
  readonly form: number;
}

/** The command for a reset of any conversation, in the words of the spec. */
export function reset(
  state: ChatState,
  actor: Uid,
  conversation: Conversation,
  { form, ...options }: ResetOptions,
  behaviour: Behaviour,
): CommandResult<unknown> {
  if (conversation.kind === 'group') {
    const { preserveOrder } = options;
    return frozen(resetGroupConversation(state, { actor, guid: conversation.guid, preserveOrder }, behaviour));
  }
  const accepted = behaviour.addressing[form % behaviour.addressing.length] ?? 'path-actor';
  const names = namesIn(accepted, actor, conversation.uid);
  return frozen(resetUserConversation(state, { actor, ...names, ...options }, behaviour));
}

/** Design, section 3: what each form of addressing puts into the path and the body. */
export function namesIn(form: Addressing, actor: Uid, other: Uid): { path: Uid; conversationWith?: Uid } {
  const names = {
    'path-actor': { path: actor, conversationWith: other },
    'path-peer': { path: other },
    'path-peer-echo': { path: other, conversationWith: actor },
  };
  return names[form];
}

/** Texts are all different, and times tie often. */
export function execute(state: ChatState, event: Event, behaviour: Behaviour, at = 0): CommandResult<unknown> {
  switch (event.do) {
    case 'send': {
      const text = `text ${state.counter + 1} by ${event.by}`;
      const command = { sender: event.by, to: event.to, category: 'message', type: 'text', text, at };
      return frozen(sendMessage(state, command));
    }
    case 'read':
      return frozen(markRead(state, { actor: event.by, conversation: event.conversation, upTo: event.upTo }));
    case 'reset':
      return reset(state, event.by, event.conversation, event.options, behaviour);
    case 'join':
      return frozen(addMember(state, { guid: event.guid, uid: event.uid, at }, behaviour));
    case 'leave':
      return frozen(removeMember(state, event));
    case 'create user':
      return frozen(createUser(state, { uid: event.uid, name: `user ${event.uid}`, at }));
    case 'remove user':
      return frozen(removeUser(state, event.uid));
    case 'create group': {
      const { guid, owner } = event;
      return frozen(createGroup(state, { guid, name: `group ${guid}`, type: 'public', owner, at }, behaviour));
    }
    case 'remove group':
      return frozen(removeGroup(state, event.guid));
  }
}

/** Turns every later write to a state into a TypeError. */
function frozen<Value>(result: CommandResult<Value>): CommandResult<Value> {
  freeze(result.state);
  return result;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

// What everybody sees

export type Row = ReturnType<typeof rowOf>;

const rowOf = ({ conversation, lastMessage, unread, createdAt, updatedAt }: ConversationView) => {
  return { name: nameOf(conversation), last: lastMessage?.text, unread, createdAt, updatedAt };
};

const everything = 1_000_000;

/** What one user sees, as plain arrays: the list, and of each conversation, by its name, what `textsOf` says. */
export function sightOf(state: ChatState, user: Uid) {
  const page = conversationsOf(state, user, { from: 0, count: everything });
  if (!page.ok) return undefined;
  const texts = everyConversation.map((one) => [nameOf(one), textsOf(state, user, one)] as const);
  return { list: page.value.rows.map(rowOf), messages: Object.fromEntries(texts) };
}

/** The texts that can be read; the kind of refusal where there is no access. */
export function textsOf(state: ChatState, user: Uid, conversation: Conversation): readonly string[] | string {
  const messages = messagesOf(state, user, conversation, { from: 'newest', limit: everything });
  return messages.ok ? messages.value.map((message) => message.text) : messages.refusal.kind;
}

export const listOf = (state: ChatState, user: Uid): readonly string[] =>
  sightOf(state, user)?.list.map((row) => row.name) ?? [];

export const rowIn = (state: ChatState, user: Uid, conversation: Conversation): Row | undefined =>
  sightOf(state, user)?.list.find((row) => row.name === nameOf(conversation));

/** What everybody but the named ones sees. */
export const sightsExcept = (state: ChatState, ...left: readonly Uid[]) =>
  Object.fromEntries(uids.filter((user) => !left.includes(user)).map((user) => [user, sightOf(state, user)]));

// Arbitraries

export const behaviourArb: fc.Arbitrary<Behaviour> = fc
  .tuple(
    fc.subarray([...addressingForms], { minLength: 1 }),
    ...singleAxes.map((axis) => fc.constantFrom(...axisValues[axis]).map((value) => ({ [axis]: value }))),
  )
  .map(([addressing, ...choices]) => Object.assign({}, referenceBehaviour, { addressing }, ...choices));

// Some people talk more than others, so that their lists grow long.
export const uidArb = fc.constantFrom(...uids.slice(0, 2), ...uids.slice(0, 4), ...uids);
const guidArb = fc.constantFrom(...guids);
export const conversationArb: fc.Arbitrary<Conversation> = fc.oneof(
  { weight: 2, arbitrary: uidArb.map(withUser) },
  { weight: 1, arbitrary: guidArb.map(withGroup) },
);

const resetOptionsArb: fc.Arbitrary<ResetOptions> = fc.record(
  { preserveOrder: fc.boolean(), deleteMessagesPermanently: fc.boolean(), form: fc.nat({ max: 5 }) },
  { requiredKeys: ['form'] },
);

const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const ofConversation = { by: uidArb, conversation: conversationArb };

/** What may happen; most of it is messages. */
export const eventArb: fc.Arbitrary<Event> = fc.oneof(
  { weight: 32, arbitrary: fc.record({ do: fc.constant('send'), by: uidArb, to: conversationArb }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('reset'), ...ofConversation, options: resetOptionsArb }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('read'), ...ofConversation, upTo: orNone(fc.nat({ max: 60 })) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('join', 'leave'), guid: guidArb, uid: uidArb }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('create user', 'remove user'), uid: uidArb }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create group'), guid: guidArb, owner: orNone(uidArb) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove group'), guid: guidArb }) },
);

export interface World {
  readonly state: ChatState;
  readonly behaviour: Behaviour;
  /** What happened until `state`. */
  readonly events: readonly Event[];
}

/** What may be true after anything: users and groups have come and gone, and much has happened among them. */
export const worldArb: fc.Arbitrary<World> = fc
  .record({
    behaviour: behaviourArb,
    members: fc.tuple(...guids.map(() => fc.subarray(uids))),
    events: fc.array(eventArb, { maxLength: 60, size: 'max' }),
  })
  .map(({ behaviour, members, events }) => {
    const all: readonly Event[] = [
      ...uids.map((user) => ({ do: 'create user' as const, uid: user })),
      ...guids.flatMap((group, index) => [
        { do: 'create group' as const, guid: group, owner: undefined },
        ...(members[index] ?? []).map((user) => ({ do: 'join' as const, guid: group, uid: user })),
      ]),
      ...events,
    ];
    const state = all.reduce((now, event, index) => execute(now, event, behaviour, index >> 2).state, emptyState);
    return printedAsEvents({ state, behaviour, events: all });
  });

/** A reset of what is there: the conversation stands in the acting user's list. */
export interface Scenario extends World {
  readonly actor: Uid;
  readonly conversation: Conversation;
  readonly options: ResetOptions;
}

let worldsWithoutRows = 0;

export const scenarioArb: fc.Arbitrary<Scenario> = fc
  .tuple(worldArb, fc.nat(), resetOptionsArb)
  .map(([world, pick, options]): Scenario | undefined => {
    const rows = uids.flatMap((actor) => {
      const page = conversationsOf(world.state, actor, { from: 0, count: everything });
      return page.ok ? page.value.rows.map(({ conversation }) => ({ actor, conversation })) : [];
    });
    const row = rows[pick % rows.length];
    return row && printedAsEvents({ ...world, options, ...row });
  })
  .filter((scenario): scenario is Scenario => {
    worldsWithoutRows = scenario === undefined ? worldsWithoutRows + 1 : 0;
    // Where a broken core has no such world, the search would never end.
    if (worldsWithoutRows > 10_000) throw new Error('no world drawn had a conversation to reset');
    return scenario !== undefined;
  });

/** A failure shows how the world came about; the state itself would fill pages. */
function printedAsEvents<Drawn extends World>(drawn: Drawn): Drawn {
  const { state: _, behaviour, ...rest } = drawn;
  const { statuses: __, ...axes } = behaviour;
  const printed = Object.fromEntries(Object.entries({ ...rest, axes }));
  return { ...drawn, [fc.toStringMethod]: () => fc.stringify(printed) };
}
