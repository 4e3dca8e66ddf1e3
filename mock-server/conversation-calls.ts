import {
  accept,
  type Conversation,
  conversationOf,
  conversationsOf,
  markRead,
  type Result,
  refuse,
  withGroup,
  withUser,
} from '../core/index.ts';
import { answerWith, type Call, type Command, success, withBody } from './call.ts';
import { type FieldReader, queryFields } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { encodeConversation } from './encode-view.ts';
import type { Refusal } from './refusal.ts';

/** `GET /conversations` */
export const listConversationsCall: Call = ({ query }) => {
  const fields = queryFields(query);
  const kind = fields.oneOf('conversationType', ['user', 'group']);
  const unread = fields.flag('unread') ?? false;
  const perPage = fields.count('perPage', 1000) ?? 100;
  const page = fields.count('page', 1_000_000_000) ?? 1;
  if (!fields.isValid()) return refuse(fields.refusal());
  const rowsWanted = { kind, unread, from: (page - 1) * perPage, count: perPage };
  return accept({
    actor: 'required',
    perform: (state, actor) => {
      const found = conversationsOf(state, actor, rowsWanted);
      if (!found.ok) return { state, outcome: found };
      const { total, rows } = found.value;
      const pagination = {
        total,
        count: rows.length,
        per_page: perPage,
        current_page: page,
        // An empty list is one empty page.
        total_pages: Math.max(1, Math.ceil(total / perPage)),
      };
      const data = rows.map((row) => encodeConversation(state, actor, row));
      return { state, outcome: accept({ data, meta: { pagination } }) };
    },
  });
};

/** `GET /users/{uid}/conversation` */
export const userConversationCall: Call = ({ id }, behaviour) =>
  accept(oneConversation(withUser(uidAsGiven(id, behaviour))));

/** `GET /groups/{guid}/conversation` */
export const groupConversationCall: Call = ({ id }, behaviour) =>
  accept(oneConversation(withGroup(guidAsGiven(id, behaviour))));

const oneConversation = (conversation: Conversation): Command => ({
  actor: 'required',
  perform: (state, actor) =>
    answerWith({ state, outcome: conversationOf(state, actor, conversation) }, (view) =>
      encodeConversation(state, actor, view),
    ),
});

/** `POST /users/{uid}/conversation/read` */
export const readUserConversationCall = withBody((fields, { id }, behaviour) =>
  readConversation(fields, withUser(uidAsGiven(id, behaviour))),
);

/** `POST /groups/{guid}/conversation/read` */
export const readGroupConversationCall = withBody((fields, { id }, behaviour) =>
  readConversation(fields, withGroup(guidAsGiven(id, behaviour))),
);

function readConversation(fields: FieldReader, conversation: Conversation): Result<Command, Refusal> {
  const upTo = fields.messageId('messageId');
  if (!fields.isValid()) return refuse(fields.refusal());
  return accept({
    actor: 'required',
    perform: (state, actor) =>
      answerWith(markRead(state, { actor, conversation, upTo }), () =>
        success('The conversation has been marked as read.'),
      ),
  });
}
