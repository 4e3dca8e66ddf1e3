import { type Conversation, conversationOf, conversationsOf, markRead, withGroup, withUser } from '../core/index.ts';
import { type Asked, callOfUser, success } from './call.ts';
import { messageId, oneOf, spelledFlag, upTo } from './decode-fields.ts';
import { encodeConversation } from './encode-view.ts';
import type { ListAnswer } from './wire-types.ts';

/** `GET /conversations` */
export const listConversations = callOfUser({
  decode: ({ fields }) => {
    const kind = fields.get('conversationType', oneOf('user', 'group'));
    const unread = fields.get('unread', spelledFlag) ?? false;
    const count = fields.get('perPage', upTo(1000)) ?? 100;
    const page = fields.get('page', upTo(1_000_000_000)) ?? 1;
    return { kind, unread, from: (page - 1) * count, count };
  },
  execute: (state, query, { actor }) => ({ state, outcome: conversationsOf(state, actor, query) }),
  encode: ({ value: { total, rows }, command: { from, count }, actor, state }): ListAnswer => ({
    data: rows.map((row) => encodeConversation(state, actor, row)),
    meta: {
      pagination: {
        total,
        count: rows.length,
        per_page: count,
        current_page: from / count + 1,
        // An empty list is one empty page.
        total_pages: Math.max(1, Math.ceil(total / count)),
      },
    },
  }),
});

/** The one that a path names by `{uid}` or `{guid}`. */
export const conversationIn = ({ uid, guid }: Asked): Conversation => (guid === '' ? withUser(uid) : withGroup(guid));

/** `GET /users/{uid}/conversation`, `GET /groups/{guid}/conversation` */
export const getConversation = callOfUser({
  decode: conversationIn,
  execute: (state, conversation, { actor }) => ({ state, outcome: conversationOf(state, actor, conversation) }),
  encode: ({ value, actor, state }) => ({ data: encodeConversation(state, actor, value) }),
});

/** `POST /users/{uid}/conversation/read`, `POST /groups/{guid}/conversation/read` */
export const markConversationRead = callOfUser({
  decode: (asked) => ({ conversation: conversationIn(asked), upTo: asked.fields.get('messageId', messageId) }),
  execute: (state, command, { actor }) => markRead(state, { ...command, actor }),
  encode: () => success('The conversation has been marked as read.'),
});
