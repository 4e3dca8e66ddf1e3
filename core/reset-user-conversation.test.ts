import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  type Case,
  happen,
  reset,
  sightOf,
  sightsExcept,
  textsOf,
  uid,
  userResetCaseArb,
  type WithUser,
} from './arbitrary/world.ts';
import { type Addressing, type Behaviour, referenceBehaviour } from './behaviour.ts';
import { type ChatState, emptyState } from './chat-state.ts';
import { withUser } from './conversation.ts';
import { resetUserConversation } from './reset-user-conversation.ts';

const permanent = (drawn: Case<WithUser>, permanentDeletion: Behaviour['permanentDeletion']): Case<WithUser> => ({
  ...drawn,
  behaviour: { ...drawn.behaviour, permanentDeletion },
  options: { ...drawn.options, deleteMessagesPermanently: true },
});

const stateAfter = ({ state, actor, conversation, options, behaviour }: Case<WithUser>): ChatState =>
  reset(state, actor, conversation, options, behaviour).state;

describe('a permanent deletion', () => {
  law(
    'should, for everyone, take all messages of the pair from both, and nothing else from anyone',
    [userResetCaseArb],
    (drawn) => {
      const { state, actor, conversation } = drawn;
      const other = conversation.uid;
      const after = stateAfter(permanent(drawn, 'for-everyone'));
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

  law('should, for the acting user only, leave everybody else all they had', [userResetCaseArb], (drawn) => {
    const after = stateAfter(permanent(drawn, 'for-actor'));
    expect(textsOf(after, drawn.actor, drawn.conversation)).toEqual([]);
    expect(sightsExcept(after, drawn.actor)).toEqual(sightsExcept(drawn.state, drawn.actor));
  });

  law(
    'should be what an omitted deleteMessagesPermanently means where the behaviour says so, and no deletion elsewhere',
    [userResetCaseArb],
    (drawn) => {
      const { deleteMessagesPermanently: _, ...omitted } = drawn.options;
      const meant = drawn.behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
      expect(stateAfter({ ...drawn, options: omitted })).toEqual(
        stateAfter({ ...drawn, options: { ...omitted, deleteMessagesPermanently: meant } }),
      );
    },
  );
});

describe('the names given', () => {
  const [actor, other, third] = [uid('actor'), uid('other'), uid('third')];
  const people = [actor, other, third].reduce(
    (state, user) => happen(state, { do: 'create user', uid: user }, referenceBehaviour).state,
    emptyState,
  );
  const world = [other, third].reduce(
    (state, user) => happen(state, { do: 'send', by: actor, to: withUser(user) }, referenceBehaviour).state,
    people,
  );
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
  ] as const)('should say for path %s and conversationWith %s: %s', (path, conversationWith, form) => {
    for (const addressing of subsets) {
      const names = conversationWith === undefined ? { actor, path } : { actor, path, conversationWith };
      const step = resetUserConversation(world, names, { ...referenceBehaviour, addressing });
      if (form !== undefined && addressing.includes(form)) {
        expect(step.outcome).toEqual({ ok: true, value: { actor, conversation: { kind: 'user', uid: other } } });
        expect(sightOf(step.state, actor)?.list.map((row) => row.name)).toEqual(['user third']);
      } else {
        expect(step.outcome).toEqual({ ok: false, refusal: { kind: 'refusedAddressing' } });
        expect(step.state).toBe(world);
      }
    }
  });
});
