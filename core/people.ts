import type { Behaviour } from './behaviour.ts';
import { type ChatState, type CommandResult, done, type Group, refused, type Side, type User } from './chat-state.ts';
import { groupHistoryKey, historyKey, withGroup, withUser } from './conversation.ts';
import { emptyList, firstPlace, newSide, sideOf, withoutSide, withSide } from './conversation-list.ts';
import type { Guid, Uid } from './ids.ts';
import { get, remove, set, slice } from './tree.ts';

export interface CreateUser {
  readonly uid: Uid;
  readonly name: string;
  readonly at: number;
}

/** Refused with `userExists` when the uid is taken. */
export function createUser(state: ChatState, { uid, name, at }: CreateUser): CommandResult<User> {
  if (get(state.users, uid) !== undefined) return refused(state, { kind: 'userExists', uid });
  const user: User = { uid, name, createdAt: at, list: emptyList };
  return done({ ...state, users: set(state.users, uid, user) }, user);
}

/** Removes the user, the messages between the user and each other user, and the user's rows in all lists. */
export function removeUser(state: ChatState, uid: Uid): CommandResult<User> {
  const user = get(state.users, uid);
  if (user === undefined) return refused(state, { kind: 'unknownUser', uid });

  let { users, groups, histories } = state;
  for (const { conversation } of slice(user.list.sides)) {
    if (conversation.kind === 'user') {
      const other = get(users, conversation.uid);
      if (other !== undefined) {
        users = set(users, other.uid, { ...other, list: withoutSide(other.list, withUser(uid)) });
      }
      histories = remove(histories, historyKey(uid, conversation));
    } else {
      const group = get(groups, conversation.guid);
      if (group !== undefined) {
        const owner = group.owner === uid ? undefined : group.owner;
        groups = set(groups, group.guid, { ...group, owner, members: remove(group.members, uid) });
      }
    }
  }
  return done({ ...state, users: remove(users, uid), groups, histories }, user);
}

export interface CreateGroup {
  readonly guid: Guid;
  readonly name: string;
  readonly type: Group['type'];
  /** Becomes a member. */
  readonly owner?: Uid | undefined;
  readonly at: number;
}

/** Refused with `groupExists` when the guid is taken, with `unknownUser` when the owner does not exist. */
export function createGroup(state: ChatState, command: CreateGroup, behaviour: Behaviour): CommandResult<Group> {
  const { guid, name, type, owner, at } = command;
  if (get(state.groups, guid) !== undefined) return refused(state, { kind: 'groupExists', guid });
  if (owner !== undefined && get(state.users, owner) === undefined) {
    return refused(state, { kind: 'unknownUser', uid: owner });
  }
  const group: Group = { guid, name, type, owner, createdAt: at, members: undefined };
  const created = { ...state, groups: set(state.groups, guid, group) };
  return owner === undefined ? done(created, group) : addMember(created, { guid, uid: owner, at }, behaviour);
}

/** Removes the group, its messages, and its row in every member's list. */
export function removeGroup(state: ChatState, guid: Guid): CommandResult<Group> {
  const group = get(state.groups, guid);
  if (group === undefined) return refused(state, { kind: 'unknownGroup', guid });

  let { users } = state;
  for (const uid of slice(group.members)) {
    const member = get(users, uid);
    if (member !== undefined) users = set(users, uid, { ...member, list: withoutSide(member.list, withGroup(guid)) });
  }
  const histories = remove(state.histories, groupHistoryKey(guid));
  return done({ ...state, users, groups: remove(state.groups, guid), histories }, group);
}

export interface Membership {
  readonly guid: Guid;
  readonly uid: Uid;
}

/** Axis `groupAppears`: with `joining` the conversation enters the new member's list here, on top. */
export function addMember(
  state: ChatState,
  { guid, uid, at }: Membership & { readonly at: number },
  behaviour: Behaviour,
): CommandResult<Group> {
  const group = get(state.groups, guid);
  if (group === undefined) return refused(state, { kind: 'unknownGroup', guid });
  const user = get(state.users, uid);
  if (user === undefined) return refused(state, { kind: 'unknownUser', uid });
  if (get(group.members, uid) !== undefined) return refused(state, { kind: 'alreadyMember', uid, guid });

  const counter = state.counter + 1;
  const known = sideOf(user.list, withGroup(guid)) ?? newSide(withGroup(guid), at);
  const side: Side =
    behaviour.groupAppears === 'joining'
      ? { ...known, place: firstPlace(counter), createdAt: at, updatedAt: at }
      : known;
  const joined = { ...group, members: set(group.members, uid, uid) };
  const users = set(state.users, uid, { ...user, list: withSide(user.list, side, known) });
  return done({ ...state, users, groups: set(state.groups, guid, joined), counter }, joined);
}

/** The row leaves the list; what the user had hidden stays hidden should they come back. */
export function removeMember(state: ChatState, { guid, uid }: Membership): CommandResult<Group> {
  const group = get(state.groups, guid);
  if (group === undefined) return refused(state, { kind: 'unknownGroup', guid });
  const user = get(state.users, uid);
  if (user === undefined) return refused(state, { kind: 'unknownUser', uid });
  const side = sideOf(user.list, withGroup(guid));
  if (get(group.members, uid) === undefined || side === undefined) {
    return refused(state, { kind: 'notAMember', uid, guid });
  }
  const left = { ...group, members: remove(group.members, uid) };
  const list = withSide(user.list, { ...side, place: undefined, unread: 0 }, side);
  const users = set(state.users, uid, { ...user, list });
  return done({ ...state, users, groups: set(state.groups, guid, left) }, left);
}
