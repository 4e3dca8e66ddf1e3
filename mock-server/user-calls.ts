import { accept, createUser, get, parseUid, refuse, removeUser, type Uid, type User } from '../core/index.ts';
import { call, success } from './call.ts';
import { filledText, spelledFlag } from './decode-fields.ts';
import { encodeUser } from './encode-view.ts';

/** `POST /users` */
export const createUserCall = call<{ readonly uid: Uid; readonly name: string }, User>({
  decode: ({ fields }, { identifierCase }) => {
    const uid = fields.newId('uid', (raw) => parseUid(raw, identifierCase));
    const name = fields.required('name', filledText);
    return uid === undefined || name === undefined ? undefined : { uid, name };
  },
  perform: (state, command, { at }) => createUser(state, { ...command, at }),
  encode: ({ value }) => ({ data: encodeUser(value) }),
});

/** `GET /users/{uid}` */
export const getUserCall = call<Uid, User>({
  decode: ({ uid }) => uid,
  perform: (state, uid) => {
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
  perform: removeUser,
  encode: ({ command: uid }) => success(`The user with UID ${uid} has been deleted successfully.`),
});
