/**
 * How a run arranges and observes a target. The two resets themselves always go over HTTP as the spec says; a driver
 * does everything that the spec does not show. Every call resolves once the target has answered, whatever with where
 * nothing is said of that, and throws an `Error` with a sentence when the target could not do it.
 */
export interface Driver {
  readonly createUser: (uid: string) => Promise<unknown>;
  /**
   * Creates the group with these members, the first of whom creates it; when it throws, there is no group to remove.
   * Where a target knows no roles, all are just members.
   */
  readonly createGroup: (guid: string, members: readonly string[], roles?: Roles) => Promise<unknown>;
  /** Makes a user a member of a group that is there. Where a driver has no such call, nobody joins a group later. */
  readonly addMember?: (guid: string, uid: string) => Promise<unknown>;
  readonly sendMessage: (from: string, to: Peer, text: string) => Promise<unknown>;
  /** The user's whole conversation list, first shown first. */
  readonly conversations: (uid: string) => Promise<readonly ListedConversation[]>;
  /** The texts that the user can read in the conversation, oldest first; empty when it cannot be read any more. */
  readonly messages: (uid: string, conversation: Peer) => Promise<readonly string[]>;
  readonly removeUser: (uid: string) => Promise<unknown>;
  readonly removeGroup: (guid: string) => Promise<unknown>;
}

/** Which of the members of a group have a role in it. */
export interface Roles {
  readonly admins: readonly string[];
  readonly moderators: readonly string[];
}

/** The other side of a conversation, as one user sees it. */
export interface Peer {
  /** Which of the two `id` is. */
  readonly kind: 'user' | 'group';
  /** The other user's uid, or the guid. */
  readonly id: string;
}

export interface ListedConversation extends Peer {
  /** The conversation's own id, where the target has one; a confirmation may name it. */
  readonly conversationId?: string;
}

/** A driver module's default export; `request` sends one HTTP request to the target and counts it. */
export type DriverFactory = (target: DriverTarget) => Driver | Promise<Driver>;

export interface DriverTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Honours the run's deadlines and `Retry-After`; `path` begins with a slash. */
  readonly request: (request: DriverRequest) => Promise<DriverReply>;
}

export interface DriverRequest {
  readonly method: string;
  readonly path: string;
  /** Sent as `onBehalfOf`. */
  readonly as?: string | undefined;
  readonly body?: unknown;
}

export interface DriverReply {
  readonly status: number;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
}
