import type { Behaviour } from '../../core/index.ts';
import { createOpenHandler, type OpenHandler } from '../handle-request.ts';
import { errorObject, errorReply } from '../refusal.ts';
import { type Axis, axesOf } from './axes.ts';

/**
 * What a caller can hardly help. What becomes of the messages always rests on one of two; and a key that is not the
 * right one is nobody's way of saying anything.
 */
const unavoidable: readonly Axis[] = [
  'messagesAfterReset',
  'permanentDeletion',
  'statuses.missingApiKey',
  'statuses.wrongApiKey',
  'statuses.insufficientScope',
];

/** Refuses what rests on a choice where the specification is silent and could have been said otherwise. */
export function createStrictHandler(behaviour: Behaviour): OpenHandler {
  const handle = createOpenHandler(behaviour);
  return (state, request, at, access) => {
    const axes = axesOf({ request, access, before: state, at }, behaviour).filter(
      (axis) => !unavoidable.includes(axis),
    );
    if (axes.length === 0) return handle(state, request, at, access);
    const message = `The specification does not say what the answer is; it rests on ${axes.join(', ')}.`;
    return { state, reply: errorReply(501, errorObject('ERR_UNSPECIFIED', message)) };
  };
}
