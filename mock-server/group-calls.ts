import {
  accept,
  addMember,
  type CreateGroup,
  createGroup,
  type Group,
  type Guid,
  get,
  type Membership,
  parseGuid,
  type Refusal,
  type Result,
  refuse,
  removeGroup,
  removeMember,
  type Uid,
} from '../core/index.ts';
import { call, success } from './call.ts';
import { filledText, oneOf, text, texts } from './decode-fields.ts';
import { uidAsGiven } from './decode-id.ts';
import { encodeGroup } from './encode-view.ts';
import { encodeError } from './refusal.ts';

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
  perform: (state, { members, ...group }, { actor, at, behaviour }) => {
    let step = createGroup(state, { ...group, owner: actor ?? group.owner, at }, behaviour);
    for (const uid of members) {
      // One member who cannot join undoes the group: the state of a refused step is not taken over.
      if (!step.outcome.ok) return step;
      const joined = addMember(step.state, { guid: group.guid, uid, at }, behaviour);
      // The owner, or a member of two scopes.
      if (joined.outcome.ok || joined.outcome.refusal.kind !== 'alreadyMember') step = joined;
    }
    return step;
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `GET /groups/{guid}` */
export const getGroupCall = call<Guid, Group>({
  decode: ({ guid }) => guid,
  perform: (state, guid) => {
    const group = get(state.groups, guid);
    return { state, outcome: group ? accept(group) : refuse({ kind: 'unknownGroup', guid }) };
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `DELETE /groups/{guid}` */
export const deleteGroupCall = call<Guid, Group>({
  decode: ({ guid }) => guid,
  perform: removeGroup,
  encode: ({ command: guid }) => success(`The group with GUID ${guid} has been deleted successfully.`),
});

interface AddMembers {
  readonly guid: Guid;
  readonly scopes: readonly { readonly scope: string; readonly uids: readonly Uid[] }[];
}

type Joined = readonly { readonly scope: string; readonly each: readonly (readonly [Uid, Result<Group, Refusal>])[] }[];

/** `POST /groups/{guid}/members`: each uid has its own answer, so one that cannot join does not hinder the others. */
export const addMembersCall = call<AddMembers, Joined>({
  decode: ({ guid, fields }, behaviour) => ({
    guid,
    scopes: memberScopes.flatMap((scope) => {
      const uids = fields.get(scope, texts);
      return uids === undefined ? [] : [{ scope, uids: uids.map((raw) => uidAsGiven(raw, behaviour)) }];
    }),
  }),
  perform: (state, { guid, scopes }, { at, behaviour }) => {
    if (get(state.groups, guid) === undefined) return { state, outcome: refuse({ kind: 'unknownGroup', guid }) };
    let next = state;
    const join = (uid: Uid): readonly [Uid, Result<Group, Refusal>] => {
      const { state: joined, outcome } = addMember(next, { guid, uid, at }, behaviour);
      next = joined;
      return [uid, outcome];
    };
    const joined = scopes.map(({ scope, uids }) => ({ scope, each: uids.map(join) }));
    return { state: next, outcome: accept(joined) };
  },
  encode: ({ value }) => {
    const answer = (outcome: Result<Group, Refusal>) =>
      outcome.ok ? { success: true } : { success: false, error: encodeError(outcome.refusal) };
    const data = value.map(({ scope, each }) => [
      scope,
      Object.fromEntries(each.map(([uid, outcome]) => [uid, answer(outcome)])),
    ]);
    return { data: Object.fromEntries(data) };
  },
});

/** `DELETE /groups/{guid}/members/{uid}` */
export const removeMemberCall = call<Membership, Group>({
  decode: ({ guid, uid }) => ({ guid, uid }),
  perform: removeMember,
  encode: ({ command: { guid, uid } }) =>
    success(`The user with UID ${uid} has been removed from the group with GUID ${guid}.`),
});
