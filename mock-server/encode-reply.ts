import { type Behaviour, referenceBehaviour, type StatusCase } from '../core/index.ts';
import type { Body } from './call.ts';
import { type ErrorObject, errorObject, errorReply } from './error-reply.ts';
import type { HttpReply } from './http-message.ts';
import type { Refusal } from './refusal.ts';

type Kind = Refusal['kind'];

/** The cases that no behaviour file names. */
const fixedStatuses: Readonly<Record<Exclude<Kind, StatusCase>, number>> = {
  invalidField: 400,
  withOneself: 400,
  userExists: 400,
  groupExists: 400,
  alreadyMember: 400,
  notAMember: 403,
};

const codes: Readonly<Record<Kind, string>> = {
  missingApiKey: 'AUTH_ERR_EMPTY_APIKEY',
  wrongApiKey: 'AUTH_ERR_APIKEY_NOT_FOUND',
  insufficientScope: 'AUTH_ERR_NO_ACCESS',
  unknownRoute: 'ERR_API_NOT_FOUND',
  emptyBody: 'ERR_BAD_REQUEST',
  missingContentType: 'ERR_BAD_REQUEST',
  malformedBody: 'ERR_BAD_REQUEST',
  unknownField: 'ERR_BAD_REQUEST',
  wrongType: 'ERR_BAD_REQUEST',
  invalidField: 'ERR_BAD_REQUEST',
  missingOnBehalfOf: 'ERR_BAD_REQUEST',
  refusedAddressing: 'ERR_BAD_REQUEST',
  withOneself: 'ERR_BAD_REQUEST',
  unknownActor: 'ERR_UID_NOT_FOUND',
  unknownUser: 'ERR_UID_NOT_FOUND',
  unknownGroup: 'ERR_GUID_NOT_FOUND',
  nonMember: 'ERR_CONVERSATION_NOT_ACCESSIBLE',
  missingConversation: 'ERR_CONVERSATION_NOT_ACCESSIBLE',
  userExists: 'ERR_UID_ALREADY_EXISTS',
  groupExists: 'ERR_GUID_ALREADY_EXISTS',
  alreadyMember: 'ERR_ALREADY_JOINED',
  notAMember: 'ERR_NOT_A_MEMBER',
};

export const encodeSuccess = (body: Body): HttpReply => ({ status: 200, body: JSON.stringify(body) });

/**
 * A refusal as the behaviour wants it answered. Status 200 means accepted: a call that knows how to accept what it
 * refused answers with `accepted`, any other one with the status of the reference behaviour.
 */
export function encodeRefusal(
  refusal: Refusal,
  behaviour: Behaviour,
  accepted?: (refusal: Refusal) => Body,
): HttpReply {
  const status = statusOf(refusal.kind, behaviour);
  if (status !== 200) return errorReply(status, encodeError(refusal));
  if (accepted !== undefined) return encodeSuccess(accepted(refusal));
  return errorReply(statusOf(refusal.kind, referenceBehaviour), encodeError(refusal));
}

/** Whether the behaviour's status for a refusal says that it is accepted all the same. */
export const isAccepted = (kind: Kind, behaviour: Behaviour): boolean => statusOf(kind, behaviour) === 200;

function statusOf(kind: Kind, { statuses }: Behaviour): number {
  return hasFixedStatus(kind) ? fixedStatuses[kind] : statuses[kind];
}

const hasFixedStatus = (kind: Kind): kind is keyof typeof fixedStatuses => kind in fixedStatuses;

export const encodeError = (refusal: Refusal): ErrorObject =>
  errorObject(
    codes[refusal.kind],
    sentenceFor(refusal),
    'details' in refusal ? refusal.details : undefined,
    'hint' in refusal ? refusal.hint : undefined,
  );

/** No sentence repeats a key. */
export function sentenceFor(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'missingApiKey':
      return 'The header apikey is missing or empty.';
    case 'wrongApiKey':
      return 'The API key in the header apikey is unknown.';
    case 'insufficientScope':
      return 'The API key in the header apikey does not have the scope fullAccess.';
    case 'unknownRoute':
      return `There is no call ${refusal.method} ${refusal.path}.`;
    case 'emptyBody':
      return 'The request has no body; send a JSON object, which may be {}.';
    case 'missingContentType':
      return 'The body comes without the header Content-Type: application/json.';
    case 'malformedBody':
      return 'The body is not a JSON object.';
    case 'unknownField':
      return `The body has fields that this call does not know: ${Object.keys(refusal.details).join(', ')}.`;
    case 'wrongType':
      return `The body has fields of the wrong type: ${Object.keys(refusal.details).join(', ')}.`;
    case 'invalidField':
      return `The request is not valid: ${Object.entries(refusal.details)
        .map(([name, problems]) => `${name} ${problems.join(' and ')}`)
        .join('; ')}.`;
    case 'missingOnBehalfOf':
      return 'The header onBehalfOf is missing or empty; it names the acting user.';
    case 'unknownActor':
    case 'unknownUser':
      return `There is no user with the UID ${refusal.uid}.`;
    case 'unknownGroup':
      return `There is no group with the GUID ${refusal.guid}.`;
    case 'refusedAddressing':
      return 'The path, onBehalfOf and conversationWith do not name the acting user and exactly one other user.';
    case 'withOneself':
      return `The user ${refusal.uid} has no conversation with themselves.`;
    case 'nonMember':
    case 'notAMember':
      return `The user ${refusal.uid} is not a member of the group ${refusal.guid}.`;
    case 'missingConversation':
      return 'The acting user does not have this conversation.';
    case 'userExists':
      return `The UID ${refusal.uid} is taken.`;
    case 'groupExists':
      return `The GUID ${refusal.guid} is taken.`;
    case 'alreadyMember':
      return `The user ${refusal.uid} is already a member of the group ${refusal.guid}.`;
  }
}
