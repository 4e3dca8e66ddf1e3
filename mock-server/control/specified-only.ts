import { errorObject, errorReply } from '../error-reply.ts';
import type { Configuration, Handler } from '../handle-request.ts';
import { axesOf, isAvoidable } from './axes.ts';

/** Refuses what rests on a choice where the specification is silent and could have been said otherwise. */
export function specifiedOnly(handle: Handler, configuration: Configuration): Handler {
  return (state, request, at) => {
    const axes = axesOf({ request, before: state, at }, configuration.behaviour, configuration).filter(isAvoidable);
    if (axes.length === 0) return handle(state, request, at);
    const message = `The specification does not say what the answer is; it rests on ${axes.join(', ')}.`;
    return { state, reply: errorReply(501, errorObject('ERR_UNSPECIFIED', message)) };
  };
}
