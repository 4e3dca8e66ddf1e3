import { accept, createUser, get, parseUid, refuse, removeUser } from '../core/index.ts';
import { answerWith, type Call, success } from './call.ts';
import { bodyFields } from './decode-fields.ts';
import { uidAsGiven } from './decode-id.ts';
import { encodeUser } from './encode-view.ts';

/** `POST /users` */
export const createUserCall: Call = ({ request }, { identifierCase }) => {
  const body = bodyFields(request);
  if (!body.ok) return body;
  const fields = body.value;
  const uid = fields.newId('uid', (raw) => parseUid(raw, identifierCase));
  const name = fields.requiredText('name');
  if (uid === undefined || name === undefined) return refuse(fields.refusal());
  return accept({
    actor: 'unused',
    perform: (state, at) => answerWith(createUser(state, { uid, name, at }), encodeUser),
  });
};

/** `GET /users/{uid}` */
export const getUserCall: Call = ({ id }, behaviour) => {
  const uid = uidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) => {
      const user = get(state.users, uid);
      return { state, outcome: user ? accept({ data: encodeUser(user) }) : refuse({ kind: 'unknownUser', uid }) };
    },
  });
};

/** `DELETE /users/{uid}`. No user is ever merely deactivated: whatever `permanent` says, the user is gone. */
export const deleteUserCall: Call = ({ request, id }, behaviour) => {
  const body = bodyFields(request);
  if (!body.ok) return body;
  body.value.flag('permanent');
  if (!body.value.isValid()) return refuse(body.value.refusal());
  const uid = uidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) =>
      answerWith(removeUser(state, uid), () => success(`The user with UID ${uid} has been deleted successfully.`)),
  });
};
