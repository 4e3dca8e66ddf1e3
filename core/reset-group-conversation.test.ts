import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  groupResetCaseArb,
  guid,
  guidArb,
  happen,
  reset,
  strangerGuid,
  strangerUid,
  textsOf,
  uid,
  uidArb,
  uids,
  worldArb,
} from './arbitrary/world.ts';
import { referenceBehaviour } from './behaviour.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import { withGroup } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';
import { resetGroupConversation } from './reset-group-conversation.ts';

describe('a group reset', () => {
  law(
    'should never delete a message for the other members, whatever the behaviour',
    [groupResetCaseArb],
    ({ state, actor, conversation, options, behaviour }) => {
      const after = reset(state, actor, conversation, options, behaviour).state;
      for (const member of uids.filter((user) => user !== actor)) {
        expect(textsOf(after, member, conversation)).toEqual(textsOf(state, member, conversation));
      }
    },
  );

  law(
    'should answer whose conversation was reset, and which',
    [groupResetCaseArb],
    ({ state, actor, conversation, options, behaviour }) => {
      const { outcome } = reset(state, actor, conversation, options, behaviour);
      expect(outcome).toEqual({ ok: true, value: { actor, conversation } });
    },
  );

  law(
    'should, by somebody who is no member, be refused or have no effect',
    [worldArb, uidArb, guidArb],
    ({ state, behaviour }, actor, guid) => {
      fc.pre(textsOf(state, actor, withGroup(guid)) === 'nonMember');
      const { state: after, outcome } = resetGroupConversation(state, { actor, guid }, behaviour);
      expect(after).toBe(state);
      expect(outcome).toEqual(
        behaviour.nonMember === 'accepted'
          ? { ok: true, value: { actor, conversation: { kind: 'group', guid } } }
          : { ok: false, refusal: { kind: 'nonMember', uid: actor, guid } },
      );
    },
  );

  law(
    'should leave the member a member, who gets what is written next',
    [groupResetCaseArb],
    ({ state, actor, conversation, options, behaviour }) => {
      const after = reset(state, actor, conversation, options, behaviour).state;
      const before = textsOf(after, actor, conversation).length;
      const sent = happen(after, { do: 'send', by: actor, to: conversation }, behaviour);
      expect(sent.outcome.ok).toBe(true);
      expect(textsOf(sent.state, actor, conversation)).toHaveLength(before + 1);
    },
  );

  it('should be refused in the order acting user, group, membership, conversation', () => {
    const [member, nobody, group] = [uid('member'), uid('nobody'), guid('group')];
    const people = [member, nobody].reduce(
      (state, user) => happen(state, { do: 'create user', uid: user }, referenceBehaviour).state,
      emptyState,
    );
    const joined = happen(people, { do: 'create group', guid: group, owner: member }, referenceBehaviour).state;
    const written = happen(joined, { do: 'send', by: member, to: withGroup(group) }, referenceBehaviour).state;
    const kindOf = (state: ChatState, actor: Uid, guid: Guid) => {
      const { outcome } = resetGroupConversation(state, { actor, guid }, referenceBehaviour);
      return outcome.ok ? 'accepted' : outcome.refusal;
    };
    expect(kindOf(written, strangerUid, strangerGuid)).toEqual({ kind: 'unknownActor', uid: strangerUid });
    expect(kindOf(written, nobody, strangerGuid)).toEqual({ kind: 'unknownGroup', guid: strangerGuid });
    expect(kindOf(written, nobody, group)).toEqual({ kind: 'nonMember', uid: nobody, guid: group });
    expect(kindOf(joined, member, group)).toEqual({ kind: 'missingConversation' });
    expect(kindOf(written, member, group)).toBe('accepted');
  });

  law(
    'should be refused to those who do not exist, and for groups that do not, also where it is open to non-members',
    [groupResetCaseArb],
    ({ state, actor, conversation, behaviour }) => {
      const open = { ...behaviour, nonMember: 'accepted' } as const;
      const refusal = (by: Uid, guid: Guid) => {
        const { state: after, outcome } = resetGroupConversation(state, { actor: by, guid }, open);
        expect(after).toBe(state);
        return outcome.ok ? undefined : outcome.refusal;
      };
      expect(refusal(strangerUid, conversation.guid)).toEqual({ kind: 'unknownActor', uid: strangerUid });
      expect(refusal(actor, strangerGuid)).toEqual({ kind: 'unknownGroup', guid: strangerGuid });
    },
  );
});
