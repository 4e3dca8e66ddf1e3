import { errorObject, errorReply } from '../error-reply.ts';
import type { Configuration, Handler } from '../handle-request.ts';
import { axesOf, isAvoidable } from './axes.ts';

/** Refuses what rests on a choice where the specification is silent and could have been said otherwise. */
export function specifiedOnly(handle: Handler, configuration: Configuration): Handler {
  const { behaviour, now } = configuration;
  return (state, request) => {
    const axes = axesOf({ request, before: state, at: now() }, behaviour, configuration).filter(isAvoidable);
    if (axes.length === 0) return handle(state, request);
    const message = `The specification does not say what the answer is; it rests on ${axes.join(', ')}.`;
    return { state, reply: errorReply(501, errorObject('ERR_UNSPECIFIED', message)) };
  };
}
