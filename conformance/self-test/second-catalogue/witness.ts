import type { Addressing } from '../../../core/index.ts';
import type { Variation } from '../varied-server.ts';

/** A server that does something otherwise, with calls that it answers otherwise than one that does not. */
export type Witnessed = Variation & { readonly what: string; readonly witness: Script };

/** One way in which an otherwise healthy server breaks the specification. */
export type Deviation = Witnessed & {
  /** The row of `fixtures/clauses.yaml` that it breaks, or that the broken frame condition follows from. */
  readonly clause: string;
};

/** Calls in their order. */
export type Script = readonly (Call | Script)[];
export type Call = Asked | { readonly together: readonly Call[] } | { readonly wait: number };

export interface Asked extends Wire {
  /** Method and path. */
  readonly ask: string;
  readonly as?: string;
  readonly body?: object;
}

/** What differs on the wire. A header of `undefined` is left out. */
interface Wire {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly key?: (right: string) => string | undefined;
  /** The body to the letter; empty for none. */
  readonly text?: string;
  readonly chunked?: boolean;
}

// A name with `#` in front is that of a group.
const isGroup = (name: string) => name.startsWith('#');
const idIn = (name: string) => name.replace('#', '');
const pathTo = (name: string) => `/${isGroup(name) ? 'groups' : 'users'}/${encodeURIComponent(idIn(name))}`;

export const users = (...uids: readonly string[]): Script =>
  uids.map((uid) => ({ ask: 'POST /users', body: { uid, name: `Name of ${uid}` } }));

/** The first member is the owner. */
export const group = (guid: string, ...[as = '', ...participants]: readonly string[]): Call => ({
  ask: 'POST /groups',
  as,
  body: { guid: idIn(guid), name: `Name of ${guid}`, members: { participants } },
});

export const join = (guid: string, ...participants: readonly string[]): Call => ({
  ask: `POST /groups/${idIn(guid)}/members`,
  body: { participants },
});

export const say = (as: string, to: string, text = `${as} to ${to}`): Call => ({
  ask: 'POST /messages',
  as,
  body: { receiver: idIn(to), receiverType: isGroup(to) ? 'group' : 'user', data: { text } },
});

/** In the form that the specification shows, unless another one is given. */
export function reset(as: string, other: string, body: object = {}, { form = 'path-actor', ...wire }: Form = {}): Call {
  if (isGroup(other)) return { ask: `DELETE ${pathTo(other)}/conversation`, as, body, ...wire };
  const [path, conversationWith] = form === 'path-actor' ? [as, other] : [other, as];
  const named = form === 'path-peer' ? body : { conversationWith, ...body };
  return { ask: `DELETE ${pathTo(path)}/conversation`, as, body: named, ...wire };
}

interface Form extends Wire {
  readonly form?: Addressing;
}

export const list = (as: string): Call => ({ ask: 'GET /conversations?perPage=1000', as });

export const read = (as: string, other: string): Call => ({ ask: `GET ${pathTo(other)}/messages?limit=1000`, as });

export const together = (...calls: readonly Call[]): Call => ({ together: calls });

export const wait = (milliseconds: number): Call => ({ wait: milliseconds });

/** As many calls as `count`, each made of its number from 1. */
export const times = (count: number, made: (number: number) => Call | Script): Script =>
  Array.from({ length: count }, (_, index) => made(index + 1));

/** Users u1, u2 and so on, to each of whom Ann wrote. */
export const crowd = (count: number): Script => times(count, (n) => [users(`u${n}`), say('ann', `u${n}`)]);

/** Ann, Bob, Cat and Dan; the crew are the first three, and Ann wrote to all. Her list: the crew, Cat, Bob. */
export const town: Script = [
  users('ann', 'bob', 'cat', 'dan'),
  group('#crew', 'ann', 'bob', 'cat'),
  [say('ann', 'bob'), say('ann', 'cat'), say('ann', '#crew')],
];

export const toOther = { deleteMessagesPermanently: false } as const;
export const permanently = { deleteMessagesPermanently: true } as const;
export const inPlace = { preserveOrder: true } as const;
export const bothFlags = { ...permanently, ...inPlace } as const;
