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
  readonly execute: (change?: Readonly<Record<string, unknown>>) => Promise<HttpReply>;
  /** Sends any other request with the right key. */
  readonly ask: (call: ExtraCall) => Promise<HttpReply>;
  /** Anybody's list as it is now. */
  readonly listOf: (uid: string) => Promise<readonly ListRow[]>;
}

export interface ExtraCall {
  readonly method: string;
  /** Below the version segment. */
  readonly path: string;
  readonly as: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** When a fault acts. */
export interface Condition {
  /** For the end of its sentence; may be empty. */
  readonly words: string;
  readonly holds: (it: Situation) => boolean;
  readonly budget?: 'default';
}

/** What a fault does in place of executing the reset. */
export interface Action {
  /** For the beginning of its sentence. */
  readonly words: string;
  readonly act: (it: Situation) => FaultyReply | Promise<FaultyReply>;
  readonly needs?: 'state';
}

/**
 * Acts where all conditions hold: on resets that come with the right key, for an acting user who has the conversation in
 * the list.
 */
export function onReset(action: Action, ...conditions: readonly Condition[]): NamelessFault {
  const words = [action, ...conditions].map((part) => part.words).filter((part) => part !== '');
  return {
    about: `${words.join(' ')}.`,
    ...(conditions.some(({ budget }) => budget === 'default') ? { budget: 'default' } : {}),
    needs: action.needs,
    apply: async (request, server) => {
      const reset = readReset(request);
      if (reset === undefined || reset.actor === '' || reset.key !== server.apiKey) {
        return server.next(request);
      }
      const ask = (call: ExtraCall) => server.next(extraRequest(call, server));
      const listOf = async (as: string) =>
        rowsIn(await ask({ method: 'GET', path: '/conversations?perPage=1000', as }));
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
      const situation = { reset, request, server, rows, at, row, earlier, execute, ask, listOf };
      const isMet = conditions.every(({ holds }) => holds(situation));
      const reply = await (isMet ? action.act(situation) : execute());
      if (!refused) server.memory.set(counted, earlier + 1);
      return reply;
    },
  };
}

/** A request of the fault's own. */
function extraRequest({ method, path, as, fields }: ExtraCall, { apiKey }: BrokenServer): HttpRequest {
  const body = fields === undefined ? '' : JSON.stringify(fields);
  const type = body === '' ? {} : { 'content-type': 'application/json' };
  return { method, url: `/v3${path}`, headers: { apikey: apiKey, onbehalfof: as, ...type }, body };
}
