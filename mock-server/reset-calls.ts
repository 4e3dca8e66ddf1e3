import {
  accept,
  type Behaviour,
  conversationId,
  type ResetDone,
  type Result,
  refuse,
  resetGroupConversation,
  resetUserConversation,
  type Step,
  type Uid,
  withUser,
} from '../core/index.ts';
import { answerWith, type Body, type Call, type Command, success } from './call.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { decodeReset, groupResetFields, type ResetFields, userResetFields } from './decode-reset.ts';
import { isAccepted, sentenceFor } from './encode-reply.ts';
import { groupConversationId } from './encode-view.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

/** Reset user conversation: `DELETE /users/{uid}/conversation`. */
export const resetUserConversationCall: Call = ({ request, id }, behaviour) =>
  resetCall(request, userResetFields, behaviour, ({ conversationWith, deleteMessagesPermanently, preserveOrder }) => {
    const path = uidAsGiven(id, behaviour);
    const other = conversationWith === undefined ? undefined : uidAsGiven(conversationWith, behaviour);
    return {
      actor: 'required',
      perform: (state, actor) => {
        const command = { actor, path, conversationWith: other, deleteMessagesPermanently, preserveOrder };
        const step = answerWith(resetUserConversation(state, command, behaviour), confirm);
        return withHint(
          step,
          () => `The path names ${path}, onBehalfOf ${actor}, conversationWith ${other ?? 'nobody'}.`,
        );
      },
      accepted: (refusal) => {
        const actor = actorAsGiven(request, behaviour);
        const peer = path === (actor ?? path) ? (other ?? path) : path;
        return acceptedAnswer(refusal, conversationId(actor ?? path, withUser(peer)), actor);
      },
    };
  });

/** Reset group conversation: `DELETE /groups/{guid}/conversation`. */
export const resetGroupConversationCall: Call = ({ request, id }, behaviour) =>
  resetCall(request, groupResetFields, behaviour, ({ preserveOrder }) => {
    const guid = guidAsGiven(id, behaviour);
    return {
      actor: 'required',
      perform: (state, actor) =>
        answerWith(resetGroupConversation(state, { actor, guid, preserveOrder }, behaviour), confirm),
      accepted: (refusal) => acceptedAnswer(refusal, groupConversationId(guid), actorAsGiven(request, behaviour)),
    };
  });

function resetCall(
  request: HttpRequest,
  known: readonly (keyof ResetFields)[],
  behaviour: Behaviour,
  commandFor: (fields: ResetFields) => Command,
): Result<Command, Refusal> {
  const fields = decodeReset(request, known, behaviour);
  if (fields.ok) return accept(commandFor(fields.value));
  const { refusal } = fields;
  if (!isAccepted(refusal.kind, behaviour)) return fields;
  return accept({ actor: 'unused', perform: (state) => ({ state, outcome: accept(notDone(refusal)) }) });
}

/** To those who named the wrong users. */
function withHint(step: Step<Body>, hint: () => string): Step<Body> {
  const { state, outcome } = step;
  if (outcome.ok || outcome.refusal.kind !== 'refusedAddressing') return step;
  const hinted: Refusal & { readonly kind: 'refusedAddressing' } = { kind: 'refusedAddressing', hint: hint() };
  return { state, outcome: refuse(hinted) };
}

const confirm = ({ actor, conversation }: ResetDone) =>
  success(confirmationText(conversationId(actor, conversation), actor));

export const confirmationText = (conversation: string, actor: string): string =>
  `The conversation ${conversation} has been deleted successfully for UID ${actor}.`;

/** A rejecting axis whose status is 200 still rejects; any other refusal with status 200 confirms, without effect. */
function acceptedAnswer(refusal: Refusal, conversation: string, actor: Uid | undefined): Body {
  if (refusal.kind === 'nonMember' || refusal.kind === 'missingConversation') return notDone(refusal);
  const text =
    actor === undefined
      ? `The conversation ${conversation} has been deleted successfully.`
      : confirmationText(conversation, actor);
  return { data: success(text) };
}

const notDone = (refusal: Refusal): Body => ({ data: { success: false, message: sentenceFor(refusal) } });

/** Who the caller says is acting, whether that user exists or not. */
function actorAsGiven({ headers }: HttpRequest, behaviour: Behaviour): Uid | undefined {
  const raw = headers['onbehalfof'];
  return raw === undefined || raw === '' ? undefined : uidAsGiven(raw, behaviour);
}
