import {
  accept,
  type Conversation,
  type MessageWindow,
  messagesOf,
  type Result,
  refuse,
  sendMessage,
  withGroup,
  withUser,
} from '../core/index.ts';
import { answerWith, type Call, type Command, withBody } from './call.ts';
import { queryFields } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeMessage } from './encode-view.ts';
import type { Refusal } from './refusal.ts';

/** `POST /messages` */
export const sendMessageCall = withBody((fields, _, behaviour) => {
  const receiver = fields.requiredText('receiver');
  const receiverType = fields.requiredOneOf('receiverType', ['user', 'group']);
  const category = fields.text('category') ?? 'message';
  const type = fields.text('type') ?? 'text';
  const text = fields.inside('data').text('text') ?? '';
  if (receiver === undefined || receiverType === undefined || !fields.isValid()) return refuse(fields.refusal());
  const to =
    receiverType === 'user' ? withUser(uidAsGiven(receiver, behaviour)) : withGroup(guidAsGiven(receiver, behaviour));
  return accept({
    actor: 'required',
    perform: (state, sender, at) =>
      answerWith(sendMessage(state, { sender, to, category, type, text, at }), (message) =>
        encodeMessage(sender, to, message),
      ),
  });
});

/** `GET /users/{uid}/messages` */
export const userMessagesCall: Call = ({ id, query }, behaviour) =>
  readMessages(query, withUser(uidAsGiven(id, behaviour)));

/** `GET /groups/{guid}/messages` */
export const groupMessagesCall: Call = ({ id, query }, behaviour) =>
  readMessages(query, withGroup(guidAsGiven(id, behaviour)));

function readMessages(query: string, conversation: Conversation): Result<Command, Refusal> {
  const window = decodeWindow(query);
  if (!window.ok) return window;
  return accept({
    actor: 'required',
    perform: (state, actor) => {
      const messages = messagesOf(state, actor, conversation, window.value);
      if (!messages.ok) return { state, outcome: messages };
      const data = messages.value.map((message) => encodeMessage(actor, conversation, message));
      const meta = { current: { limit: window.value.limit, count: data.length } };
      return { state, outcome: accept({ data, meta }) };
    },
  });
}

/** Without an id the newest messages; `affix` says on which side of an id, and is `prepend` when left out. */
function decodeWindow(query: string): Result<MessageWindow, Refusal> {
  const fields = queryFields(query);
  const limit = fields.count('limit', 1000) ?? 100;
  const affix = fields.oneOf('affix', ['prepend', 'append']);
  const id = fields.messageId('id');
  if (!fields.isValid()) return refuse(fields.refusal());
  if (id === undefined) return accept({ from: 'newest', limit });
  return accept({ from: affix === 'append' ? 'after' : 'before', id, limit });
}
