import { accept, addMember, get, refuse, removeMember } from '../core/index.ts';
import { answerWith, success, withBody } from './call.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeError } from './encode-reply.ts';

/** Kept apart in requests and answers only: whoever is named in any of them is a member like all others. */
export const memberScopes = ['admins', 'moderators', 'participants'] as const;

/** `POST /groups/{guid}/members`: each uid has its own answer, so one that cannot join does not hinder the others. */
export const addMembersCall = withBody((fields, { id }, behaviour) => {
  const scopes = memberScopes.flatMap((scope) => {
    const uids = fields.texts(scope);
    return uids === undefined ? [] : [{ scope, uids: uids.map((raw) => uidAsGiven(raw, behaviour)) }];
  });
  if (!fields.isValid()) return refuse(fields.refusal());
  const guid = guidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state, at) => {
      if (get(state.groups, guid) === undefined) return { state, outcome: refuse({ kind: 'unknownGroup', guid }) };
      let next = state;
      const data = scopes.map(({ scope, uids }) => {
        const answers = uids.map((uid) => {
          const { state: joined, outcome } = addMember(next, { guid, uid, at }, behaviour);
          next = joined;
          return [uid, outcome.ok ? { success: true } : { success: false, error: encodeError(outcome.refusal) }];
        });
        return [scope, Object.fromEntries(answers)];
      });
      return { state: next, outcome: accept({ data: Object.fromEntries(data) }) };
    },
  });
});

/** `DELETE /groups/{guid}/members/{uid}` */
export const removeMemberCall = withBody((_, { id, memberUid }, behaviour) => {
  const guid = guidAsGiven(id, behaviour);
  const uid = uidAsGiven(memberUid, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) =>
      answerWith(removeMember(state, { guid, uid }), () =>
        success(`The user with UID ${uid} has been removed from the group with GUID ${guid}.`),
      ),
  });
});
