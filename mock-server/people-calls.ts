import {
  accept,
  addMember,
  type CreateGroup,
  createGroup,
  createUser,
  type Group,
  type Guid,
  get,
  type Membership,
  parseGuid,
  parseUid,
  type Refusal,
  type Result,
  refuse,
  removeGroup,
  removeMember,
  removeUser,
  type Uid,
  type User,
} from '../core/index.ts';
import { call, success } from './call.ts';
import { filledText, oneOf, spelledFlag, text, texts } from './decode-fields.ts';
import { uidAsGiven } from './decode-id.ts';
import { encodeGroup, encodeUser } from './encode-view.ts';
import { encodeError } from './refusal.ts';

/** `POST /users` */
export const createUserCall = call<{ readonly uid: Uid; readonly name: string }, User>({
  decode: ({ fields }, { identifierCase }) => {
    const uid = fields.newId('uid', (raw) => parseUid(raw, identifierCase));
    const name = fields.required('name', filledText);
    return uid === undefined || name === undefined ? undefined : { uid, name };
  },
  execute: (state, command, { at }) => createUser(state, { ...command, at }),
  encode: ({ value }) => ({ data: encodeUser(value) }),
});

/** `GET /users/{uid}` */
export const getUserCall = call<Uid, User>({
  decode: ({ uid }) => uid,
  execute: (state, uid) => {
    const user = get(state.users, uid);
    return { state, outcome: user ? accept(user) : refuse({ kind: 'unknownUser', uid }) };
  },
  encode: ({ value }) => ({ data: encodeUser(value) }),
});

/** `DELETE /users/{uid}`. No user is ever merely deactivated: whatever `permanent` says, the user is gone. */
export const deleteUserCall = call<Uid, User>({
  decode: ({ uid, fields }) => {
    fields.get('permanent', spelledFlag);
    return uid;
  },
  execute: removeUser,
  encode: ({ command: uid }) => success(`The user with UID ${uid} has been deleted successfully.`),
});

/** Kept apart in requests and answers only: whoever is named in any of them is a member like all others. */
const memberScopes = ['admins', 'moderators', 'participants'] as const;

interface NewGroup extends Omit<CreateGroup, 'at'> {
  readonly members: readonly Uid[];
}

/** `POST /groups`. The owner is the acting user, else the one in the body; members of every scope are just members. */
export const createGroupCall = call<NewGroup, Group>({
  decode: ({ fields }, behaviour) => {
    const guid = fields.newId('guid', (raw) => parseGuid(raw, behaviour.identifierCase));
    const name = fields.required('name', filledText);
    const type = fields.get('type', oneOf('public', 'private', 'password')) ?? 'public';
    const owner = fields.get('owner', text);
    const scopes = fields.inside('members');
    const uids = memberScopes.flatMap((scope) => scopes.get(scope, texts) ?? []);
    if (guid === undefined || name === undefined) return undefined;
    const asGiven = (raw: string) => uidAsGiven(raw, behaviour);
    return { guid, name, type, owner: owner === undefined ? undefined : asGiven(owner), members: uids.map(asGiven) };
  },
  execute: (state, { members, ...group }, { actor, at, behaviour }) => {
    let result = createGroup(state, { ...group, owner: actor ?? group.owner, at }, behaviour);
    for (const uid of members) {
      // One member who cannot join undoes the group: the state of a refused result is not taken over.
      if (!result.outcome.ok) return result;
      const joined = addMember(result.state, { guid: group.guid, uid, at }, behaviour);
      // The owner, or a member of two scopes.
      if (joined.outcome.ok || joined.outcome.refusal.kind !== 'alreadyMember') result = joined;
    }
    return result;
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `GET /groups/{guid}` */
export const getGroupCall = call<Guid, Group>({
  decode: ({ guid }) => guid,
  execute: (state, guid) => {
    const group = get(state.groups, guid);
    return { state, outcome: group ? accept(group) : refuse({ kind: 'unknownGroup', guid }) };
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `DELETE /groups/{guid}` */
export const deleteGroupCall = call<Guid, Group>({
  decode: ({ guid }) => guid,
  execute: removeGroup,
  encode: ({ command: guid }) => success(`The group with GUID ${guid} has been deleted successfully.`),
});

interface AddMembers {
  readonly guid: Guid;
  readonly asked: readonly (readonly [scope: string, uids: readonly Uid[]])[];
}

type Joined = readonly (readonly [scope: string, each: readonly (readonly [Uid, Result<Group, Refusal>])[]])[];

/** `POST /groups/{guid}/members`: each uid has its own answer, so one that cannot join does not hinder the others. */
export const addMembersCall = call<AddMembers, Joined>({
  decode: ({ guid, fields }, behaviour) => ({
    guid,
    asked: memberScopes.flatMap((scope) => {
      const uids = fields.get(scope, texts);
      return uids === undefined ? [] : [[scope, uids.map((raw) => uidAsGiven(raw, behaviour))]];
    }),
  }),
  execute: (state, { guid, asked }, { at, behaviour }) => {
    if (get(state.groups, guid) === undefined) return { state, outcome: refuse({ kind: 'unknownGroup', guid }) };
    let next = state;
    const join = (uid: Uid): readonly [Uid, Result<Group, Refusal>] => {
      const result = addMember(next, { guid, uid, at }, behaviour);
      next = result.state;
      return [uid, result.outcome];
    };
    const joined = asked.map(([scope, uids]) => [scope, uids.map(join)] as const);
    return { state: next, outcome: accept(joined) };
  },
  encode: ({ value }) => {
    const answer = ([uid, outcome]: readonly [Uid, Result<Group, Refusal>]) => [
      uid,
      outcome.ok ? { success: true } : { success: false, error: encodeError(outcome.refusal) },
    ];
    const data = value.map(([scope, each]) => [scope, Object.fromEntries(each.map(answer))]);
    return { data: Object.fromEntries(data) };
  },
});

/** `DELETE /groups/{guid}/members/{uid}` */
export const removeMemberCall = call<Membership, Group>({
  decode: ({ guid, uid }) => ({ guid, uid }),
  execute: removeMember,
  encode: ({ command: { guid, uid } }) =>
    success(`The user with UID ${uid} has been removed from the group with GUID ${guid}.`),
});
