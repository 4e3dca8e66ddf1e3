import {
  accept,
  addMember,
  type Group,
  type Guid,
  get,
  type Membership,
  type Refusal,
  type Result,
  refuse,
  removeMember,
  type Uid,
} from '../core/index.ts';
import { call, success } from './call.ts';
import { decodeBody } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeError } from './refusal.ts';

/** Kept apart in requests and answers only: whoever is named in any of them is a member like all others. */
export const memberScopes = ['admins', 'moderators', 'participants'] as const;

interface AddMembers {
  readonly guid: Guid;
  readonly scopes: readonly { readonly scope: string; readonly uids: readonly Uid[] }[];
}

type Joined = readonly { readonly scope: string; readonly each: readonly (readonly [Uid, Result<Group, Refusal>])[] }[];

/** `POST /groups/{guid}/members`: each uid has its own answer, so one that cannot join does not hinder the others. */
export const addMembersCall = call<AddMembers, Joined>({
  actor: 'unused',
  decode: ({ request, id }, behaviour) =>
    decodeBody(request, (fields) => {
      const scopes = memberScopes.flatMap((scope) => {
        const uids = fields.texts(scope);
        return uids === undefined ? [] : [{ scope, uids: uids.map((raw) => uidAsGiven(raw, behaviour)) }];
      });
      return { guid: guidAsGiven(id, behaviour), scopes };
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
  actor: 'unused',
  decode: ({ request, id, memberUid }, behaviour) =>
    decodeBody(request, () => ({ guid: guidAsGiven(id, behaviour), uid: uidAsGiven(memberUid, behaviour) })),
  perform: removeMember,
  encode: ({ command: { guid, uid } }) =>
    success(`The user with UID ${uid} has been removed from the group with GUID ${guid}.`),
});
