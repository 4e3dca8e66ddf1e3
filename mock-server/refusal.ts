import {
  type Refusal as CommandRefusal,
  conversationId,
  referenceBehaviour,
  type StatusCase,
  type Statuses,
} from '../core/index.ts';
import { jsonIn, member } from '../fixtures/plain-data.ts';
import type { HttpReply } from './http-message.ts';
import type { ErrorCode, ErrorObject } from './wire-types.ts';

/** What is wrong with each field or query parameter, by its name. */
export type Details = NonNullable<ErrorObject['details']>;

/**
 * Why a request was refused: what core refuses and, before it, what is wrong with the request itself. The kinds that
 * have a case in `Behaviour.statuses` carry its name.
 */
export type Refusal = (CommandRefusal | RequestRefusal) & {
  /** A sentence that says what was nearly right. */
  readonly hint?: string | undefined;
};

type RequestRefusal =
  | { readonly kind: 'missingApiKey' | 'wrongApiKey' | 'insufficientScope' | 'missingOnBehalfOf' }
  | { readonly kind: 'emptyBody' | 'missingContentType' | 'malformedBody' }
  | { readonly kind: 'unknownRoute'; readonly method: string; readonly path: string }
  | { readonly kind: 'unknownField' | 'wrongType' | 'invalidField'; readonly details: Details };

type Kind = Refusal['kind'];

/**
 * How a refusal is answered: with a status of its own, or with that of its case in the behaviour. Status 200 means there
 * that the case is accepted: the check counts as passed, or a reset or an unknown call is confirmed without any effect,
 * or a reset answers with `success: false`; for other calls it stands for the status of the reference.
 */
type Answered<Of extends Kind> = Of extends StatusCase ? 'passed' | 'confirmed' | 'declined' : number;

/** No sentence repeats a key. */
type Sentence<Of extends Kind> = (refusal: Refusal & { readonly kind: Of }) => string;

const bad = 'ERR_BAD_REQUEST';
const notAccessible = 'ERR_CONVERSATION_NOT_ACCESSIBLE';
const noUser = ({ uid }: { readonly uid: string }) => `There is no user with the UID ${uid}.`;
const noMember = ({ uid, guid }: { readonly uid: string; readonly guid: string }) =>
  `The user ${uid} is not a member of the group ${guid}.`;
const namesOf = ({ details }: { readonly details: Details }) => Object.keys(details).join(', ');
const problemsOf = ({ details }: { readonly details: Details }) =>
  Object.entries(details).map(([name, problems]) => `${name} ${problems.join(' and ')}`);
const addressees = 'the acting user and exactly one other user';

/** Every refusal. */
const table: { readonly [Of in Kind]: readonly [Answered<Of>, ErrorCode, Sentence<Of>] } = {
  missingApiKey: ['passed', 'AUTH_ERR_EMPTY_APIKEY', () => 'The header apikey is missing or empty.'],
  wrongApiKey: ['passed', 'AUTH_ERR_APIKEY_NOT_FOUND', () => 'The API key in the header apikey is unknown.'],
  insufficientScope: [
    'passed',
    'AUTH_ERR_NO_ACCESS',
    () => 'The API key in the header apikey does not have the scope fullAccess.',
  ],
  unknownRoute: ['confirmed', 'ERR_API_NOT_FOUND', ({ method, path }) => `There is no call ${method} ${path}.`],
  emptyBody: ['declined', bad, () => 'The request has no body; send a JSON object, which may be {}.'],
  missingContentType: ['declined', bad, () => 'The body comes without the header Content-Type: application/json.'],
  malformedBody: ['passed', bad, () => 'The body is not a JSON object.'],
  unknownField: ['declined', bad, (of) => `The body has fields that this call does not know: ${namesOf(of)}.`],
  wrongType: ['declined', bad, (of) => `The body has fields of the wrong type: ${namesOf(of)}.`],
  invalidField: [400, bad, (of) => `The request is not valid: ${problemsOf(of).join('; ')}.`],
  missingOnBehalfOf: ['confirmed', bad, () => 'The header onBehalfOf is missing or empty; it names the acting user.'],
  unknownActor: ['confirmed', 'ERR_UID_NOT_FOUND', noUser],
  unknownUser: ['confirmed', 'ERR_UID_NOT_FOUND', noUser],
  unknownGroup: ['confirmed', 'ERR_GUID_NOT_FOUND', ({ guid }) => `There is no group with the GUID ${guid}.`],
  refusedAddressing: ['confirmed', bad, () => `The path, onBehalfOf and conversationWith do not name ${addressees}.`],
  withOneself: [400, bad, ({ uid }) => `The user ${uid} has no conversation with themselves.`],
  nonMember: ['declined', notAccessible, noMember],
  notAMember: [403, 'ERR_NOT_A_MEMBER', noMember],
  missingConversation: [
    'declined',
    notAccessible,
    ({ uid, conversation: of }) => `The user ${uid} does not have the conversation ${conversationId(uid, of)}.`,
  ],
  userExists: [400, 'ERR_UID_ALREADY_EXISTS', ({ uid }) => `The UID ${uid} is taken.`],
  groupExists: [400, 'ERR_GUID_ALREADY_EXISTS', ({ guid }) => `The GUID ${guid} is taken.`],
  alreadyMember: [
    400,
    'ERR_ALREADY_JOINED',
    ({ uid, guid }) => `The user ${uid} is already a member of the group ${guid}.`,
  ],
};

/** The status of a refusal, and what it counts as where the behaviour accepts it. */
export interface Answer {
  readonly status: number;
  readonly accepted?: 'passed' | 'confirmed' | 'declined' | undefined;
}

/** The answer to a refusal under the statuses of a behaviour. That 200 means accepted is decided here alone. */
export function answerTo(kind: Kind, statuses: Statuses): Answer {
  const [answered] = table[kind];
  if (typeof answered === 'number') return { status: answered };
  const name = kind as StatusCase;
  if (statuses[name] !== 200) return { status: statuses[name] };
  return { status: referenceBehaviour.statuses[name], accepted: answered };
}

export function encodeError(refusal: Refusal): ErrorObject {
  const details = 'details' in refusal ? refusal.details : undefined;
  return errorObject(table[refusal.kind][1], sentenceFor(refusal), details, refusal.hint);
}

export const sentenceFor = (refusal: Refusal): string => (table[refusal.kind][2] as (of: Refusal) => string)(refusal);

/** `hint` is for whoever wrote the request: what was nearly right about it. */
export const errorObject = (code: ErrorCode, message: string, details?: Details, hint?: string): ErrorObject => ({
  message,
  devMessage: hint === undefined ? message : `${message} ${hint}`,
  source: 'chat-api',
  code,
  ...(details === undefined ? {} : { details }),
});

/** What stands in the envelope, as far as it is text; undefined where an answer is none that `errorReply` has made. */
export function errorIn(body: string): { readonly [Name in 'code' | 'message' | 'devMessage']: string } | undefined {
  const { code, message, devMessage } = member(jsonIn(body), 'error');
  const isError = typeof code === 'string' && typeof message === 'string' && typeof devMessage === 'string';
  return isError ? { code, message, devMessage } : undefined;
}

/** The one envelope of every answer that is not a success. */
export const errorReply = (status: number, error: ErrorObject): HttpReply => ({
  status,
  body: JSON.stringify({ error }),
});
