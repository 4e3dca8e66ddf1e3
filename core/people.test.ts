import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  eventArb,
  groupResetCaseArb,
  guidArb,
  guids,
  happen,
  listOf,
  sightOf,
  sightsExcept,
  strangerGuid,
  strangerUid,
  suchThat,
  textsOf,
  uidArb,
  uids,
  userResetCaseArb,
  worldArb,
} from './arbitrary/world.ts';
import { referenceBehaviour } from './behaviour.ts';
import type { ChatState } from './chat-state.ts';
import { withGroup, withUser } from './conversation.ts';
import type { Guid, Uid } from './ids.ts';
import { get } from './tree.ts';

/** A user who is not a member of a group yet, and both exist. */
const joinArb = suchThat(
  fc.tuple(worldArb, guidArb, uidArb).map(([world, guid, user]) => ({ ...world, guid, user })),
  ({ state, guid, user }) => groupExists(state, guid) && exists(state, user) && !isMember(state, user, guid),
);

describe('every command', () => {
  law(
    'should give back the very state when it refuses',
    [worldArb, fc.array(eventArb, { minLength: 20, maxLength: 20 })],
    ({ state, behaviour }, events) => {
      const steps = events.map((event) => happen(state, event, behaviour)).filter((step) => !step.outcome.ok);
      expect(steps.filter((step) => step.state !== state)).toEqual([]);
    },
  );

  law('should leave the state that it was given as it was', [worldArb, eventArb], ({ state, behaviour }, event) => {
    const before = sightsExcept(state);
    happen(state, event, behaviour);
    expect(sightsExcept(state)).toEqual(before);
  });

  law(
    'should leave nothing behind once all people and groups are removed',
    [worldArb, fc.boolean()],
    ({ state, behaviour }, peopleFirst) => {
      const people = uids.map((user) => ({ do: 'remove user' as const, uid: user }));
      const groups = guids.map((guid) => ({ do: 'remove group' as const, guid }));
      const story = peopleFirst ? [...people, ...groups] : [...groups, ...people];
      const after = story.reduce((now, event) => happen(now, event, behaviour).state, state);
      expect(after).toEqual({ users: undefined, groups: undefined, histories: undefined, counter: after.counter });
    },
  );
});

describe('a user created', () => {
  law(
    'should have an empty list and nothing to read, and change no list or message of others',
    [worldArb, uidArb],
    ({ state, behaviour }, user) => {
      const { state: after, outcome } = happen(state, { do: 'create user', uid: user }, behaviour, 7);
      if (exists(state, user)) {
        expect(outcome).toEqual({ ok: false, refusal: { kind: 'userExists', uid: user } });
        return;
      }
      expect(outcome).toMatchObject({ ok: true, value: { uid: user, name: `user ${user}`, createdAt: 7 } });
      const { list, messages = {} } = sightOf(after, user) ?? {};
      expect(list).toEqual([]);
      expect(Object.values(messages).filter((texts) => Array.isArray(texts) && texts.length > 0)).toEqual([]);
      for (const other of uids.filter((other) => other !== user)) {
        const name = `user ${user}`;
        const [before, now] = [sightOf(state, other), sightOf(after, other)];
        expect(now?.list).toEqual(before?.list);
        expect({ ...now?.messages, [name]: '' }).toEqual({ ...before?.messages, [name]: '' });
      }
    },
  );
});

describe('a user removed', () => {
  law(
    'should leave every list, whose other rows stay as they were',
    [userResetCaseArb],
    ({ state, behaviour, conversation }) => {
      const gone = conversation.uid;
      const after = happen(state, { do: 'remove user', uid: gone }, behaviour).state;
      expect(exists(after, gone)).toBe(false);
      for (const other of uids.filter((user) => user !== gone)) {
        const [before, now] = [sightOf(state, other), sightOf(after, other)];
        expect(now?.list).toEqual(before?.list.filter((row) => row.name !== `user ${gone}`));
        expect({ ...now?.messages, [`user ${gone}`]: '' }).toEqual({ ...before?.messages, [`user ${gone}`]: '' });
      }
    },
  );

  law(
    'should come back as a stranger: no messages with anyone, member of nothing',
    [userResetCaseArb],
    ({ state, behaviour, conversation }) => {
      const gone = conversation.uid;
      const removed = happen(state, { do: 'remove user', uid: gone }, behaviour).state;
      const back = happen(removed, { do: 'create user', uid: gone }, behaviour).state;
      expect(listOf(back, gone)).toEqual([]);
      for (const other of uids.filter((user) => user !== gone && exists(back, user))) {
        expect(textsOf(back, gone, withUser(other))).toEqual([]);
        expect(textsOf(back, other, withUser(gone))).toEqual([]);
      }
      expect(guids.filter((guid) => isMember(back, gone, guid))).toEqual([]);
    },
  );

  law(
    'should own no group any more, while the owners of others stay',
    [worldArb, uidArb, uidArb, guidArb],
    ({ state, behaviour }, owner, gone, guid) => {
      fc.pre(exists(state, owner) && exists(state, gone));
      const story = [
        { do: 'remove group', guid },
        { do: 'create group', guid, owner },
        { do: 'join', guid, uid: gone },
        { do: 'remove user', uid: gone },
      ] as const;
      const after = story.reduce((now, event) => happen(now, event, behaviour).state, state);
      expect(get(after.groups, guid)?.owner).toBe(owner === gone ? undefined : owner);
    },
  );

  law('should be refused when there is none', [worldArb, uidArb], ({ state, behaviour }, user) => {
    const refused = happen(state, { do: 'remove user', uid: strangerUid }, behaviour);
    expect(refused.outcome).toEqual({ ok: false, refusal: { kind: 'unknownUser', uid: strangerUid } });
    const { outcome } = happen(state, { do: 'remove user', uid: user }, behaviour);
    if (exists(state, user)) expect(outcome.ok).toBe(true);
    else expect(outcome).toEqual({ ok: false, refusal: { kind: 'unknownUser', uid: user } });
  });
});

