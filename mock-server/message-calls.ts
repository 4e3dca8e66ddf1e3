import {
  type Conversation,
  type Message,
  type MessageWindow,
  messagesOf,
  type SendMessage,
  sendMessage,
} from '../core/index.ts';
import { type Call, call } from './call.ts';
import { decodeBody, decodeQuery } from './decode-fields.ts';
import { type ConversationAsGiven, groupAsGiven, userAsGiven } from './decode-id.ts';
import { encodeMessage } from './encode-view.ts';
import type { MessagesAnswer } from './wire-types.ts';

/** `POST /messages` */
export const sendMessageCall = call<Omit<SendMessage, 'sender' | 'at'>, Message>({
  actor: 'required',
  decode: ({ request }, behaviour) =>
    decodeBody(request, (fields) => {
      const receiver = fields.requiredText('receiver');
      const receiverType = fields.requiredOneOf('receiverType', ['user', 'group']);
      const category = fields.text('category') ?? 'message';
      const type = fields.text('type') ?? 'text';
      const text = fields.inside('data').text('text') ?? '';
      if (receiver === undefined) return undefined;
      const to = (receiverType === 'group' ? groupAsGiven : userAsGiven)(receiver, behaviour);
      return { to, category, type, text };
    }),
  perform: (state, command, { actor, at }) => sendMessage(state, { ...command, sender: actor, at }),
  encode: ({ value, command, actor }) => ({ data: encodeMessage(actor, command.to, value) }),
});

interface ReadMessages {
  readonly conversation: Conversation;
  readonly window: MessageWindow;
}

const readMessages = (named: ConversationAsGiven): Call =>
  call<ReadMessages, readonly Message[]>({
    actor: 'required',
    decode: ({ id, query }, behaviour) =>
      decodeQuery(query, (fields) => {
        const limit = fields.count('limit', 1000) ?? 100;
        const affix = fields.oneOf('affix', ['prepend', 'append']) ?? 'prepend';
        return { conversation: named(id, behaviour), window: windowOf(limit, affix, fields.messageId('id')) };
      }),
    perform: (state, { conversation, window }, { actor }) => ({
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

/** `GET /users/{uid}/messages` */
export const userMessagesCall = readMessages(userAsGiven);
/** `GET /groups/{guid}/messages` */
export const groupMessagesCall = readMessages(groupAsGiven);
