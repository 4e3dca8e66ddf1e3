import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  conversationArb,
  nameOf,
  resetCaseArb,
  sightOf,
  sightsExcept,
  uid,
  uidArb,
  worldArb,
} from './arbitrary/world.ts';
import { emptyState } from './chat-state.ts';
import { withUser } from './conversation.ts';
import { markRead } from './mark-read.ts';
import { createUser } from './people.ts';
import { sendMessage } from './send-message.ts';
import { messagesOf } from './views.ts';

describe('marking as read', () => {
  law(
    'should, without an id, leave nothing unread, and change nothing else that anyone sees',
    [resetCaseArb],
    ({ state, actor, conversation }) => {
      const { state: after, outcome } = markRead(state, { actor, conversation });
      expect(outcome).toEqual({ ok: true, value: 0 });
      const before = sightOf(state, actor);
      const read = nameOf(conversation);
      expect(sightOf(after, actor)).toEqual({
        ...before,
        list: before?.list.map((row) => (row.name === read ? { ...row, unread: 0 } : row)),
      });
      expect(sightsExcept(after, actor)).toEqual(sightsExcept(state, actor));
    },
  );

  it('should leave unread what the other wrote after the id, and not bring back what was read', () => {
    const [me, other] = [uid('me'), uid('other')];
    const people = [me, other].reduce(
      (state, user) => createUser(state, { uid: user, name: user, at: 0 }).state,
      emptyState,
    );
    const byOtherArb = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(byOtherArb, fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 3 }), (byOther, reads) => {
        let state = people;
        for (const fromOther of byOther) {
          const [sender, to] = fromOther ? [other, withUser(me)] : [me, withUser(other)];
          state = sendMessage(state, { sender, to, category: 'message', type: 'text', text: '', at: 0 }).state;
        }
        const shown = messagesOf(state, me, withUser(other), { from: 'newest', limit: 100 });
        const ids = shown.ok ? shown.value.map((message) => message.id) : [];
        let furthest = -1;
        for (const position of reads) {
          const upTo = ids[position] ?? 1_000;
          const read = markRead(state, { actor: me, conversation: withUser(other), upTo });
          state = read.state;
          furthest = Math.max(furthest, position);
          const left = byOther.filter((fromOther, index) => fromOther && index > furthest).length;
          expect(read.outcome).toEqual({ ok: true, value: left });
          expect(sightOf(state, me)?.list[0]?.unread ?? 0).toBe(left);
        }
      }),
    );
  });

  law(
    'should change nothing when it names an id before all that can be read',
    [resetCaseArb],
    ({ state, actor, conversation }) => {
      const after = markRead(state, { actor, conversation, upTo: 0 }).state;
      expect(sightsExcept(after)).toEqual(sightsExcept(state));
    },
  );

  law(
    'should be accepted for what stands in the list, and refused otherwise',
    [worldArb, uidArb, conversationArb],
    ({ state }, actor, conversation) => {
      const { state: after, outcome } = markRead(state, { actor, conversation });
      const listed = sightOf(state, actor)?.list.some((row) => row.name === nameOf(conversation)) ?? false;
      expect(outcome.ok).toBe(listed);
      if (!outcome.ok) expect(after).toBe(state);
    },
  );
});
