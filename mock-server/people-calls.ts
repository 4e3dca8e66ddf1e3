import * as core from '../core/index.ts';
import { accept, type Group, get, type Refusal, type Result, refuse, type Uid } from '../core/index.ts';
import { call, success } from './call.ts';
import { filledText, oneOf, spelledFlag, text, texts } from './decode-fields.ts';
import { uidAsGiven } from './decode-id.ts';
import { encodeGroup, encodeUser } from './encode-view.ts';
import { encodeError } from './refusal.ts';

/** `POST /users` */
export const createUser = call({
  decode: ({ fields }, { identifierCase }) => {
    const uid = fields.newId('uid', (raw) => core.parseUid(raw, identifierCase));
    const name = fields.required('name', filledText);
    return uid === undefined || name === undefined ? undefined : { uid, name };
  },
  execute: (state, command, { at }) => core.createUser(state, { ...command, at }),
  encode: ({ value }) => ({ data: encodeUser(value) }),
});

const found = <Value>(value: Value | undefined, otherwise: Refusal): Result<Value, Refusal> =>
  value === undefined ? refuse(otherwise) : accept(value);

/** `GET /users/{uid}` */
export const getUser = call({
  decode: ({ uid }) => uid,
  execute: (state, uid) => ({ state, outcome: found(get(state.users, uid), { kind: 'unknownUser', uid }) }),
  encode: ({ value }) => ({ data: encodeUser(value) }),
});

/** `DELETE /users/{uid}`. No user is ever merely deactivated: whatever `permanent` says, the user is gone. */
export const deleteUser = call({
  decode: ({ uid, fields }) => {
    fields.get('permanent', spelledFlag);
    return uid;
  },
  execute: core.removeUser,
  encode: ({ command: uid }) => success(`The user with UID ${uid} has been deleted successfully.`),
});

/** Kept apart in requests and answers only: whoever is named in any of them is a member like all others. */
const memberScopes = ['admins', 'moderators', 'participants'] as const;

/** `POST /groups`. The owner is the acting user, else the one in the body; members of every scope are just members. */
export const createGroup = call({
  decode: ({ fields }, behaviour) => {
    const guid = fields.newId('guid', (raw) => core.parseGuid(raw, behaviour.identifierCase));
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
    let result = core.createGroup(state, { ...group, owner: actor ?? group.owner, at }, behaviour);
    for (const uid of members) {
      // One member who cannot join undoes the group: the state of a refused result is not taken over.
      if (!result.outcome.ok) return result;
      const joined = core.addMember(result.state, { guid: group.guid, uid, at }, behaviour);
      // The owner, or a member of two scopes.
      if (joined.outcome.ok || joined.outcome.refusal.kind !== 'alreadyMember') result = joined;
    }
    return result;
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `GET /groups/{guid}` */
export const getGroup = call({
  decode: ({ guid }) => guid,
  execute: (state, guid) => ({ state, outcome: found(get(state.groups, guid), { kind: 'unknownGroup', guid }) }),
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `DELETE /groups/{guid}` */
export const deleteGroup = call({
  decode: ({ guid }) => guid,
  execute: core.removeGroup,
  encode: ({ command: guid }) => success(`The group with GUID ${guid} has been deleted successfully.`),
});

/** `POST /groups/{guid}/members`: each uid has its own answer, so one that cannot join does not hinder the others. */
export const addMembers = call({
  decode: ({ guid, fields }, behaviour) => ({
    guid,
    asked: memberScopes.flatMap((scope) => {
      const uids = fields.get(scope, texts);
      return uids === undefined ? [] : [{ scope, uids: uids.map((raw) => uidAsGiven(raw, behaviour)) }];
    }),
  }),
  execute: (state, { guid, asked }, { at, behaviour }) => {
    if (get(state.groups, guid) === undefined) return { state, outcome: refuse({ kind: 'unknownGroup', guid }) };
    let next = state;
    const join = (uid: Uid): readonly [Uid, Result<Group, Refusal>] => {
      const result = core.addMember(next, { guid, uid, at }, behaviour);
      next = result.state;
      return [uid, result.outcome];
    };
    const joined = asked.map(({ scope, uids }) => ({ scope, each: uids.map(join) }));
    return { state: next, outcome: accept(joined) };
  },
  encode: ({ value }) => {
    const answer = ([uid, outcome]: readonly [Uid, Result<Group, Refusal>]) => [
      uid,
      outcome.ok ? { success: true } : { success: false, error: encodeError(outcome.refusal) },
    ];
    const data = value.map(({ scope, each }) => [scope, Object.fromEntries(each.map(answer))]);
    return { data: Object.fromEntries(data) };
  },
});

/** `DELETE /groups/{guid}/members/{uid}` */
export const removeMember = call({
  decode: ({ guid, uid }) => ({ guid, uid }),
  execute: core.removeMember,
  encode: ({ command: { guid, uid } }) =>
    success(`The user with UID ${uid} has been removed from the group with GUID ${guid}.`),
});
