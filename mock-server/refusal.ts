import {
  type Refusal as CommandRefusal,
  conversationId,
  referenceBehaviour,
  type StatusCase,
  type Statuses,
} from '../core/index.ts';
import { isJsonObject, parseJsonObject } from './decode-json.ts';
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
 * What status 200, which means accepted, makes of a case: the check counts as passed, or a reset is confirmed without
 * any effect, or a reset answers with `success: false`.
 */
type Accepted = 'passed' | 'confirmed' | 'declined';

type Row<Of extends Kind> = {
  readonly code: ErrorCode;
  /** No sentence repeats a key. */
  readonly sentence: (refusal: Refusal & { readonly kind: Of }) => string;
} & (Of extends StatusCase ? { readonly accepted?: Accepted } : { readonly status: number });

const badRequest = 'ERR_BAD_REQUEST';
const notAccessible = 'ERR_CONVERSATION_NOT_ACCESSIBLE';
const noUser = ({ uid }: { readonly uid: string }) => `There is no user with the UID ${uid}.`;
const noMember = ({ uid, guid }: { readonly uid: string; readonly guid: string }) =>
  `The user ${uid} is not a member of the group ${guid}.`;
const namesOf = ({ details }: { readonly details: Details }) => Object.keys(details).join(', ');

/** Every refusal. One without a status has that of its case in the behaviour. */
const table: { readonly [Of in Kind]: Row<Of> } = {
  missingApiKey: {
    code: 'AUTH_ERR_EMPTY_APIKEY',
    sentence: () => 'The header apikey is missing or empty.',
    accepted: 'passed',
  },
  wrongApiKey: {
    code: 'AUTH_ERR_APIKEY_NOT_FOUND',
    sentence: () => 'The API key in the header apikey is unknown.',
    accepted: 'passed',
  },
  insufficientScope: {
    code: 'AUTH_ERR_NO_ACCESS',
    sentence: () => 'The API key in the header apikey does not have the scope fullAccess.',
    accepted: 'passed',
  },
  unknownRoute: {
    code: 'ERR_API_NOT_FOUND',
    sentence: ({ method, path }) => `There is no call ${method} ${path}.`,
  },
  emptyBody: {
    code: badRequest,
    sentence: () => 'The request has no body; send a JSON object, which may be {}.',
    accepted: 'declined',
  },
  missingContentType: {
    code: badRequest,
    sentence: () => 'The body comes without the header Content-Type: application/json.',
    accepted: 'declined',
  },
  malformedBody: { code: badRequest, sentence: () => 'The body is not a JSON object.', accepted: 'passed' },
  unknownField: {
    code: badRequest,
    sentence: (refusal) => `The body has fields that this call does not know: ${namesOf(refusal)}.`,
    accepted: 'declined',
  },
  wrongType: {
    code: badRequest,
    sentence: (refusal) => `The body has fields of the wrong type: ${namesOf(refusal)}.`,
    accepted: 'declined',
  },
  invalidField: {
    status: 400,
    code: badRequest,
    sentence: ({ details }) =>
      `The request is not valid: ${Object.entries(details)
        .map(([name, problems]) => `${name} ${problems.join(' and ')}`)
        .join('; ')}.`,
  },
  missingOnBehalfOf: {
    code: badRequest,
    sentence: () => 'The header onBehalfOf is missing or empty; it names the acting user.',
    accepted: 'confirmed',
  },
  unknownActor: { code: 'ERR_UID_NOT_FOUND', sentence: noUser, accepted: 'confirmed' },
  unknownUser: { code: 'ERR_UID_NOT_FOUND', sentence: noUser, accepted: 'confirmed' },
  unknownGroup: {
    code: 'ERR_GUID_NOT_FOUND',
    sentence: ({ guid }) => `There is no group with the GUID ${guid}.`,
    accepted: 'confirmed',
  },
  refusedAddressing: {
    code: badRequest,
    sentence: () => 'The path, onBehalfOf and conversationWith do not name the acting user and exactly one other user.',
    accepted: 'confirmed',
  },
  withOneself: {
    status: 400,
    code: badRequest,
    sentence: ({ uid }) => `The user ${uid} has no conversation with themselves.`,
  },
  nonMember: { code: notAccessible, sentence: noMember, accepted: 'declined' },
  notAMember: { status: 403, code: 'ERR_NOT_A_MEMBER', sentence: noMember },
  missingConversation: {
    code: notAccessible,
    sentence: ({ uid, conversation }) =>
      `The user ${uid} does not have the conversation ${conversationId(uid, conversation)}.`,
    accepted: 'declined',
  },
  userExists: { status: 400, code: 'ERR_UID_ALREADY_EXISTS', sentence: ({ uid }) => `The UID ${uid} is taken.` },
  groupExists: { status: 400, code: 'ERR_GUID_ALREADY_EXISTS', sentence: ({ guid }) => `The GUID ${guid} is taken.` },
  alreadyMember: {
    status: 400,
    code: 'ERR_ALREADY_JOINED',
    sentence: ({ uid, guid }) => `The user ${uid} is already a member of the group ${guid}.`,
  },
};

/** How a refusal is answered, and what it counts as where its status says that it is accepted. */
export type Answers = Readonly<Record<Kind, { readonly status: number; readonly accepted?: Accepted | undefined }>>;

/** The answers to all refusals under the statuses of a behaviour. That 200 means accepted is decided here alone. */
export function answersUnder(statuses: Statuses): Answers {
  const known = resolved.get(statuses);
  if (known !== undefined) return known;
  const kinds = Object.entries(table) as readonly [Kind, Row<Kind>][];
  const answers = Object.fromEntries(
    kinds.map(([kind, row]) => {
      if ('status' in row) return [kind, { status: row.status }];
      const status = statuses[kind as StatusCase];
      if (status !== 200) return [kind, { status }];
      return [kind, { status: referenceBehaviour.statuses[kind as StatusCase], accepted: row.accepted }];
    }),
  ) as unknown as Answers;
  resolved.set(statuses, answers);
  return answers;
}

const resolved = new WeakMap<Statuses, Answers>();

export const encodeError = (refusal: Refusal): ErrorObject =>
  errorObject(
    table[refusal.kind].code,
    sentenceFor(refusal),
    'details' in refusal ? refusal.details : undefined,
    refusal.hint,
  );

export const sentenceFor = (refusal: Refusal): string =>
  (table[refusal.kind] as { readonly sentence: (of: Refusal) => string }).sentence(refusal);

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
  const error = parseJsonObject(body)?.['error'];
  const { code, message, devMessage } = isJsonObject(error) ? error : {};
  const isError = typeof code === 'string' && typeof message === 'string' && typeof devMessage === 'string';
  return isError ? { code, message, devMessage } : undefined;
}

/** The one envelope of every answer that is not a success. */
export const errorReply = (status: number, error: ErrorObject): HttpReply => ({
  status,
  body: JSON.stringify({ error }),
});
