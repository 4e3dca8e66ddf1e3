import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  behaviourArb,
  type Event,
  eventsAmong,
  everyConversation,
  execute,
  guids,
  nameOf,
  sightOf,
  uids,
  type World,
  worldArb,
} from './arbitrary/world.ts';
import type { Behaviour } from './behaviour.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import { type Conversation, withGroup, withUser } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { slice } from './tree.ts';

/** What core does, once more with arrays that are searched from end to end, and changed in place. */
interface Model {
  users: User[];
  groups: Group[];
  messages: { readonly between: string; readonly id: number; readonly sender: string; readonly text: string }[];
  counter: number;
}

interface User {
  readonly uid: Uid;
  readonly name: string;
  readonly createdAt: number;
  /** The names of the conversations, first shown first. */
  list: string[];
  sides: Side[];
}

interface Side {
  readonly name: string;
  hiddenUpTo: number;
  unread: number;
  createdAt: number;
  updatedAt: number;
}

interface Group {
  readonly guid: Guid;
  readonly name: string;
  owner: string | undefined;
  readonly createdAt: number;
  members: string[];
}

interface Answer {
  readonly refusal?: Refusal;
  readonly value?: unknown;
}

/** The pair, or the group: what the messages of a conversation have in common. */
const placeOf = (user: string, to: Conversation): string =>
  to.kind === 'group' ? nameOf(to) : [user, to.uid].sort().join(' & ');

type Access =
  | { readonly refusal: Refusal; readonly user?: undefined }
  | { readonly refusal?: undefined; readonly user: User; readonly members: readonly string[] };

/** Who it is, and the group if there is one; or why that user has no access. */
function access(model: Model, by: Uid, to: Conversation, outside: 'nonMember' | 'notAMember' = 'nonMember'): Access {
  const user = model.users.find(({ uid }) => uid === by);
  if (user === undefined) return { refusal: { kind: 'unknownActor', uid: by } };
  if (to.kind === 'user') {
    if (to.uid === by) return { refusal: { kind: 'withOneself', uid: by } };
    if (!model.users.some(({ uid }) => uid === to.uid)) return { refusal: { kind: 'unknownUser', uid: to.uid } };
    return { user, members: [by, to.uid] };
  }
  const group = model.groups.find(({ guid }) => guid === to.guid);
  if (group === undefined) return { refusal: { kind: 'unknownGroup', guid: to.guid } };
  if (!group.members.includes(by)) return { refusal: { kind: outside, uid: by, guid: to.guid } };
  return { user, members: group.members };
}

function sideIn(user: User, name: string, at: number): Side {
  const known = user.sides.find((side) => side.name === name);
  if (known !== undefined) return known;
  const side = { name, hiddenUpTo: 0, unread: 0, createdAt: at, updatedAt: at };
  user.sides.push(side);
  return side;
}

const without = (list: readonly string[], name: string): string[] => list.filter((one) => one !== name);

function onTop(user: User, name: string, at: number): Side {
  const side = sideIn(user, name, at);
  if (!user.list.includes(name)) side.createdAt = at;
  side.updatedAt = at;
  user.list = [name, ...without(user.list, name)];
  return side;
}

function forget(user: User, name: string): void {
  user.list = without(user.list, name);
  user.sides = user.sides.filter((side) => side.name !== name);
}

function send(model: Model, { by, to }: Extract<Event, { do: 'send' }>, at: number): Answer {
  const found = access(model, by, to, 'notAMember');
  if (found.user === undefined) return found;
  model.counter += 1;
  for (const user of model.users.filter(({ uid }) => found.members.includes(uid))) {
    const side = onTop(user, to.kind === 'user' && user.uid !== by ? `user ${by}` : nameOf(to), at);
    if (user.uid !== by) side.unread += 1;
  }
  const sent = { id: model.counter, sender: by, text: `text ${model.counter} by ${by}` };
  model.messages.push({ between: placeOf(by, to), ...sent });
  return { value: { ...sent, category: 'message', type: 'text', sentAt: at } };
}

function read(model: Model, { by, conversation, upTo }: Extract<Event, { do: 'read' }>): Answer {
  const { refusal, user } = access(model, by, conversation);
  if (user === undefined) return { refusal };
  const name = nameOf(conversation);
  if (!user.list.includes(name)) return { refusal: { kind: 'missingConversation', uid: by, conversation } };
  const side = sideIn(user, name, 0);
  const later = model.messages.filter(
    ({ between, id, sender }) =>
      between === placeOf(by, conversation) && sender !== by && upTo !== undefined && id > upTo && id > side.hiddenUpTo,
  );
  side.unread = Math.min(side.unread, later.length);
  return { value: side.unread };
}

