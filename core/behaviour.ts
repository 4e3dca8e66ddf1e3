/** The axes with one value each, and their values; the default comes first. */
export const axisValues = {
  /** Where the conversation goes in the acting user's list without `preserveOrder`. */
  withoutPreserveOrder: ['removed', 'moved-last', 'moved-first', 'kept'],
  /** Whether the acting user still reads the old messages after a reset that is not permanent. */
  messagesAfterReset: ['hidden', 'visible'],
  deleteMessagesPermanentlyOmitted: ['as-false', 'as-true'],
  permanentDeletion: ['for-everyone', 'for-actor'],
  /** A reset of a conversation that the acting user does not have. */
  missingConversation: ['rejected', 'accepted'],
  /** A reset of a group by a user who is not its member. */
  nonMember: ['rejected', 'accepted'],
  /** A field of the wrong JSON type. */
  wrongType: ['rejected', 'coerced', 'ignored'],
  unknownField: ['ignored', 'rejected'],
  emptyBody: ['accepted', 'rejected'],
  /** A JSON body without `Content-Type`. */
  missingContentType: ['accepted', 'rejected'],
  identifierCase: ['folded', 'sensitive'],
  /** When a group's conversation enters a member's list. */
  groupAppears: ['first-message', 'joining'],
} as const;

export type SingleAxis = keyof typeof axisValues;

type Choices = { readonly [Axis in SingleAxis]: (typeof axisValues)[Axis][number] };

/** What an implementation does where the spec says "not shown": one axis for each open place. */
export interface Behaviour extends Choices {
  /** Which ways of naming the two users of a user reset are accepted; never empty. */
  readonly addressing: readonly Addressing[];
  /** The HTTP status of each case; 200 means accepted. */
  readonly statuses: Statuses;
}

/**
 * `path-actor`: the path names the acting user, `conversationWith` the other (the spec read literally);
 * `path-peer`: the path names the other, and `conversationWith` nobody else;
 * `path-peer-echo`: the path names the other, `conversationWith` the acting user.
 */
export const addressingForms = ['path-actor', 'path-peer', 'path-peer-echo'] as const;

export type Addressing = (typeof addressingForms)[number];

const defaultStatuses = {
  missingApiKey: 401,
  wrongApiKey: 401,
  insufficientScope: 403,
  missingOnBehalfOf: 400,
  unknownActor: 404,
  unknownUser: 404,
  unknownGroup: 404,
  nonMember: 403,
  missingConversation: 404,
  refusedAddressing: 400,
  malformedBody: 400,
  wrongType: 400,
  unknownField: 400,
  emptyBody: 400,
  missingContentType: 415,
  unknownRoute: 404,
};

export type StatusCase = keyof typeof defaultStatuses;
export type Statuses = Readonly<Record<StatusCase, number>>;

/** Every axis at its default: what a caller of the service behind the spec would expect. */
export const referenceBehaviour: Behaviour = {
  addressing: addressingForms,
  ...(Object.fromEntries(Object.entries(axisValues).map(([axis, [first]]) => [axis, first])) as Choices),
  statuses: defaultStatuses,
};

export const singleAxes = Object.keys(axisValues) as readonly SingleAxis[];
export const statusCases = Object.keys(defaultStatuses) as readonly StatusCase[];
