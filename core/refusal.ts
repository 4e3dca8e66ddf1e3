import type { Conversation } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';

/** Why a command was refused. The kinds that a reset can meet are named as their cases in `Behaviour.statuses`. */
export type Refusal =
  | { readonly kind: 'unknownActor'; readonly uid: string }
  | { readonly kind: 'unknownUser'; readonly uid: string }
  | { readonly kind: 'unknownGroup'; readonly guid: string }
  | { readonly kind: 'refusedAddressing' }
  | { readonly kind: 'nonMember'; readonly uid: Uid; readonly guid: Guid }
  | { readonly kind: 'missingConversation'; readonly uid: Uid; readonly conversation: Conversation }
  | { readonly kind: 'userExists'; readonly uid: Uid }
  | { readonly kind: 'groupExists'; readonly guid: Guid }
  | { readonly kind: 'alreadyMember'; readonly uid: Uid; readonly guid: Guid }
  | { readonly kind: 'notAMember'; readonly uid: Uid; readonly guid: Guid }
  | { readonly kind: 'withOneself'; readonly uid: Uid };