describe('a group created', () => {
  law(
    'should have its owner as its only member, and no messages',
    [worldArb, guidArb, uidArb],
    ({ state, behaviour }, guid, owner) => {
      const { state: after, outcome } = happen(state, { do: 'create group', guid, owner }, behaviour, 7);
      if (groupExists(state, guid)) {
        expect(outcome).toEqual({ ok: false, refusal: { kind: 'groupExists', guid } });
      } else if (!exists(state, owner)) {
        expect(outcome).toEqual({ ok: false, refusal: { kind: 'unknownUser', uid: owner } });
      } else {
        expect(outcome).toMatchObject({ ok: true, value: { guid, owner, name: `group ${guid}`, createdAt: 7 } });
        expect(membersOf(after, guid)).toEqual([owner]);
        expect(textsOf(after, owner, withGroup(guid))).toEqual([]);
      }
    },
  );

  law('should have no members without an owner', [worldArb, guidArb], ({ state, behaviour }, guid) => {
    const free = happen(state, { do: 'remove group', guid }, behaviour).state;
    const created = happen(free, { do: 'create group', guid, owner: undefined }, behaviour);
    expect(created.outcome).toMatchObject({ ok: true, value: { guid, name: `group ${guid}`, type: 'public' } });
    expect(created.outcome.ok && created.outcome.value).not.toHaveProperty('owner');
    expect(membersOf(created.state, guid)).toEqual([]);
  });

  law('should not be for an owner who does not exist', [worldArb], ({ state, behaviour }) => {
    const created = happen(state, { do: 'create group', guid: strangerGuid, owner: strangerUid }, behaviour);
    expect(created.outcome).toEqual({ ok: false, refusal: { kind: 'unknownUser', uid: strangerUid } });
    expect(created.state).toBe(state);
  });
});

describe('a group removed', () => {
  law(
    'should leave every list, whose other rows stay as they were',
    [groupResetCaseArb],
    ({ state, behaviour, conversation }) => {
      const after = happen(state, { do: 'remove group', guid: conversation.guid }, behaviour).state;
      const name = `group ${conversation.guid}`;
      for (const user of uids.filter((user) => exists(state, user))) {
        const before = sightOf(state, user);
        expect(sightOf(after, user)).toEqual({
          list: before?.list.filter((row) => row.name !== name),
          messages: { ...before?.messages, [name]: 'unknownGroup' },
        });
      }
    },
  );

  law(
    'should have no messages when it is created anew',
    [groupResetCaseArb],
    ({ state, behaviour, actor, conversation }) => {
      const { guid } = conversation;
      const removed = happen(state, { do: 'remove group', guid }, behaviour).state;
      const anew = happen(removed, { do: 'create group', guid, owner: actor }, behaviour).state;
      expect(textsOf(anew, actor, conversation)).toEqual([]);
      const sent = happen(anew, { do: 'send', by: actor, to: conversation }, behaviour).state;
      expect(textsOf(sent, actor, conversation)).toHaveLength(1);
    },
  );

  law('should be refused when there is none', [worldArb], ({ state, behaviour }) => {
    const { outcome } = happen(state, { do: 'remove group', guid: strangerGuid }, behaviour);
    expect(outcome).toEqual({ ok: false, refusal: { kind: 'unknownGroup', guid: strangerGuid } });
  });
});

