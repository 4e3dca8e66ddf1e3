import {
  accept,
  type Conversation,
  type ConversationView,
  conversationOf,
  conversationsOf,
  type ListPage,
  type ListQuery,
  type MarkRead,
  markRead,
} from '../core/index.ts';
import { type Call, call, success } from './call.ts';
import { decodeBody, decodeQuery } from './decode-fields.ts';
import { type ConversationAsGiven, groupAsGiven, userAsGiven } from './decode-id.ts';
import { encodeConversation } from './encode-view.ts';
import type { ListAnswer } from './wire-types.ts';

/** `GET /conversations` */
export const listConversationsCall = call<ListQuery, ListPage>({
  actor: 'required',
  decode: ({ query }) =>
    decodeQuery(query, (fields) => {
      const kind = fields.oneOf('conversationType', ['user', 'group']);
      const unread = fields.spelledFlag('unread') ?? false;
      const count = fields.count('perPage', 1000) ?? 100;
      const page = fields.count('page', 1_000_000_000) ?? 1;
      return { kind, unread, from: (page - 1) * count, count };
    }),
  perform: (state, query, { actor }) => ({ state, outcome: conversationsOf(state, actor, query) }),
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

const oneConversation = (named: ConversationAsGiven): Call =>
  call<Conversation, ConversationView>({
    actor: 'required',
    decode: ({ id }, behaviour) => accept(named(id, behaviour)),
    perform: (state, conversation, { actor }) => ({ state, outcome: conversationOf(state, actor, conversation) }),
    encode: ({ value, actor, state }) => ({ data: encodeConversation(state, actor, value) }),
  });

/** `GET /users/{uid}/conversation` */
export const userConversationCall = oneConversation(userAsGiven);
/** `GET /groups/{guid}/conversation` */
export const groupConversationCall = oneConversation(groupAsGiven);

const readConversation = (named: ConversationAsGiven): Call =>
  call<Omit<MarkRead, 'actor'>, number>({
    actor: 'required',
    decode: ({ request, id }, behaviour) =>
      decodeBody(request, (fields) => ({ conversation: named(id, behaviour), upTo: fields.messageId('messageId') })),
    perform: (state, command, { actor }) => markRead(state, { ...command, actor }),
    encode: () => success('The conversation has been marked as read.'),
  });

/** `POST /users/{uid}/conversation/read` */
export const readUserConversationCall = readConversation(userAsGiven);
/** `POST /groups/{guid}/conversation/read` */
export const readGroupConversationCall = readConversation(groupAsGiven);
