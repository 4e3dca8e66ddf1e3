import { describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type ChatState,
  parseUid,
  referenceBehaviour,
  resetUserConversation,
  type Uid,
} from '../../core/index.ts';
import { worldState } from '../../fixtures/world.ts';
import { fourUsers } from '../handler-session.ts';
import { sameEffect } from './same-effect.ts';

const before = worldState(fourUsers, referenceBehaviour, 1_700_000_000);

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
});

function reset(state: ChatState, choices: Partial<Behaviour>): ChatState {
  const behaviour: Behaviour = { ...referenceBehaviour, missingConversation: 'accepted', ...choices };
  return resetUserConversation(state, { actor: uid('alice'), path: uid('bob') }, behaviour).state;
}

function uid(raw: string): Uid {
  const parsed = parseUid(raw, 'folded');
  if (!parsed.ok) throw new Error(raw);
  return parsed.value;
}
