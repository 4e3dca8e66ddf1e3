import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  conversationArb,
  everyConversation,
  nameOf,
  reset,
  resetCaseArb,
  sightOf,
  sightsExcept,
  strangerGuid,
  strangerUid,
  suchThat,
  textsOf,
  uidArb,
  uids,
  type World,
  worldArb,
} from './arbitrary/world.ts';
import { type Conversation, withGroup, withUser } from './conversation.ts';
import type { Uid } from './ids.ts';
import { type SendMessage, sendMessage } from './send-message.ts';

const letter = (sender: Uid, to: Conversation): SendMessage => ({
  ...{ sender, to, at: 1_000 },
  ...{ category: 'message', type: 'text', text: 'news' },
});

/** A message that may be sent, and the conversation as each participant sees it. */
const deliveryArb = suchThat(
  fc
    .tuple(worldArb, uidArb, conversationArb)
    .map(([world, sender, to]) => ({ ...world, sender, to, sides: sidesOf(world, sender, to) })),
  ({ state, sender, to }) => sendMessage(state, letter(sender, to)).outcome.ok,
);

function sidesOf({ state }: World, sender: Uid, to: Conversation): ReadonlyMap<Uid, Conversation> {
  if (to.kind === 'user') {
    return new Map([
      [sender, to],
      [to.uid, withUser(sender)],
    ]);
  }
  const members = uids.filter((user) => Array.isArray(textsOf(state, user, to)));
  return new Map(members.map((member) => [member, to]));
}

describe('a message sent', () => {
  law(
    'should put the conversation on top for every participant, and leave all other rows as they were',
    [deliveryArb],
    ({ state, sender, to, sides }) => {
      const after = sendMessage(state, letter(sender, to)).state;
      for (const [user, conversation] of sides) {
        const name = nameOf(conversation);
        const before = sightOf(state, user)?.list ?? [];
        const [top, ...rest] = sightOf(after, user)?.list ?? [];
        expect(rest).toEqual(before.filter((row) => row.name !== name));

        const old = before.find((row) => row.name === name);
        expect(top).toMatchObject({ name, last: 'news', createdAt: old?.createdAt ?? 1_000, updatedAt: 1_000 });
      }
    },
  );

  law(
    'should bring back on top, as a row created now, what a reset removed from the list',
    [resetCaseArb],
    ({ state, actor, conversation, options, behaviour }) => {
      const removing = { ...behaviour, withoutPreserveOrder: 'removed' } as const;
      const removed = reset(state, actor, conversation, { ...options, preserveOrder: false }, removing).state;
      const after = sendMessage(removed, letter(actor, conversation)).state;
      const [top, ...rest] = sightOf(after, actor)?.list ?? [];
      expect(top).toMatchObject({ name: nameOf(conversation), createdAt: 1_000, updatedAt: 1_000 });
      expect(rest).toEqual(sightOf(removed, actor)?.list);
    },
  );

  law('should count as unread for all participants but the sender', [deliveryArb], ({ state, sender, to, sides }) => {
    const after = sendMessage(state, letter(sender, to)).state;
    for (const [user, conversation] of sides) {
      const before = sightOf(state, user)?.list.find((row) => row.name === nameOf(conversation));
      // What a row had unread before it left the list is not shown: at least the new message counts.
      if (before === undefined)
        expect(sightOf(after, user)?.list[0]?.unread ?? 0).toBeGreaterThanOrEqual(user === sender ? 0 : 1);
      else expect(sightOf(after, user)?.list[0]?.unread).toBe(before.unread + (user === sender ? 0 : 1));
    }
  });

  law(
    'should be read last by every participant, in that conversation and in no other',
    [deliveryArb],
    ({ state, sender, to, sides }) => {
      const after = sendMessage(state, letter(sender, to)).state;
      for (const user of uids) {
        for (const conversation of everyConversation) {
          const before = textsOf(state, user, conversation);
          const side = sides.get(user);
          const inIt = side !== undefined && nameOf(side) === nameOf(conversation);
          expect(textsOf(after, user, conversation)).toEqual(inIt ? [...before, 'news'] : before);
        }
      }
    },
  );

  law('should change nothing for those who do not take part', [deliveryArb], ({ state, sender, to, sides }) => {
    const after = sendMessage(state, letter(sender, to)).state;
    expect(sightsExcept(after, ...sides.keys())).toEqual(sightsExcept(state, ...sides.keys()));
  });

  law(
    'should be answered as it was sent, with an id above all earlier ones',
    [deliveryArb],
    ({ state, sender, to }) => {
      const one = sendMessage(state, letter(sender, to));
      const two = sendMessage(one.state, { ...letter(sender, to), category: 'custom', type: 'image', text: '' });
      if (!one.outcome.ok || !two.outcome.ok) throw new Error('a second message was refused');
      const { id } = one.outcome.value;
      expect(one.outcome.value).toEqual({
        ...{ id, sender, category: 'message', type: 'text', text: 'news', sentAt: 1_000 },
      });
      expect(two.outcome.value).toMatchObject({ sender, category: 'custom', type: 'image', text: '' });
      expect(two.outcome.value.id).toBeGreaterThan(id);
    },
  );

  law(
    'should be refused to and from those who do not exist, to oneself, and to a group of others',
    [worldArb, uidArb, conversationArb],
    ({ state }, sender, to) => {
      const refusal = (by: Uid, other: Conversation) => {
        const { state: after, outcome } = sendMessage(state, letter(by, other));
        if (!outcome.ok) expect(after).toBe(state);
        return outcome.ok ? undefined : outcome.refusal;
      };
      expect(refusal(strangerUid, to)).toEqual({ kind: 'unknownActor', uid: strangerUid });
      fc.pre(sightOf(state, sender) !== undefined);
      expect(refusal(sender, withUser(strangerUid))).toEqual({ kind: 'unknownUser', uid: strangerUid });
      expect(refusal(sender, withGroup(strangerGuid))).toEqual({ kind: 'unknownGroup', guid: strangerGuid });
      expect(refusal(sender, withUser(sender))).toEqual({ kind: 'withOneself', uid: sender });
      if (to.kind === 'group' && textsOf(state, sender, to) === 'nonMember') {
        expect(refusal(sender, to)).toEqual({ kind: 'notAMember', uid: sender, guid: to.guid });
      }
    },
  );
});
