/** What an implementation does where the spec says "not shown": one axis for each open place. */
export interface Behaviour {
  /** Which ways of naming the two users of a user reset are accepted; never empty. */
  readonly addressing: readonly Addressing[];
  /** Where the conversation goes in the acting user's list without `preserveOrder`. */
  readonly withoutPreserveOrder: 'removed' | 'moved-last' | 'moved-first' | 'kept';
  /** Whether the acting user still reads the old messages after a reset that is not permanent. */
  readonly messagesAfterReset: 'hidden' | 'visible';
  readonly deleteMessagesPermanentlyOmitted: 'as-false' | 'as-true';
  readonly permanentDeletion: 'for-everyone' | 'for-actor';
  /** A reset of a conversation that the acting user does not have. */
  readonly missingConversation: 'rejected' | 'accepted';
  /** A reset of a group by a user who is not its member. */
  readonly nonMember: 'rejected' | 'accepted';
  /** A field of the wrong JSON type. */
  readonly wrongType: 'rejected' | 'coerced' | 'ignored';
  readonly unknownField: 'ignored' | 'rejected';
  readonly emptyBody: 'accepted' | 'rejected';
  /** A JSON body without `Content-Type`. */
  readonly missingContentType: 'accepted' | 'rejected';
  readonly identifierCase: 'folded' | 'sensitive';
  /** When a group's conversation enters a member's list. */
  readonly groupAppears: 'first-message' | 'joining';
  /** The HTTP status of each case; 200 means accepted. */
  readonly statuses: Statuses;
}

/**
 * `path-actor`: the path names the acting user, `conversationWith` the other (the spec read literally);
 * `path-peer`: the path names the other, and `conversationWith` nobody else;
 * `path-peer-echo`: the path names the other, `conversationWith` the acting user.
 */
export type Addressing = 'path-actor' | 'path-peer' | 'path-peer-echo';

export type StatusCase = keyof typeof defaultStatuses;
export type Statuses = Readonly<Record<StatusCase, number>>;

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

/** The axes with one value each, and their values; the default comes first. */
export const axisValues = {
  withoutPreserveOrder: ['removed', 'moved-last', 'moved-first', 'kept'],
  messagesAfterReset: ['hidden', 'visible'],
  deleteMessagesPermanentlyOmitted: ['as-false', 'as-true'],
  permanentDeletion: ['for-everyone', 'for-actor'],
  missingConversation: ['rejected', 'accepted'],
  nonMember: ['rejected', 'accepted'],
  wrongType: ['rejected', 'coerced', 'ignored'],
  unknownField: ['ignored', 'rejected'],
  emptyBody: ['accepted', 'rejected'],
  missingContentType: ['accepted', 'rejected'],
  identifierCase: ['folded', 'sensitive'],
  groupAppears: ['first-message', 'joining'],
} as const satisfies { readonly [Axis in SingleAxis]: readonly Behaviour[Axis][] };

export type SingleAxis = Exclude<keyof Behaviour, 'addressing' | 'statuses'>;

export const addressingForms = ['path-actor', 'path-peer', 'path-peer-echo'] as const satisfies readonly Addressing[];

/** Every axis at its default: what a caller of the service behind the spec would expect. */
export const referenceBehaviour: Behaviour = {
  addressing: addressingForms,
  withoutPreserveOrder: 'removed',
  messagesAfterReset: 'hidden',
  deleteMessagesPermanentlyOmitted: 'as-false',
  permanentDeletion: 'for-everyone',
  missingConversation: 'rejected',
  nonMember: 'rejected',
  wrongType: 'rejected',
  unknownField: 'ignored',
  emptyBody: 'accepted',
  missingContentType: 'accepted',
  identifierCase: 'folded',
  groupAppears: 'first-message',
  statuses: defaultStatuses,
};