function reset(model: Model, event: Extract<Event, { do: 'reset' }>, behaviour: Behaviour): Answer {
  const { by, conversation, options } = event;
  const { refusal, user } = access(model, by, conversation);
  const value = { actor: by, conversation };
  if (refusal?.kind === 'withOneself') return { refusal: { kind: 'refusedAddressing' } };
  if (refusal?.kind === 'nonMember' && behaviour.nonMember === 'accepted') return { value };
  if (user === undefined) return { refusal };
  const name = nameOf(conversation);
  const isListed = user.list.includes(name);
  if (!isListed && behaviour.missingConversation === 'rejected') {
    return { refusal: { kind: 'missingConversation', uid: by, conversation } };
  }
  const omitted = behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  const permanently = conversation.kind === 'user' && (options.deleteMessagesPermanently ?? omitted);
  if (user.sides.some((side) => side.name === name)) {
    const side = sideIn(user, name, 0);
    if (permanently || behaviour.messagesAfterReset === 'hidden') {
      Object.assign(side, { hiddenUpTo: model.counter, unread: 0 });
    }
    const rest = without(user.list, name);
    const lists = { removed: rest, 'moved-last': [...rest, name], 'moved-first': [name, ...rest], kept: user.list };
    if (isListed && options.preserveOrder !== true) user.list = lists[behaviour.withoutPreserveOrder];
    model.counter += 1;
  }
  if (permanently && behaviour.permanentDeletion === 'for-everyone') {
    model.messages = model.messages.filter(({ between }) => between !== placeOf(by, conversation));
    const other = model.users.find(({ uid }) => conversation.uid === uid);
    for (const side of other?.sides ?? []) if (side.name === `user ${by}`) side.unread = 0;
  }
  return { value };
}

function join(model: Model, guid: Guid, uid: Uid, behaviour: Behaviour, at: number): Answer {
  const group = model.groups.find((one) => one.guid === guid);
  const user = model.users.find((one) => one.uid === uid);
  if (group === undefined) return { refusal: { kind: 'unknownGroup', guid } };
  if (user === undefined) return { refusal: { kind: 'unknownUser', uid } };
  if (group.members.includes(uid)) return { refusal: { kind: 'alreadyMember', uid, guid } };
  group.members.push(uid);
  sideIn(user, `group ${guid}`, at);
  model.counter += 1;
  if (behaviour.groupAppears === 'joining') onTop(user, `group ${guid}`, at);
  return {};
}

function leave(model: Model, guid: Guid, uid: Uid): Answer {
  const group = model.groups.find((one) => one.guid === guid);
  const user = model.users.find((one) => one.uid === uid);
  if (group === undefined) return { refusal: { kind: 'unknownGroup', guid } };
  if (user === undefined) return { refusal: { kind: 'unknownUser', uid } };
  if (!group.members.includes(uid)) return { refusal: { kind: 'notAMember', uid, guid } };
  group.members = without(group.members, uid);
  user.list = without(user.list, `group ${guid}`);
  sideIn(user, `group ${guid}`, 0).unread = 0;
  return {};
}

function removeUser(model: Model, uid: Uid): Answer {
  if (!model.users.some((user) => user.uid === uid)) return { refusal: { kind: 'unknownUser', uid } };
  model.users = model.users.filter((user) => user.uid !== uid);
  for (const user of model.users) forget(user, `user ${uid}`);
  for (const group of model.groups) {
    group.members = without(group.members, uid);
    if (group.owner === uid) group.owner = undefined;
  }
  model.messages = model.messages.filter(({ between }) => !between.split(' & ').includes(uid));
  return {};
}

function createGroup(
  model: Model,
  event: Extract<Event, { do: 'create group' }>,
  behaviour: Behaviour,
  at: number,
): Answer {
  const { guid, owner } = event;
  if (model.groups.some((one) => one.guid === guid)) return { refusal: { kind: 'groupExists', guid } };
  if (owner !== undefined && !model.users.some(({ uid }) => uid === owner)) {
    return { refusal: { kind: 'unknownUser', uid: owner } };
  }
  model.groups.push({ guid, name: `group ${guid}`, owner, createdAt: at, members: [] });
  return owner === undefined ? {} : join(model, guid, owner, behaviour, at);
}

