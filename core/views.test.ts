import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import { conversationArb, nameOf, scenarioArb, sightOf, uid, uidArb, worldArb } from './arbitrary/world.ts';
import { type ChatState, type ConversationList, emptyState, type Message } from './chat-state.ts';
import { type Conversation, withUser } from './conversation.ts';
import type { Uid } from './ids.ts';
import { createUser } from './people.ts';
import { sendMessage } from './send-message.ts';
import { get, set } from './tree.ts';
import { type ConversationView, conversationOf, conversationsOf, type MessageWindow, messagesOf } from './views.ts';

const all = { from: 0, count: 1_000 } as const;

function rowsOf(state: ChatState, user: Uid): readonly ConversationView[] {
  const page = conversationsOf(state, user, all);
  return page.ok ? page.value.rows : [];
}

function windowOf(state: ChatState, user: Uid, conversation: Conversation, window: MessageWindow): readonly Message[] {
  const messages = messagesOf(state, user, conversation, window);
  return messages.ok ? messages.value : [];
}

const readable = (state: ChatState, user: Uid, conversation: Conversation): readonly Message[] =>
  windowOf(state, user, conversation, { from: 'newest', limit: 1_000 });

const me = uid('me');

/** The state with another order of the user's list, which may be one that no command makes. */
function withOrder(state: ChatState, change: (order: Order) => Order): ChatState {
  const user = get(state.users, me);
  if (user === undefined) throw new Error('nobody has a list to change');
  const list = { ...user.list, order: change(user.list.order) };
  return { ...state, users: set(state.users, me, { ...user, list }) };
}

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

describe('a page of a list', () => {
  it('should be that stretch of the whole list, or of what matches in it, with the whole length', () => {
    const queryArb = fc.record(
      {
        kind: fc.constantFrom('user' as const, 'group' as const),
        unread: fc.boolean(),
        from: fc.nat({ max: 8 }),
        count: fc.nat({ max: 12 }),
      },
      { requiredKeys: ['from', 'count'] },
    );
    fc.assert(
      fc.property(worldArb, uidArb, queryArb, ({ state }, user, query) => {
        const rows = rowsOf(state, user);
        fc.pre(rows.length > 0);
        const matching = rows
          .filter((row) => query.kind === undefined || row.conversation.kind === query.kind)
          .filter((row) => query.unread !== true || row.unread > 0);
        expect(conversationsOf(state, user, query)).toEqual({
          ok: true,
          value: { total: matching.length, rows: matching.slice(query.from, query.from + query.count) },
        });
      }),
    );
  });

  it('should, unfiltered, look at its own rows only, wherever it starts', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => uid(`other-${index}`));
    let state = createUser(emptyState, { uid: me, name: 'me', at: 0 }).state;
    for (const other of others) {
      state = createUser(state, { uid: other, name: other, at: 0 }).state;
      const letter = { category: 'message', type: 'text', text: '', at: 0 };
      state = sendMessage(state, { sender: other, to: withUser(me), ...letter }).state;
    }
    for (const from of [0, 500, 980]) {
      let read = 0;
      const watched = withOrder(state, (order) =>
        watch(order, () => {
          read += 1;
        }),
      );
      const page = conversationsOf(watched, me, { from, count: 20 });
      expect(page).toEqual(conversationsOf(state, me, { from, count: 20 }));
      expect(read).toBe(20);
    }
  });
});

describe('a row', () => {
  law(
    'should be the same alone as in the list, and be missing where the list has none',
    [worldArb, uidArb, conversationArb],
    ({ state }, user, conversation) => {
      const row = rowsOf(state, user).find((row) => nameOf(row.conversation) === nameOf(conversation));
      const alone = conversationOf(state, user, conversation);
      if (row !== undefined) expect(alone).toEqual({ ok: true, value: row });
      else expect(alone.ok).toBe(false);
      const accessible = Array.isArray(sightOf(state, user)?.messages[nameOf(conversation)]);
      if (row === undefined && accessible)
        expect(alone).toEqual({ ok: false, refusal: { kind: 'missingConversation', uid: user, conversation } });
    },
  );
});

describe('a window of messages', () => {
  law(
    'should be the newest, the newest before any id, or the oldest after it, without the id itself',
    [scenarioArb, fc.nat({ max: 8 })],
    ({ state, actor, conversation }, limit) => {
      const messages = readable(state, actor, conversation);
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
});
