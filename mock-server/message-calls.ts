import { type MessageWindow, messagesOf, sendMessage as send, withGroup, withUser } from '../core/index.ts';
import { callOfUser } from './call.ts';
import { conversationIn } from './conversation-calls.ts';
import { filledText, messageId, oneOf, text, upTo } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeMessage } from './encode-view.ts';
import type { MessagesAnswer } from './wire-types.ts';

/** `POST /messages` */
export const sendMessage = callOfUser({
  decode: ({ fields }, behaviour) => {
    const receiver = fields.required('receiver', filledText);
    const receiverType = fields.required('receiverType', oneOf('user', 'group'));
    const category = fields.get('category', text) ?? 'message';
    const type = fields.get('type', text) ?? 'text';
    const written = fields.inside('data').get('text', text) ?? '';
    if (receiver === undefined) return undefined;
    const isGroup = receiverType === 'group';
    const to = isGroup ? withGroup(guidAsGiven(receiver, behaviour)) : withUser(uidAsGiven(receiver, behaviour));
    return { to, category, type, text: written };
  },
  execute: (state, command, { actor, at }) => send(state, { ...command, sender: actor, at }),
  encode: ({ value, command, actor }) => ({ data: encodeMessage(actor, command.to, value) }),
});

/** `GET /users/{uid}/messages`, `GET /groups/{guid}/messages` */
export const readMessages = callOfUser({
  decode: (asked) => {
    const limit = asked.fields.get('limit', upTo(1000)) ?? 100;
    const affix = asked.fields.get('affix', oneOf('prepend', 'append')) ?? 'prepend';
    const id = asked.fields.get('id', messageId);
    return { conversation: conversationIn(asked), window: windowOf(limit, affix, id) };
  },
  execute: (state, { conversation, window }, { actor }) => ({
    state,
    outcome: messagesOf(state, actor, conversation, window),
  }),
  encode: ({ value, command: { conversation, window }, actor }): MessagesAnswer => ({
    data: value.map((message) => encodeMessage(actor, conversation, message)),
    meta: { current: { limit: window.limit, count: value.length } },
  }),
});

/** Without an id the newest messages; `affix` says on which side of an id. */
function windowOf(limit: number, affix: 'prepend' | 'append', id: number | undefined): MessageWindow {
  if (id === undefined) return { from: 'newest', limit };
  return { from: affix === 'append' ? 'after' : 'before', id, limit };
}