function does(model: Model, event: Event, behaviour: Behaviour, at: number): Answer {
  switch (event.do) {
    case 'send':
      return send(model, event, at);
    case 'read':
      return read(model, event);
    case 'reset':
      return reset(model, event, behaviour);
    case 'join':
      return join(model, event.guid, event.uid, behaviour, at);
    case 'leave':
      return leave(model, event.guid, event.uid);
    case 'create user': {
      const { uid } = event;
      if (model.users.some((user) => user.uid === uid)) return { refusal: { kind: 'userExists', uid } };
      model.users.push({ uid, name: `user ${uid}`, createdAt: at, list: [], sides: [] });
      return {};
    }
    case 'remove user':
      return removeUser(model, event.uid);
    case 'create group':
      return createGroup(model, event, behaviour, at);
    case 'remove group': {
      const { guid } = event;
      if (!model.groups.some((one) => one.guid === guid)) return { refusal: { kind: 'unknownGroup', guid } };
      model.groups = model.groups.filter((one) => one.guid !== guid);
      model.messages = model.messages.filter(({ between }) => between !== `group ${guid}`);
      for (const user of model.users) forget(user, `group ${guid}`);
      return {};
    }
  }
}

/** All that the model shows, in the form of what core shows. */
function shownBy(model: Model) {
  const readable = (user: User, conversation: Conversation) => {
    const hiddenUpTo = user.sides.find(({ name }) => name === nameOf(conversation))?.hiddenUpTo ?? 0;
    const place = placeOf(user.uid, conversation);
    return model.messages.flatMap(({ between, id, text }) => (between === place && id > hiddenUpTo ? [text] : []));
  };
  const conversation = (name: string) => everyConversation.find((one) => nameOf(one) === name) as Conversation;
  const row = (user: User, name: string) => {
    const { unread, createdAt, updatedAt } = sideIn(user, name, 0);
    return { name, unread, last: readable(user, conversation(name)).at(-1), createdAt, updatedAt };
  };
  const sight = (user: User) => ({
    list: user.list.map((name) => row(user, name)),
    messages: Object.fromEntries(
      everyConversation.map((one) => [nameOf(one), access(model, user.uid, one).refusal?.kind ?? readable(user, one)]),
    ),
  });
  return {
    counter: model.counter,
    users: model.users
      .map((user) => ({ uid: user.uid, name: user.name, createdAt: user.createdAt, sight: sight(user) }))
      .sort(byId),
    groups: model.groups.map((group) => ({ ...group, type: 'public', members: group.members.toSorted() })).sort(byId),
  };
}

const idOf = (one: { readonly uid?: string; readonly guid?: string }): string => one.uid ?? one.guid ?? '';
const byId = (one: object, other: object): number => (idOf(one) < idOf(other) ? -1 : 1);

const shownIn = (state: ChatState) => ({
  counter: state.counter,
  users: slice(state.users).map(({ uid, name, createdAt }) => ({ uid, name, createdAt, sight: sightOf(state, uid) })),
  groups: slice(state.groups).map((group) => ({ ...group, members: slice(group.members) })),
});

const [few, group] = [uids.slice(0, 2), guids[0] as Guid];
const conversationArb = fc.constantFrom(...few.map(withUser), withGroup(group));
const fewArb = eventsAmong(fc.constantFrom(...few), fc.constant(group), conversationArb, 5);

/** Both execute the events side by side; each answer must be the same, and now and then all that can be seen. */
function walk({ events, behaviour }: Pick<World, 'events' | 'behaviour'>): ChatState {
  const model: Model = { users: [], groups: [], messages: [], counter: 0 };
  let state = emptyState;
  for (const [index, event] of events.entries()) {
    const at = index >> 2;
    const result = execute(state, event, behaviour, at);
    const { refusal, value } = does(model, event, behaviour, at);
    expect(result.outcome.ok ? undefined : result.outcome.refusal).toEqual(refusal);
    if (value !== undefined) expect(result.outcome).toEqual({ ok: true, value });
    if (refusal !== undefined) expect(result.state).toBe(state);
    state = result.state;
    if (index % 16 === 0) expect(shownIn(state)).toEqual(shownBy(model));
  }
  expect(shownIn(state)).toEqual(shownBy(model));
  return state;
}

describe('whatever happens', () => {
  law('should come to what it does in a model of arrays', [worldArb], (world) => {
    walk(world);
  });

  law(
    'should come to that too where few people do it all',
    [behaviourArb, fc.array(fewArb, { minLength: 40 })],
    (behaviour, events) => {
      const people = few.map((uid) => ({ do: 'create user' as const, uid }));
      walk({ behaviour, events: [...people, { do: 'create group', guid: group, owner: few[0] }, ...events] });
    },
    { numRuns: 300 },
  );

  law(
    'should leave nothing behind once all people and groups are removed',
    [worldArb, fc.boolean()],
    ({ behaviour, events }, peopleFirst) => {
      const people = uids.map((uid) => ({ do: 'remove user' as const, uid }));
      const groups = guids.map((guid) => ({ do: 'remove group' as const, guid }));
      const state = walk({
        behaviour,
        events: [...events, ...(peopleFirst ? [...people, ...groups] : [...groups, ...people])],
      });
      expect(state).toEqual({ ...emptyState, counter: state.counter });
    },
  );
});
