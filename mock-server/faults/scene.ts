import type { HttpReply, HttpRequest } from '../http-message.ts';
import { type AskedReset, dataIn, readReset, withFields } from './asked-reset.ts';
import type { FaultyReply, Misbehaviour, Trespass } from './fault.ts';
import { type ListRow, rowKey, rowsIn } from './list-rows.ts';

/** A reset that a healthy server is about to perform, and all that a fault may want to know or do about it. */
export interface Scene<Context extends Trespass = Trespass> {
  readonly reset: AskedReset;
  readonly request: HttpRequest;
  readonly context: Context;
  /** The acting user's list as it stands before the reset. */
  readonly rows: readonly ListRow[];
  /** Where in it the conversation stands, from 0. */
  readonly at: number;
  readonly row: ListRow;
  /** Performs the reset, possibly with other fields. */
  readonly perform: (change?: Readonly<Record<string, unknown>>) => Promise<HttpReply>;
  /** Sends any other request with the right key. */
  readonly ask: (call: ExtraCall) => Promise<HttpReply>;
  /** How often this conversation was reset before by this user. */
  readonly earlier: number;
  /** To be called by a deed that found nothing to do wrong. */
  readonly missed: () => void;
}

export interface ExtraCall {
  readonly method: string;
  /** Below the version segment. */
  readonly path: string;
  readonly as: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The corner in which a fault shows. */
export type Condition = (scene: Scene) => boolean;

/** What a fault does in place of performing the reset. */
export type Deed<Context extends Trespass = Trespass> = (scene: Scene<Context>) => Promise<FaultyReply>;

/**
 * Does wrong in a corner: with resets that come with the right key, for an acting user who has the conversation in the
 * list. Not counted as reached where the healthy server refuses the reset, or the deed finds nothing to do.
 */
export function onReset<Context extends Trespass = Trespass>(
  condition: Condition,
  deed: Deed<Context>,
): Misbehaviour<Context> {
  return async (request, next, context) => {
    const reset = readReset(request);
    if (reset === undefined || reset.actor === '' || request.headers['apikey'] !== context.apiKey) return next(request);
    const rows = rowsIn(await next(extraRequest({ method: 'GET', path: allRows, as: reset.actor }, context)));
    const at = rows.findIndex(({ key }) => key === rowKey(reset.kind, reset.other));
    const row = rows[at];
    if (row === undefined) return next(request);

    const counted = `resets of ${row.key} by ${reset.actor}`;
    const earlier = Number(context.memory.get(counted) ?? 0);
    let refused = false;
    let missed = false;
    const scene: Scene<Context> = {
      reset,
      request,
      context,
      rows,
      at,
      row,
      earlier,
      perform: async (change = {}) => {
        const reply = await next(Object.keys(change).length === 0 ? request : withFields(request, change));
        refused = !isConfirmed(reply);
        return reply;
      },
      ask: (call) => next(extraRequest(call, context)),
      missed: () => {
        missed = true;
      },
    };
    const isHere = condition(scene);
    const reply = isHere ? await deed(scene) : await scene.perform();
    if (!refused) context.memory.set(counted, earlier + 1);
    if (isHere && !refused && !missed) context.reached();
    return reply;
  };
}

export const isConfirmed = ({ status, body }: HttpReply): boolean => status === 200 && dataIn(body)['success'] === true;

const allRows = '/conversations?perPage=1000';

/** A request of the fault's own. */
function extraRequest({ method, path, as, fields }: ExtraCall, { apiKey }: Trespass): HttpRequest {
  const body = fields === undefined ? '' : JSON.stringify(fields);
  const type = body === '' ? {} : { 'content-type': 'application/json' };
  return { method, url: `/v3${path}`, headers: { apikey: apiKey, onbehalfof: as, ...type }, body };
}
