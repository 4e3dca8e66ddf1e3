/**
 * Everything that the suite may hold against a target. Before adding one, ask: would an implementation that follows
 * the spec in full fail it? If it could, it is a behaviour axis, not a requirement.
 */
export interface Requirement {
  /** One word for pass and fail, stable across versions. */
  readonly id: RequirementId;
  /** `required`: a sentence of the spec says it. `derived`: it follows from one, or from HTTP. */
  readonly level: 'required' | 'derived';
  /** The section of the spec, and what it says there in our words. */
  readonly clause: string;
  /** What a target does that fulfils it. */
  readonly title: string;
}

export type RequirementId = keyof typeof rows;

const required = 'required';
const derived = 'derived';

const rows = {
  'user-reset-works': [
    required,
    'Reset user conversation',
    'the call exists and resets what it is documented to reset',
  ],
  'group-reset-works': [
    required,
    'Reset group conversation',
    'the call exists and resets what it is documented to reset',
  ],
  'status-200': [
    required,
    'Errors: a successful reset is answered 200',
    'a reset that was done is answered with status 200',
  ],
  'media-type': [required, 'Response body: application/json', 'the answer to a reset is application/json'],
  'success-true': [required, 'Response body: data.success', 'data.success is the boolean true'],
  'message-names-conversation': [required, 'Response body: data.message', 'data.message names the conversation'],
  'message-names-acting-user': [required, 'Response body: data.message', 'data.message names the acting user'],
  'message-names-no-other': [derived, 'Response body: data.message', 'data.message names no other conversation'],
  'optional-fields': [required, 'Request body fields: none is marked required', 'each optional field may be left out'],
  'body-form': [derived, 'Request body: JSON', 'key order, white space and escapes of the body mean nothing'],
  framing: [derived, 'Request body: JSON over HTTP', 'a chunked body is obeyed, or refused with nothing changed'],
  'percent-encoding': [
    derived,
    'Reset user conversation: path parameter',
    'characters that need no percent-encoding may have it',
  ],
  'header-case': [derived, 'Authentication: HTTP headers', 'header names mean the same in any case'],
  'user-order-kept': [
    required,
    'Request body: preserveOrder',
    'with preserveOrder a user conversation keeps its position',
  ],
  'group-order-kept': [
    required,
    'Reset group conversation, rule 1',
    'with preserveOrder a group conversation keeps its position',
  ],
  'order-kept-with-permanent-deletion': [
    required,
    'Request body: preserveOrder',
    'preserveOrder holds together with deleteMessagesPermanently',
  ],
  'omitted-equals-false': [
    required,
    'Request body: preserveOrder; Reset group conversation, rule 2',
    'preserveOrder left out means false',
  ],
  'rest-keeps-order': [
    derived,
    'What the service does',
    'the other conversations of the list keep their relative order',
  ],
  'nothing-doubled-or-lost': [
    derived,
    'What the service does',
    'no other conversation appears, vanishes, is doubled or loses messages',
  ],
  'permanent-deletes-all': [
    required,
    'Request body: deleteMessagesPermanently',
    'a permanent deletion removes every message of the conversation for good',
  ],
  'permanent-deletes-no-other': [
    derived,
    'Request body: deleteMessagesPermanently',
    'a permanent deletion removes no message of another conversation',
  ],
  'false-deletes-none-for-others': [
    derived,
    'Request body: deleteMessagesPermanently',
    'without permanent deletion the other participant keeps every message',
  ],
  'group-reset-deletes-none-for-others': [
    derived,
    'What the service does: permanent deletion is for user conversations',
    'a group reset deletes no message for the other members',
  ],
  'acting-user-only': [
    required,
    'Authentication, rule 2',
    'the reset is applied to the conversation of the user named in onBehalfOf',
  ],
  'other-participants-untouched': [
    derived,
    'Authentication, rule 2',
    'the lists and messages of the other participants stay as they are',
  ],
  'bystanders-untouched': [derived, 'Authentication, rule 2', 'users outside the conversation see no change'],
  'look-alikes-apart': [derived, 'Identifiers', 'conversations whose ids look alike are kept apart'],
  'no-key-refused': [required, 'Authentication: apikey', 'a request without apikey is refused and changes nothing'],
  'wrong-key-refused': [
    required,
    'Authentication: apikey',
    'a request with a wrong apikey is refused and changes nothing',
  ],
  'no-acting-user-refused': [
    required,
    'Authentication: onBehalfOf',
    'a request without onBehalfOf is refused and changes nothing',
  ],
  'refused-changed-nothing': [
    derived,
    'Response body: success tells that the reset was done',
    'a refused reset changed nothing',
  ],
  'confirmed-did-it': [required, 'Response body: data.success', 'a confirmed reset has happened, each time'],
  'keeps-to-its-behaviour': [derived, 'What the service does', 'the same case on fresh ids has the same effect'],
  'quiet-after-concurrency': [
    derived,
    'Response body: data.success',
    'after concurrent requests, all that was confirmed has happened and nothing else',
  ],
} as const satisfies Record<string, readonly [Requirement['level'], string, string]>;

export const requirements: readonly Requirement[] = Object.entries(rows).map(([id, [level, clause, title]]) => ({
  id: id as RequirementId,
  level,
  clause,
  title,
}));

export const isRequirementId = (text: string): text is RequirementId => Object.hasOwn(rows, text);
