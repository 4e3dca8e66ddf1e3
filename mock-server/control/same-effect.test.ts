import { describe, expect, it } from 'vitest';
import { uid } from '../../core/arbitrary/world.ts';
import { type Behaviour, type ChatState, referenceBehaviour, resetUserConversation } from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { fourUsers } from '../testing/handler-session.ts';
import { sameEffect } from './same-effect.ts';

const stateOf = (world: World): ChatState => worldState(world, referenceBehaviour, 1_700_000_000);
const before = stateOf(fourUsers);

describe('two effects', () => {
  it('should be the same when nobody sees a difference', () => {
    const once = reset(before, {});
    expect(sameEffect(once, reset(before, {}))).toBe(true);
    // Whether nothing is hidden once more, nobody sees.
    expect(sameEffect(reset(once, {}), reset(once, { messagesAfterReset: 'visible' }))).toBe(true);
  });

  it.each<Partial<Behaviour>>([
    { withoutPreserveOrder: 'kept' },
    { withoutPreserveOrder: 'moved-last' },
    { messagesAfterReset: 'visible' },
    { deleteMessagesPermanentlyOmitted: 'as-true' },
  ])('should not be the same under %j', (choices) => {
    expect(sameEffect(reset(before, {}), reset(before, choices))).toBe(false);
  });

  const conversations = [{ between: ['alice', 'bob'] as const, messages: [{ alice: 'Hello Bob' }] }];
  const users = (unread: number) => [
    { uid: 'alice', list: [{ with: 'bob', unread }] },
    { uid: 'bob', list: [] },
  ];

  it.each<[what: string, world: World, choices: Partial<Behaviour>]>([
    ['what can be read', { users: users(0), conversations }, { messagesAfterReset: 'visible' }],
    ['what there is', { users: users(0), conversations }, { deleteMessagesPermanentlyOmitted: 'as-true' }],
    ['what is unread', { users: users(7) }, { messagesAfterReset: 'visible' }],
  ])('should not be the same when they differ in nothing but %s', (_, world, choices) => {
    const state = stateOf(world);
    expect(sameEffect(reset(state, {}), reset(state, choices))).toBe(false);
  });
});

function reset(state: ChatState, choices: Partial<Behaviour>): ChatState {
  const behaviour: Behaviour = { ...referenceBehaviour, missingConversation: 'accepted', ...choices };
  return resetUserConversation(state, { actor: uid('alice'), path: uid('bob') }, behaviour).state;
}
