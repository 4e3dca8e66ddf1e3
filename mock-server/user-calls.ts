import { accept, createUser, get, parseUid, refuse, removeUser } from '../core/index.ts';
import { answerWith, type Call, success, withBody } from './call.ts';
import { uidAsGiven } from './decode-id.ts';
import { encodeUser } from './encode-view.ts';

/** `POST /users` */
export const createUserCall = withBody((fields, _, { identifierCase }) => {
  const uid = fields.newId('uid', (raw) => parseUid(raw, identifierCase));
  const name = fields.requiredText('name');
  if (uid === undefined || name === undefined) return refuse(fields.refusal());
  return accept({
    actor: 'unused',
    perform: (state, at) => answerWith(createUser(state, { uid, name, at }), encodeUser),
  });
});

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
export const deleteUserCall = withBody((fields, { id }, behaviour) => {
  fields.flag('permanent');
  if (!fields.isValid()) return refuse(fields.refusal());
  const uid = uidAsGiven(id, behaviour);
  return accept({
    actor: 'unused',
    perform: (state) =>
      answerWith(removeUser(state, uid), () => success(`The user with UID ${uid} has been deleted successfully.`)),
  });
});
