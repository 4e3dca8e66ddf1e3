import type { Behaviour, ChatState } from '../core/index.ts';
import { type Keys, performFor, refuseKey, refuseScope } from './authenticate.ts';
import type { Command } from './call.ts';
import { encodeRefusal, encodeSuccess } from './encode-reply.ts';
import type { HttpReply, HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';
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

/** The whole API as one pure function. Costs nothing to make, so that there can be one for each world. */
export function createHandler(configuration: Configuration): Handler {
  const { behaviour } = configuration;

  return function handleRequest(state, request, at) {
    const refused = (refusal: Refusal, command?: Command): Handled => ({
      state,
      reply: encodeRefusal(refusal, behaviour, command?.accepted),
    });

    // The order of checks. 1: key.
    const keyRefusal = refuseKey(request.headers, configuration, behaviour);
    if (keyRefusal !== undefined) return refused(keyRefusal);

    // 2: scope.
    const scopeRefusal = refuseScope(request.headers, configuration, behaviour);
    if (scopeRefusal !== undefined) return refused(scopeRefusal);

    // 3: route.
    const route = findRoute(request);
    if (!route.ok) return refused(route.refusal);

    // 4: body, and the query with it.
    const command = route.value.call(route.value.asked, behaviour);
    if (!command.ok) return refused(command.refusal);

    // 5: acting user.
    const perform = performFor(command.value, state, request.headers, behaviour);
    if (!perform.ok) return refused(perform.refusal, command.value);

    // 6: ids, 7: membership, 8: conversation. Core checks them, in this order, before anything changes.
    const step = perform.value(at);
    if (!step.outcome.ok) return refused(step.outcome.refusal, command.value);
    return { state: step.state, reply: encodeSuccess(step.outcome.value) };
  };
}
