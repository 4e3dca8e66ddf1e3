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
import { decodeBody } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeGroup } from './encode-view.ts';
import { memberScopes } from './member-calls.ts';

interface NewGroup extends Omit<CreateGroup, 'at'> {
  readonly members: readonly Uid[];
}

/** `POST /groups`. The owner is the acting user, else the one in the body; members of every scope are just members. */
export const createGroupCall = call<NewGroup, Group>({
  actor: 'optional',
  decode: ({ request }, behaviour) =>
    decodeBody(request, (fields) => {
      const guid = fields.newId('guid', (raw) => parseGuid(raw, behaviour.identifierCase));
      const name = fields.requiredText('name');
      const type = fields.oneOf('type', ['public', 'private', 'password']) ?? 'public';
      const owner = fields.text('owner');
      const scopes = fields.inside('members');
      const uids = memberScopes.flatMap((scope) => scopes.texts(scope) ?? []);
      if (guid === undefined || name === undefined) return undefined;
      const asGiven = (raw: string) => uidAsGiven(raw, behaviour);
      return { guid, name, type, owner: owner === undefined ? undefined : asGiven(owner), members: uids.map(asGiven) };
    }),
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
  decode: ({ request, id }, behaviour) => decodeBody(request, () => guidAsGiven(id, behaviour)),
  perform: removeGroup,
  encode: ({ command: guid }) => success(`The group with GUID ${guid} has been deleted successfully.`),
});
