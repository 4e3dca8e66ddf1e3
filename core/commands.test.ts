import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  eventArb,
  execute,
  guids,
  listOf,
  nameOf,
  rowIn,
  scenarioArb,
  sightOf,
  sightsExcept,
  uids,
  worldArb,
} from './arbitrary/world.ts';
import { emptyState } from './chat-state.ts';
import { withUser } from './conversation.ts';
import { get, slice } from './tree.ts';
import { messagesOf } from './views.ts';

// What the resets do is in their own tests. That all of this is what a server of plain arrays does, whatever happens, is
// tested in conformance/self-test/naive-and-mock.test.ts; that server cannot mark as read, and nobody leaves its groups.

law('a refused command should leave the very state that it was given', [worldArb, eventArb], (world, event) => {
  const { state, outcome } = execute(world.state, event, world.behaviour);
  if (!outcome.ok) expect(state).toBe(world.state);
});

law(
  'a message should put the conversation on top, and be unread by others',
  [scenarioArb],
  ({ state, actor, conversation, behaviour }) => {
    const { state: after, outcome } = execute(state, { do: 'send', by: actor, to: conversation }, behaviour, 999);
    fc.pre(outcome.ok);
    const before = rowIn(state, actor, conversation);
    expect(sightOf(after, actor)?.list[0]).toEqual({ ...before, last: expect.any(String), updatedAt: 999 });
    const receivers =
      conversation.kind === 'user' ? [conversation.uid] : slice(get(after.groups, conversation.guid)?.members);
    for (const other of receivers.filter((one) => one !== actor)) {
      const seen = conversation.kind === 'user' ? withUser(actor) : conversation;
      const had = rowIn(state, other, seen);
      const row = { name: nameOf(seen), updatedAt: 999, createdAt: had?.createdAt ?? 999 };
      expect(sightOf(after, other)?.list[0]).toMatchObject(row);
      if (had !== undefined) expect(rowIn(after, other, seen)?.unread).toBe(had.unread + 1);
    }
  },
  { numRuns: 300 },
);

law(
  'marking as read should leave unread what the other wrote later, as far as it was, and change nothing else',
  [scenarioArb, fc.array(fc.constantFrom('write', 'receive', 'read', 'reset'), { maxLength: 12 }), fc.nat(12)],
  (drawn, steps, back) => {
    const { actor, conversation, behaviour } = drawn;
    fc.pre(conversation.kind === 'user');
    const own = { by: actor, conversation };
    const events = {
      write: { do: 'send', by: actor, to: conversation },
      receive: { do: 'send', by: conversation.uid, to: withUser(actor) },
      read: { do: 'read', ...own, upTo: undefined },
      reset: { do: 'reset', ...own, options: { form: 0, preserveOrder: true } },
    } as const;
    const state = steps.reduce((now, step) => execute(now, events[step], behaviour).state, drawn.state);
    const upTo = back === 0 ? undefined : state.counter - back;
    const { state: after, outcome } = execute(state, { do: 'read', ...own, upTo }, behaviour);

    const messages = messagesOf(state, actor, conversation, { from: 'newest', limit: 1_000 });
    const later = (messages.ok ? messages.value : [])
      .filter(({ sender }) => sender !== actor)
      .filter(({ id }) => upTo !== undefined && id > upTo);
    const name = nameOf(conversation);
    const before = sightOf(state, actor);
    const unread = Math.min(later.length, before?.list.find((row) => row.name === name)?.unread ?? 0);
    expect(outcome).toEqual({ ok: true, value: unread });
    const list = before?.list.map((row) => (row.name === name ? { ...row, unread } : row));
    expect(sightOf(after, actor)).toEqual({ ...before, list });
    expect(sightsExcept(after, actor)).toEqual(sightsExcept(state, actor));
  },
  { numRuns: 300 },
);

law(
  'who joins a group should have it on top where groups appear on joining, and nothing else',
  [worldArb, fc.constantFrom(...guids), fc.constantFrom(...uids)],
  ({ state, behaviour }, guid, uid) => {
    const { state: after, outcome } = execute(state, { do: 'join', guid, uid }, behaviour, 999);
    fc.pre(outcome.ok);
    const row = { name: `group ${guid}`, createdAt: 999, updatedAt: 999 };
    const before = sightOf(state, uid)?.list ?? [];
    const expected = behaviour.groupAppears === 'joining' ? [expect.objectContaining(row), ...before] : before;
    expect(sightOf(after, uid)?.list).toEqual(expected);
    expect(sightsExcept(after, uid)).toEqual(sightsExcept(state, uid));
  },
);

law(
  'who leaves a group should lose the row and what is unread, until the next message after coming back; others see nothing of it',
  [scenarioArb],
  ({ state, actor, conversation, behaviour }) => {
    fc.pre(conversation.kind === 'group');
    const { guid } = conversation;
    const membership = { guid, uid: actor } as const;
    const left = execute(state, { do: 'leave', ...membership }, behaviour).state;
    expect(listOf(left, actor)).toEqual(listOf(state, actor).filter((name) => name !== nameOf(conversation)));
    expect(sightOf(left, actor)?.messages[nameOf(conversation)]).toBe('nonMember');
    expect(sightsExcept(left, actor)).toEqual(sightsExcept(state, actor));
    const again = execute(left, { do: 'leave', ...membership }, behaviour).outcome;
    expect(again).toEqual({ ok: false, refusal: { kind: 'notAMember', ...membership } });

    const back = execute(left, { do: 'join', ...membership }, behaviour).state;
    const sent = execute(back, { do: 'send', by: actor, to: conversation }, behaviour).state;
    expect(rowIn(sent, actor, conversation)?.unread).toBe(0);
    const texts = sightOf(sent, actor)?.messages[nameOf(conversation)];
    expect(texts?.slice(0, -1)).toEqual(sightOf(state, actor)?.messages[nameOf(conversation)]);
  },
);

describe('whoever is removed', () => {
  law('should own no group, and be in none and in no list', [worldArb, fc.constantFrom(...uids)], (world, uid) => {
    const { state, behaviour } = world;
    const after = execute(state, { do: 'remove user', uid }, behaviour).state;
    const sides = slice(after.users).flatMap(({ list }) => slice(list.sides));
    expect(sides.map(({ conversation }) => conversation)).not.toContainEqual(withUser(uid));
    const groups = slice(after.groups).map(({ owner, members }) => [owner, ...slice(members)]);
    expect(groups.flat()).not.toContain(uid);
    expect(groups.length).toBe(slice(state.groups).length);
  });

  law(
    'should leave nothing behind once all are gone',
    [worldArb, fc.boolean()],
    ({ state, behaviour }, peopleFirst) => {
      const people = uids.map((uid) => ({ do: 'remove user' as const, uid }));
      const groups = guids.map((guid) => ({ do: 'remove group' as const, guid }));
      const events = peopleFirst ? [...people, ...groups] : [...groups, ...people];
      const end = events.reduce((now, event) => execute(now, event, behaviour).state, state);
      expect(end).toEqual({ ...emptyState, counter: end.counter });
    },
  );
});
