import {
  accept,
  addMember,
  type Behaviour,
  createGroup,
  type Group,
  get,
  parseGuid,
  refuse,
  removeGroup,
  type Step,
  type Uid,
} from '../core/index.ts';
import { answerWith, type Call, success, withBody } from './call.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeGroup } from './encode-view.ts';
import { memberScopes } from './member-calls.ts';

/** `POST /groups`. The owner is the acting user, else the one in the body; members of every scope are just members. */
export const createGroupCall = withBody((fields, _, behaviour) => {
  const guid = fields.newId('guid', (raw) => parseGuid(raw, behaviour.identifierCase));
  const name = fields.requiredText('name');
  const type = fields.oneOf('type', ['public', 'private', 'password']) ?? 'public';
  const ownerInBody = fields.text('owner');
  const members = fields.inside('members');
  const uids = memberScopes.flatMap((scope) => members.texts(scope) ?? []).map((raw) => uidAsGiven(raw, behaviour));
  if (guid === undefined || name === undefined || !fields.isValid()) return refuse(fields.refusal());
  return accept({
    actor: 'optional',
    perform: (state, actor, at) => {
      const owner = actor ?? (ownerInBody === undefined ? undefined : uidAsGiven(ownerInBody, behaviour));
      const created = createGroup(state, { guid, name, type, owner, at }, behaviour);
      // One member who cannot join undoes the group: the state of a refused step is not taken over.
      return answerWith(joinAll(created, uids, at, behaviour), encodeGroup);
    },
  });
});

function joinAll(created: Step<Group>, uids: readonly Uid[], at: number, behaviour: Behaviour): Step<Group> {
  let step = created;
  for (const uid of uids) {
    if (!step.outcome.ok) return step;
    const joined = addMember(step.state, { guid: step.outcome.value.guid, uid, at }, behaviour);
    // The owner, or a member of two scopes.
    if (joined.outcome.ok || joined.outcome.refusal.kind !== 'alreadyMember') step = joined;
  }
  return step;
}

/** `GET /groups/{guid}` */
export const getGroupCall: Call = ({ id }, behaviour) => {
  const guid = guidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) => {
      const group = get(state.groups, guid);
      return { state, outcome: group ? accept({ data: encodeGroup(group) }) : refuse({ kind: 'unknownGroup', guid }) };
    },
  });
};

/** `DELETE /groups/{guid}` */
export const deleteGroupCall = withBody((_, { id }, behaviour) => {
  const guid = guidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) =>
      answerWith(removeGroup(state, guid), () => success(`The group with GUID ${guid} has been deleted successfully.`)),
  });
});
