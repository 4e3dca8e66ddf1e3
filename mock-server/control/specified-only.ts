import type { Behaviour } from '../../core/index.ts';
import type { Axis } from '../axis.ts';
import { createHandler, type Handler } from '../handle-request.ts';
import { errorIn, errorObject, errorReply } from '../refusal.ts';
import { axesOf } from './axes.ts';

/**
 * What a caller can hardly help. What becomes of the messages always rests on one of two; an app that wants a
 * conversation gone, or does not know whether it is there, cannot say that otherwise; and a key that is not the right
 * one is nobody's way of saying anything.
 */
const unavoidable: readonly Axis[] = [
  'messagesAfterReset',
  'permanentDeletion',
  'withoutPreserveOrder',
  'nonMember',
  'missingConversation',
  'statuses.nonMember',
  'statuses.missingConversation',
  'statuses.missingApiKey',
  'statuses.wrongApiKey',
  'statuses.insufficientScope',
];

const instead: { readonly [Name in Axis]?: string } = {
  addressing: 'name the acting user in the path and the other one in conversationWith',
  deleteMessagesPermanentlyOmitted: 'send deleteMessagesPermanently, true or false',
  wrongType: 'send strings as strings and flags as true or false',
  'statuses.wrongType': 'send strings as strings and flags as true or false',
  unknownField: 'send only the fields that the specification names',
  emptyBody: 'send a body, which may be {}',
  missingContentType: 'send Content-Type: application/json',
  identifierCase: 'write ids in small letters',
  groupAppears: 'reset the group only once somebody wrote in it',
  'statuses.missingOnBehalfOf': 'send the header onBehalfOf',
};

/** Refuses what rests on a choice where the specification is silent and could have been said otherwise. */
export const strictHandlers =
  (allowed: readonly Axis[]) =>
  (behaviour: Behaviour): Handler => {
    const handle = createHandler(behaviour);
    return (state, request, at, access) => {
      const all = axesOf({ request, access, before: state, at }, behaviour);
      const axes = all.filter((axis) => !unavoidable.includes(axis) && !allowed.includes(axis));
      if (axes.length === 0) return handle(state, request, at, access);
      const remedies = [...new Set(axes.flatMap((axis) => instead[axis] ?? []))];
      const { reply } = handle(state, request, at, access);
      const refusal = errorIn(reply.body)?.devMessage;
      const sentences = [
        `The specification does not say what the answer is; it rests on ${axes.join(', ')}.`,
        ...(refusal === undefined ? [] : [`Otherwise it would be ${reply.status}: ${refusal}`]),
        ...(remedies.length === 0 ? [] : [`To say it otherwise, ${remedies.join(', and ')}.`]),
      ];
      return { state, reply: errorReply(501, errorObject('ERR_UNSPECIFIED', sentences.join(' '))) };
    };
  };
