import { type Behaviour, type ChatState, get, type Uid } from '../core/index.ts';
import type { Access } from './authenticate.ts';
import { type Call, encodeSuccess, success } from './call.ts';
import { decodeCommand } from './decode-command.ts';
import { uidAsGiven } from './decode-id.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { nearId } from './near-id.ts';
import { type Answer, answerTo, encodeError, errorReply, type Refusal, sentenceFor } from './refusal.ts';
import { findRoute } from './route.ts';

export interface Handled {
  readonly state: ChatState;
  readonly reply: HttpReply;
}

/**
 * Answers a request that comes at a time, in whole UNIX seconds, and whose key was looked at. The state given is never
 * changed; a refused request comes with that very state.
 */
export type Handler = (state: ChatState, request: HttpRequest, at: number, access: Access) => Handled;

/** The whole API as one pure function. Costs next to nothing to make. */
export function createHandler(behaviour: Behaviour): Handler {
  return function handleRequest(state, request, at, access) {
    const refused = (refusal: Refusal, ...known: Known): Handled => {
      const hint = refusal.hint ?? nearId(refusal, state);
      const answer = answerTo(refusal.kind, behaviour.statuses);
      return { state, reply: encodeRefusal({ ...refusal, hint }, answer, ...known) };
    };

    // The order of checks. 1: key, 2: scope.
    if (access !== undefined && answerTo(access.kind, behaviour.statuses).accepted !== 'passed') return refused(access);

    // 3: route.
    const route = findRoute(request);
    if (!route.ok) return refused(route.refusal);
    const { call } = route.value;

    // 4: body, and the query with it.
    const decoded = decodeCommand(route.value, behaviour);
    if (!decoded.ok) return refused(decoded.refusal, call);
    const command = decoded.value;

    // 5: acting user.
    const named = request.headers['onbehalfof'] ?? '';
    if (named === '' && call.needsActor) return refused({ kind: 'missingOnBehalfOf' }, call, command);
    // Without one where none is needed, which the types of the calls say.
    const actor = (named === '' ? undefined : uidAsGiven(named, behaviour)) as Uid;
    // Where one is needed core does so.
    const isUnknown = named !== '' && !call.needsActor && get(state.users, actor) === undefined;
    if (isUnknown) return refused({ kind: 'unknownActor', uid: actor }, call, command, actor);

    // 6: ids, 7: membership, 8: conversation. Core checks them, in this order, before anything changes.
    const { state: after, outcome } = call.execute(state, command, { actor, at, behaviour });
    if (!outcome.ok) return refused(outcome.refusal, call, command, actor);
    return { state: after, reply: encodeSuccess(call.encode({ value: outcome.value, command, actor, state: after })) };
  };
}

/** As far as it was known by the time of a refusal. */
type Known = readonly [call?: Call, command?: unknown, actor?: Uid];

/** What is refused with a status which says that it is accepted has no effect either, and is answered so. */
function encodeRefusal(refusal: Refusal, answer: Answer, ...[call, command, actor]: Known): HttpReply {
  const { status, accepted } = answer;
  if (accepted === 'declined' && call?.resetFields !== undefined) {
    return encodeSuccess({ data: { success: false, message: sentenceFor(refusal) } });
  }
  if (accepted === 'confirmed') {
    const confirmed = call === undefined ? success('Nothing was done.') : call.confirm?.(command, actor);
    if (confirmed !== undefined) return encodeSuccess(confirmed);
  }
  return errorReply(status, encodeError(refusal));
}
