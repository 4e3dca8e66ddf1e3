import {
  accept,
  addMember,
  type CreateGroup,
  createGroup,
  type Group,
  type Guid,
  get,
  parseGuid,
  refuse,
  removeGroup,
  type Uid,
} from '../core/index.ts';
import { call, success } from './call.ts';
import { bodyFields } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeGroup } from './encode-view.ts';
import { memberScopes } from './member-calls.ts';

interface NewGroup extends Omit<CreateGroup, 'at'> {
  readonly members: readonly Uid[];
}

/** `POST /groups`. The owner is the acting user, else the one in the body; members of every scope are just members. */
export const createGroupCall = call<NewGroup, Group>({
  actor: 'optional',
  decode: ({ request }, behaviour) => {
    const body = bodyFields(request);
    if (!body.ok) return body;
    const fields = body.value;
    const guid = fields.newId('guid', (raw) => parseGuid(raw, behaviour.identifierCase));
    const name = fields.requiredText('name');
    const type = fields.oneOf('type', ['public', 'private', 'password']) ?? 'public';
    const owner = fields.text('owner');
    const scopes = fields.inside('members');
    const members = memberScopes.flatMap((scope) => scopes.texts(scope) ?? []).map((raw) => uidAsGiven(raw, behaviour));
    if (guid === undefined || name === undefined || !fields.isValid()) return refuse(fields.refusal());
    return accept({ guid, name, type, owner: owner === undefined ? undefined : uidAsGiven(owner, behaviour), members });
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
  actor: 'unused',
  decode: ({ id }, behaviour) => accept(guidAsGiven(id, behaviour)),
  perform: (state, guid) => {
    const group = get(state.groups, guid);
    return { state, outcome: group ? accept(group) : refuse({ kind: 'unknownGroup', guid }) };
  },
  encode: ({ value }) => ({ data: encodeGroup(value) }),
});

/** `DELETE /groups/{guid}` */
export const deleteGroupCall = call<Guid, Group>({
  actor: 'unused',
  decode: ({ request, id }, behaviour) => {
    const body = bodyFields(request);
    return body.ok ? accept(guidAsGiven(id, behaviour)) : body;
  },
  perform: removeGroup,
  encode: ({ command: guid }) => success(`The group with GUID ${guid} has been deleted successfully.`),
});
