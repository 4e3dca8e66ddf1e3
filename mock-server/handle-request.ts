import { type Behaviour, type ChatState, slice, type Uid } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { type Access, accessOf, type Keys, refuseAccess } from './authenticate.ts';
import { type Body, type Call, success } from './call.ts';
import { decodeCommand } from './decode-command.ts';
import { uidAsGiven } from './decode-id.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import { type Answers, answersUnder, encodeError, errorReply, type Refusal, sentenceFor } from './refusal.ts';
import { confirmationText } from './reset-calls.ts';
import { findRoute } from './route.ts';

export interface Configuration extends Keys {
  readonly behaviour: Behaviour;
}

export interface Handled {
  readonly state: ChatState;
  readonly reply: HttpReply;
}

/**
 * Answers a request that comes at a time, in whole UNIX seconds. The state given is never changed; a refused request
 * comes with that very state.
 */
export type Handler = (state: ChatState, request: HttpRequest, at: number) => Handled;

/** The same for a request whose key was looked at already. */
export type OpenHandler = (state: ChatState, request: HttpRequest, at: number, access: Access) => Handled;

/** The whole API as one pure function. Costs next to nothing to make. */
export function createHandler(configuration: Configuration): Handler {
  const handle = createOpenHandler(configuration.behaviour);
  return (state, request, at) => handle(state, request, at, accessOf(request, configuration));
}

export function createOpenHandler(behaviour: Behaviour): OpenHandler {
  const answers = answersUnder(behaviour.statuses);

  return function handleRequest(state, request, at, access) {
    const refused = (refusal: Refusal, asked?: Asked): Handled => ({
      state,
      reply: encodeRefusal({ hint: nearId(refusal, state), ...refusal }, answers, asked),
    });

    // The order of checks. 1: key, 2: scope.
    const closed = refuseAccess(access);
    if (closed !== undefined && answers[closed.kind].accepted !== 'passed') return refused(closed);

    // 3: route.
    const route = findRoute(request);
    if (!route.ok) return refused(route.refusal);
    const { call } = route.value;

    // 4: body, and the query with it.
    const command = decodeCommand(route.value, behaviour);
    if (!command.ok) return refused(command.refusal, { call });

    // 5: acting user.
    const named = request.headers['onbehalfof'] ?? '';
    const actor = named === '' ? undefined : uidAsGiven(named, behaviour);
    const asked: Asked = { call, command: command.value, actor };
    if (actor === undefined && call.needsActor === true) return refused({ kind: 'missingOnBehalfOf' }, asked);

    // 6: ids, 7: membership, 8: conversation. Core checks them, in this order, before anything changes.
    const by = { actor: actor as Uid, at, behaviour };
    const { state: after, outcome } = call.perform(state, command.value, by);
    if (!outcome.ok) return refused(outcome.refusal, asked);
    const body = call.encode({ value: outcome.value, command: command.value, actor: by.actor, state: after });
    return { state: after, reply: encodeSuccess(body) };
  };
}

const encodeSuccess = (body: Body): HttpReply => ({ status: 200, body: JSON.stringify(body) });

/** What was asked for by the time of a refusal. */
interface Asked {
  readonly call: Call;
  readonly command?: unknown;
  readonly actor?: Uid | undefined;
}

/** A reset that is refused with a status which says that it is accepted has no effect either, and is answered so. */
function encodeRefusal(refusal: Refusal, answers: Answers, asked?: Asked): HttpReply {
  const { status, accepted } = answers[refusal.kind];
  if (accepted === undefined || asked?.call.resetFields === undefined) {
    return errorReply(status, encodeError(refusal));
  }
  if (accepted === 'declined') {
    return encodeSuccess({ data: { success: false, message: sentenceFor(refusal) } });
  }
  const named = asked.call.conversationNamed?.(asked.command, asked.actor) ?? '';
  return encodeSuccess(success(confirmationText(named, asked.actor)));
}

/** How many ids are compared with one that does not exist. */
const mostIds = 50;

/** The id that was probably meant where nobody has the one that was written; a sentence, or nothing. */
function nearId(refusal: Refusal, { users, groups }: ChatState): string | undefined {
  let near: string | undefined;
  if (refusal.kind === 'unknownActor' || refusal.kind === 'unknownUser') {
    const uids = slice(users, 0, mostIds).map(({ uid }) => uid);
    near = nearestName(refusal.uid.slice(0, 100), uids);
  } else if (refusal.kind === 'unknownGroup') {
    const guids = slice(groups, 0, mostIds).map(({ guid }) => guid);
    near = nearestName(refusal.guid.slice(0, 100), guids);
  }
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
