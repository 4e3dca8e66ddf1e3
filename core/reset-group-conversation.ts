import { reach } from './access.ts';
import type { Behaviour } from './behaviour.ts';
import { type ChatState, type CommandResult, done, refused } from './chat-state.ts';
import { withGroup } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';
import { type ResetDone, resetSide } from './reset.ts';

export interface ResetGroupConversation {
  readonly actor: Uid;
  readonly guid: Guid;
  /** Reset group conversation, rule 2: omitted is false. */
  readonly preserveOrder?: boolean | undefined;
}

/**
 * Reset group conversation: resets the acting user's conversation with a group; it never deletes a message.
 *
 * Refused, in this order, with `unknownActor`, `unknownGroup`, `nonMember`, `missingConversation`.
 */
export function resetGroupConversation(
  state: ChatState,
  { actor, guid, preserveOrder = false }: ResetGroupConversation,
  behaviour: Behaviour,
): CommandResult<ResetDone> {
  const conversation = withGroup(guid);
  const user = reach(state, actor, conversation);
  if (!user.ok) {
    const accepted = user.refusal.kind === 'nonMember' && behaviour.nonMember === 'accepted';
    return accepted ? done(state, { actor, conversation }) : refused(state, user.refusal);
  }
  const reset = resetSide(state, user.value, conversation, { preserveOrder, permanently: false }, behaviour);
  return reset.ok ? done(reset.value, { actor, conversation }) : refused(state, reset.refusal);
}
