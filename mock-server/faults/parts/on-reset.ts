import type { HttpReply, HttpRequest } from '../../http-message.ts';
import type { BrokenServer, FaultyReply, NamelessFault } from '../fault.ts';
import { type AskedReset, isConfirmed, readReset, withFields } from './asked-reset.ts';
import { type ListRow, rowKey, rowsIn } from './list-rows.ts';

/** A reset that a healthy server is about to execute, and all that a fault may want to know or do about it. */
export interface Situation {
  readonly reset: AskedReset;
  readonly request: HttpRequest;
  readonly server: BrokenServer;
  /** The acting user's list as it stands before the reset. */
  readonly rows: readonly ListRow[];
  /** Where in it the conversation stands, from 0. */
  readonly at: number;
  readonly row: ListRow;
  /** How often this conversation was reset before by this user. */
  readonly earlier: number;
  /** Executes the reset, possibly with other fields; undefined leaves one out. */
  readonly execute: (change?: Fields) => Promise<HttpReply>;
  /** Executes one that nobody asked for. */
  readonly alsoReset: (one: ExtraReset) => Promise<HttpReply>;
  /** Anybody's list as it is now. */
  readonly listOf: (uid: string) => Promise<readonly ListRow[]>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface ExtraReset {
  readonly as: string;
  readonly kind: 'user' | 'group';
  readonly other: string;
  readonly preserveOrder?: boolean;
  readonly permanently?: boolean;
}

/** When a fault acts. */
export interface Condition {
  (it: Situation): boolean;
  /** Where it holds too seldom for a quick run. */
  readonly budget?: 'default';
}

/** What a fault does in place of executing the reset. */
export type Action = (it: Situation) => FaultyReply | Promise<FaultyReply>;

/**
 * Acts where all conditions hold: on resets that come with the right key, for an acting user who has the conversation in
 * the list.
 */
export const onReset = (action: Action, ...conditions: readonly Condition[]): NamelessFault => ({
  budget: conditions.find(({ budget }) => budget !== undefined)?.budget,
  apply: async (request, server) => {
    const reset = readReset(request, server);
    if (reset === undefined || reset.actor === '' || reset.key !== server.apiKey) return server.next(request);
    const ask = (method: string, path: string, as: string, fields?: Fields) => {
      const type = fields === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { apikey: server.apiKey, onbehalfof: as, ...type };
      return server.next({
        method,
        url: `/v3${path}`,
        headers,
        body: fields === undefined ? '' : JSON.stringify(fields),
      });
    };
    const listOf = async (uid: string) => rowsIn(await ask('GET', '/conversations?perPage=1000', uid));
    const rows = await listOf(reset.actor);
    const at = rows.findIndex(({ key }) => key === rowKey(reset.kind, reset.other));
    const row = rows[at];
    if (row === undefined) return server.next(request);

    const counted = `resets of ${row.key} by ${reset.actor}`;
    const earlier = Number(server.memory.get(counted) ?? 0);
    let refused = false;
    const execute: Situation['execute'] = async (change) => {
      const reply = await server.next(change === undefined ? request : withFields(request, change));
      refused = !isConfirmed(reply);
      return reply;
    };
    const alsoReset = (one: ExtraReset) => ask('DELETE', ...wordsFor(one, reset));
    const situation = { reset, request, server, rows, at, row, earlier, execute, alsoReset, listOf };
    const reply = await (conditions.every((holds) => holds(situation)) ? action(situation) : execute());
    if (!refused) server.memory.set(counted, earlier + 1);
    return reply;
  },
});

/** Said in the form in which the caller said the reset, as another one may not be accepted. */
function wordsFor(
  { as, kind, other, preserveOrder, permanently = false }: ExtraReset,
  asked: AskedReset,
): [path: string, as: string, fields: Fields] {
  const order = preserveOrder === undefined ? {} : { preserveOrder };
  if (kind === 'group') return [`/groups/${other}/conversation`, as, order];
  const form = asked.kind === 'user' ? asked.form : 'path-actor';
  const names = {
    'path-actor': { conversationWith: other },
    'path-peer': {},
    'path-peer-echo': { conversationWith: as },
  };
  const fields = { ...names[form], deleteMessagesPermanently: permanently, ...order };
  return [`/users/${form === 'path-actor' ? as : other}/conversation`, as, fields];
}
