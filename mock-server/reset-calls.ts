import * as core from '../core/index.ts';
import { conversationId, refuse, withUser } from '../core/index.ts';
import { callOfUser, success } from './call.ts';
import { flag, text } from './decode-fields.ts';
import { uidAsGiven } from './decode-id.ts';
import { groupConversationId } from './encode-view.ts';

export const userResetFields: readonly string[] = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];

/** Reset user conversation: `DELETE /users/{uid}/conversation`. */
export const resetUserConversation = callOfUser({
  resetFields: userResetFields,
  decode: ({ uid, fields }, behaviour) => {
    const other = fields.get('conversationWith', text);
    return {
      path: uid,
      conversationWith: other === undefined ? undefined : uidAsGiven(other, behaviour),
      deleteMessagesPermanently: fields.get('deleteMessagesPermanently', flag),
      preserveOrder: fields.get('preserveOrder', flag),
    };
  },
  execute: (state, { path, conversationWith, deleteMessagesPermanently, preserveOrder }, { actor, behaviour }) => {
    const command = { actor, path, conversationWith, deleteMessagesPermanently, preserveOrder };
    const result = core.resetUserConversation(state, command, behaviour);
    if (result.outcome.ok || result.outcome.refusal.kind !== 'refusedAddressing') return result;
    const hint = `The path names ${path}, onBehalfOf ${actor}, conversationWith ${conversationWith ?? 'nobody'}.`;
    return { state, outcome: refuse({ ...result.outcome.refusal, hint }) };
  },
  encode: ({ value: { actor, conversation } }) => confirmation(conversationId(actor, conversation), actor),
  confirm: ({ path, conversationWith }, named) => {
    const actor = named ?? path;
    const other = path === actor ? (conversationWith ?? path) : path;
    return confirmation(conversationId(actor, withUser(other)), named);
  },
});

/** Reset group conversation: `DELETE /groups/{guid}/conversation`. */
export const resetGroupConversation = callOfUser({
  resetFields: ['preserveOrder'],
  decode: ({ guid, fields }) => ({ guid, preserveOrder: fields.get('preserveOrder', flag) }),
  execute: (state, { guid, preserveOrder }, { actor, behaviour }) =>
    core.resetGroupConversation(state, { actor, guid, preserveOrder }, behaviour),
  encode: ({ value: { actor, conversation } }) => confirmation(conversationId(actor, conversation), actor),
  confirm: ({ guid }, actor) => confirmation(groupConversationId(guid), actor),
});

export const confirmation = (conversation: string, actor: string | undefined) =>
  success(confirmationText(conversation, actor));

/** The text of a confirmation; without a user where nobody was named. */
export const confirmationText = (conversation: string, actor: string | undefined): string =>
  `The conversation ${conversation} has been deleted successfully${actor === undefined ? '' : ` for UID ${actor}`}.`;
