import fc from 'fast-check';
import { expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import { execute, reset, scenarioArb, sightOf, sightsExcept, textsOf, uid } from './arbitrary/world.ts';
import { type Addressing, referenceBehaviour } from './behaviour.ts';
import { emptyState } from './chat-state.ts';
import { withUser } from './conversation.ts';
import { resetUserConversation } from './reset-user-conversation.ts';

// What such a deletion shows the acting user, and all others where it is not for everyone, is in the laws of all resets.
law(
  'a permanent deletion for everyone should take all messages of the pair from both, and nothing else from anyone',
  [scenarioArb],
  ({ state, actor, conversation, options, behaviour }) => {
    fc.pre(conversation.kind === 'user');
    const permanently = { ...options, deleteMessagesPermanently: true };
    const forEveryone = { ...behaviour, permanentDeletion: 'for-everyone' as const };
    const after = reset(state, actor, conversation, permanently, forEveryone).state;
    const other = conversation.uid;
    expect(textsOf(after, actor, conversation)).toEqual([]);
    expect(sightsExcept(after, actor, other)).toEqual(sightsExcept(state, actor, other));

    const pair = `user ${actor}`;
    const before = sightOf(state, other);
    expect(sightOf(after, other)).toEqual({
      list: before?.list.map((row) => (row.name === pair ? { ...row, unread: 0, last: undefined } : row)),
      messages: { ...before?.messages, [pair]: [] },
    });
  },
);

const [actor, other, third] = [uid('actor'), uid('other'), uid('third')];
const events = [
  ...[actor, other, third].map((user) => ({ do: 'create user' as const, uid: user })),
  ...[other, third].map((user) => ({ do: 'send' as const, by: actor, to: withUser(user) })),
];
const world = events.reduce((state, event) => execute(state, event, referenceBehaviour).state, emptyState);
const forms: readonly Addressing[] = ['path-actor', 'path-peer', 'path-peer-echo'];
const subsets = [1, 2, 3, 4, 5, 6, 7].map((bits) => forms.filter((_, index) => bits & (1 << index)));

// The whole table: path, conversationWith, and the form that these two are.
it.each([
  [actor, actor, undefined],
  [actor, other, 'path-actor'],
  [actor, undefined, undefined],
  [other, actor, 'path-peer-echo'],
  [other, other, 'path-peer'],
  [other, third, undefined],
  [other, undefined, 'path-peer'],
] as const)('the names given should say for path %s and conversationWith %s: %s', (path, conversationWith, form) => {
  for (const addressing of subsets) {
    const names = conversationWith === undefined ? { actor, path } : { actor, path, conversationWith };
    const result = resetUserConversation(world, names, { ...referenceBehaviour, addressing });
    if (form !== undefined && addressing.includes(form)) {
      expect(result.outcome).toEqual({ ok: true, value: { actor, conversation: { kind: 'user', uid: other } } });
      expect(sightOf(result.state, actor)?.list.map((row) => row.name)).toEqual(['user third']);
    } else {
      expect(result.outcome).toEqual({ ok: false, refusal: { kind: 'refusedAddressing' } });
      expect(result.state).toBe(world);
    }
  }
});