describe('a member added', () => {
  law(
    'should have the conversation on top where joining shows it, and not before its first message elsewhere',
    [joinArb],
    ({ state, behaviour, guid, user }) => {
      const after = happen(state, { do: 'join', guid, uid: user }, behaviour, 1_000).state;
      const before = sightOf(state, user);
      const row = { name: `group ${guid}`, unread: 0, createdAt: 1_000, updatedAt: 1_000 };
      const last = textsOf(after, user, withGroup(guid)).at(-1);
      expect(sightOf(after, user)?.list).toEqual(
        behaviour.groupAppears === 'joining' ? [{ ...row, last }, ...(before?.list ?? [])] : before?.list,
      );

      const sent = happen(after, { do: 'send', by: user, to: withGroup(guid) }, behaviour).state;
      expect(listOf(sent, user)).toEqual([`group ${guid}`, ...listOf(state, user)]);
    },
  );

  law(
    'should change nothing for anyone else, nor any other conversation',
    [joinArb],
    ({ state, behaviour, guid, user }) => {
      const after = happen(state, { do: 'join', guid, uid: user }, behaviour).state;
      expect(sightsExcept(after, user)).toEqual(sightsExcept(state, user));
      expect({ ...sightOf(after, user)?.messages, [`group ${guid}`]: '' }).toEqual({
        ...sightOf(state, user)?.messages,
        [`group ${guid}`]: '',
      });
    },
  );

  law(
    'should be refused twice, to those who do not exist, and to a group that does not',
    [worldArb, uidArb, guidArb],
    ({ state, behaviour }, user, guid) => {
      const refusal = (after: ChatState, into: Guid, member: Uid) => {
        const { outcome } = happen(after, { do: 'join', guid: into, uid: member }, behaviour);
        return outcome.ok ? undefined : outcome.refusal;
      };
      expect(refusal(state, strangerGuid, strangerUid)).toEqual({ kind: 'unknownGroup', guid: strangerGuid });
      fc.pre(groupExists(state, guid));
      expect(refusal(state, guid, strangerUid)).toEqual({ kind: 'unknownUser', uid: strangerUid });
      fc.pre(exists(state, user));
      const joined = happen(state, { do: 'join', guid, uid: user }, behaviour).state;
      expect(refusal(joined, guid, user)).toEqual({ kind: 'alreadyMember', uid: user, guid });
    },
  );
});

describe('a member removed', () => {
  law(
    'should lose the row and the access, and nothing else; the others lose nothing',
    [groupResetCaseArb],
    ({ state, behaviour, actor, conversation }) => {
      const { guid } = conversation;
      const after = happen(state, { do: 'leave', guid, uid: actor }, behaviour).state;
      const before = sightOf(state, actor);
      const name = `group ${guid}`;
      expect(sightOf(after, actor)).toEqual({
        list: before?.list.filter((row) => row.name !== name),
        messages: { ...before?.messages, [name]: 'nonMember' },
      });
      expect(sightsExcept(after, actor)).toEqual(sightsExcept(state, actor));
    },
  );

  law(
    'should read, back again, what could be read before, with nothing unread',
    [groupResetCaseArb],
    ({ state, behaviour, actor, conversation }) => {
      const { guid } = conversation;
      const left = happen(state, { do: 'leave', guid, uid: actor }, behaviour).state;
      const back = happen(left, { do: 'join', guid, uid: actor }, behaviour).state;
      expect(textsOf(back, actor, conversation)).toEqual(textsOf(state, actor, conversation));
      const sent = happen(back, { do: 'send', by: actor, to: conversation }, behaviour).state;
      expect(sightOf(sent, actor)?.list[0]).toMatchObject({ name: `group ${guid}`, unread: 0 });
    },
  );

  law(
    'should be refused to be removed a second time',
    [groupResetCaseArb],
    ({ state, behaviour, actor, conversation }) => {
      const leave = { do: 'leave', guid: conversation.guid, uid: actor } as const;
      const left = happen(state, leave, behaviour).state;
      const again = happen(left, leave, behaviour);
      expect(again.outcome).toEqual({
        ok: false,
        refusal: { kind: 'notAMember', uid: actor, guid: conversation.guid },
      });
      expect(again.state).toBe(left);
    },
  );

  law('should be refused to those who are none', [worldArb, uidArb, guidArb], ({ state, behaviour }, user, guid) => {
    const refusal = (from: Guid, member: Uid) => {
      const { outcome } = happen(state, { do: 'leave', guid: from, uid: member }, behaviour);
      return outcome.ok ? undefined : outcome.refusal;
    };
    expect(refusal(strangerGuid, strangerUid)).toEqual({ kind: 'unknownGroup', guid: strangerGuid });
    fc.pre(groupExists(state, guid));
    expect(refusal(guid, strangerUid)).toEqual({ kind: 'unknownUser', uid: strangerUid });
    fc.pre(exists(state, user) && !isMember(state, user, guid));
    expect(refusal(guid, user)).toEqual({ kind: 'notAMember', uid: user, guid });
  });
});

// Helpers

function exists(state: ChatState, user: Uid): boolean {
  return sightOf(state, user) !== undefined;
}

function groupExists(state: ChatState, guid: Guid): boolean {
  return happen(state, { do: 'remove group', guid }, referenceBehaviour).outcome.ok;
}

function isMember(state: ChatState, user: Uid, guid: Guid): boolean {
  return exists(state, user) && Array.isArray(textsOf(state, user, withGroup(guid)));
}

function membersOf(state: ChatState, guid: Guid): readonly Uid[] {
  return uids.filter((user) => isMember(state, user, guid));
}
