import fc from 'fast-check';
import { expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import { conversationArb, nameOf, scenarioArb, textsOf, uid, uidArb, worldArb } from './arbitrary/world.ts';
import { type ChatState, type ConversationList, emptyState, type Message, type User } from './chat-state.ts';
import { type Conversation, withUser } from './conversation.ts';
import type { Uid } from './ids.ts';
import { createUser } from './people.ts';
import { sendMessage } from './send-message.ts';
import { get, set } from './tree.ts';
import { type ConversationView, conversationOf, conversationsOf, type MessageWindow, messagesOf } from './views.ts';

function rowsOf(state: ChatState, user: Uid): readonly ConversationView[] {
  const page = conversationsOf(state, user, { from: 0, count: 1_000 });
  return page.ok ? page.value.rows : [];
}

function windowOf(state: ChatState, user: Uid, conversation: Conversation, window: MessageWindow): readonly Message[] {
  const messages = messagesOf(state, user, conversation, window);
  return messages.ok ? messages.value : [];
}

const me = uid('me');

type Order = ConversationList['order'];

/** The same tree, which reports each value that is looked at. */
const watch = (tree: Order, onRead: () => void): Order =>
  tree && {
    ...tree,
    get value() {
      onRead();
      return tree.value;
    },
    left: watch(tree.left, onRead),
    right: watch(tree.right, onRead),
  };

const kind = fc.constantFrom('user' as const, 'group' as const);
const query = { kind, unread: fc.boolean(), from: fc.nat(8), count: fc.nat(12) };
law(
  'a page of a list should be that stretch of the whole list, or of what matches in it, with the whole length',
  [worldArb, uidArb, fc.record(query, { requiredKeys: ['from', 'count'] })],
  ({ state }, user, { from, count, ...filter }) => {
    const rows = rowsOf(state, user);
    fc.pre(rows.length > 0);
    const matching = rows
      .filter((row) => filter.kind === undefined || row.conversation.kind === filter.kind)
      .filter((row) => filter.unread !== true || row.unread > 0);
    const value = { total: matching.length, rows: matching.slice(from, from + count) };
    expect(conversationsOf(state, user, { from, count, ...filter })).toEqual({ ok: true, value });
  },
);

it('a page of a list should, unfiltered, look at its own rows only, wherever it starts', () => {
  const others = Array.from({ length: 1_000 }, (_, index) => uid(`other-${index}`));
  let state = createUser(emptyState, { uid: me, name: 'me', at: 0 }).state;
  for (const other of others) {
    state = createUser(state, { uid: other, name: other, at: 0 }).state;
    const letter = { category: 'message', type: 'text', text: '', at: 0 };
    state = sendMessage(state, { sender: other, to: withUser(me), ...letter }).state;
  }
  const mine = get(state.users, me) as User;
  let read = 0;
  const order = watch(mine.list.order, () => {
    read += 1;
  });
  const watched = { ...state, users: set(state.users, me, { ...mine, list: { ...mine.list, order } }) };
  for (const from of [0, 500, 980]) {
    read = 0;
    const page = conversationsOf(watched, me, { from, count: 20 });
    expect(page).toEqual(conversationsOf(state, me, { from, count: 20 }));
    expect(read).toBe(20);
  }
});

law(
  'a row should be the same alone as in the list, and be missing where the list has none',
  [worldArb, uidArb, conversationArb],
  ({ state }, user, conversation) => {
    const row = rowsOf(state, user).find((row) => nameOf(row.conversation) === nameOf(conversation));
    const isAccessible = Array.isArray(textsOf(state, user, conversation));
    const missing = isAccessible ? { kind: 'missingConversation', uid: user, conversation } : expect.anything();
    const alone = row === undefined ? { ok: false, refusal: missing } : { ok: true, value: row };
    expect(conversationOf(state, user, conversation)).toEqual(alone);
  },
);

law(
  'a window of messages should be the newest, the newest before any id, or the oldest after it, without the id itself',
  [scenarioArb, fc.nat({ max: 8 })],
  ({ state, actor, conversation }, limit) => {
    const messages = windowOf(state, actor, conversation, { from: 'newest', limit: 1_000 });
    const newest = (some: readonly Message[]) => some.slice(Math.max(some.length - limit, 0));
    expect(windowOf(state, actor, conversation, { from: 'newest', limit })).toEqual(newest(messages));

    const ids = Array.from({ length: state.counter + 3 }, (_, index) => index - 1);
    const around = ids.map((id) => ({
      before: newest(messages.filter((message) => message.id < id)),
      after: messages.filter((message) => message.id > id).slice(0, limit),
    }));
    expect(
      ids.map((id) => ({
        before: windowOf(state, actor, conversation, { from: 'before', id, limit }),
        after: windowOf(state, actor, conversation, { from: 'after', id, limit }),
      })),
    ).toEqual(around);
  },
);
