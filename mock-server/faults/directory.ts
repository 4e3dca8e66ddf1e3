import { type Guid, get, slice } from '../../core/index.ts';
import type { HttpRequest } from '../http-message.ts';
import { asObject, jsonObject } from './asked-reset.ts';
import type { Cell } from './fault.ts';

/** Who there is. A server's state knows; of one that is a URL only, the requests that create them tell. */
export interface Directory {
  readonly users: () => readonly string[];
  /** In the order in which they joined, where requests told; else in the order of their uids. */
  readonly members: (guid: string) => readonly string[];
  /** To be told every request that was successful. */
  readonly learn: (request: HttpRequest) => void;
}

export const directory = (cell: Cell | undefined): Directory => (cell === undefined ? learned() : looked(cell));

const looked = (cell: Cell): Directory => ({
  users: () => slice(cell.state.users).map(({ uid }) => uid),
  members: (guid) => slice(get(cell.state.groups, guid as Guid)?.members),
  learn: () => {},
});

function learned(): Directory {
  const users = new Set<string>();
  const groups = new Map<string, Set<string>>();
  const join = (guid: string, uids: readonly string[]) => {
    const members = groups.get(guid) ?? new Set();
    for (const uid of uids) members.add(uid);
    groups.set(guid, members);
  };
  return {
    users: () => [...users],
    members: (guid) => [...(groups.get(guid) ?? [])],
    learn: ({ method, url, headers, body }) => {
      const [, root, id, rest] = /^\/v3\/(users|groups)(?:\/([^/?]+))?(\/members)?$/.exec(url) ?? [];
      const fields = method === 'POST' ? jsonObject(body) : {};
      if (method === 'POST' && root === 'users' && id === undefined) users.add(String(fields['uid']));
      if (method === 'POST' && root === 'groups' && id === undefined) {
        const owner = headers['onbehalfof'];
        join(String(fields['guid']), [...(owner === undefined ? [] : [owner]), ...uidsIn(fields['members'])]);
      }
      if (method === 'POST' && id !== undefined && rest !== undefined) join(id, uidsIn(fields));
      if (method === 'DELETE' && id !== undefined && rest === undefined) {
        if (root === 'users') users.delete(id);
        else groups.delete(id);
      }
    },
  };
}

/** The uids of a request that names members by scope. */
const uidsIn = (scopes: unknown): readonly string[] =>
  Object.values(asObject(scopes))
    .flat()
    .filter((uid): uid is string => typeof uid === 'string');
