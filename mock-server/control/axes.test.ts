import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { guids, namesIn, type Scenario, scenarioArb, uids } from '../../core/arbitrary/world.ts';
import {
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  singleAxes,
  statusCases,
} from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import type { Access } from '../authenticate.ts';
import { type Axis, axes as allAxes } from '../axis.ts';
import { createOpenHandler } from '../handle-request.ts';
import { fourUsers } from '../testing/handler-session.ts';
import { axesOf, type Basis } from './axes.ts';
import { sameEffect } from './same-effect.ts';

const literal = { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true };
const ofSilentGroup = ['DELETE /groups/silent/conversation', { preserveOrder: true }] as const;

// What the worlds and choices that are drawn below do not show.
describe('the answer to a reset', () => {
  it('should rest on when a group appears where nothing was written yet, as long as nobody reset it', () => {
    expect(axesFor(...ofSilentGroup).toSorted()).toEqual([
      'groupAppears',
      'missingConversation',
      'statuses.missingConversation',
    ]);
    const users = [{ uid: 'alice', list: [{ group: 'silent', hiddenUpTo: 5 }] }];
    const again = { users, groups: [{ guid: 'silent', members: ['alice'] }] };
    expect(axesFor(...ofSilentGroup, again)).not.toContain('groupAppears');
  });

  it('should rest on what becomes of unread messages, also where none can be read', () => {
    const users = [{ uid: 'alice', list: [{ with: 'bob', unread: 7 }] }, 'bob'];
    expect(axesFor('DELETE /users/alice/conversation', literal, { users })).toEqual(['messagesAfterReset']);
  });
});

describe('whatever a reset is, and whatever the behaviour', () => {
  // What is tried is as slow as it is plain: the handler under every other choice.
  const tried = (asked: Basis, behaviour: Behaviour): readonly Axis[] => {
    const under = (choice: Partial<Behaviour>) =>
      createOpenHandler({ ...behaviour, ...choice })(asked.before, asked.request, asked.at, asked.access);
    const { state, reply } = under({});
    const differs = (choice: Partial<Behaviour>): boolean => {
      const other = under(choice);
      return other.reply.status !== reply.status || other.reply.body !== reply.body || !sameEffect(other.state, state);
    };
    const marked = Object.fromEntries(statusCases.map((name, index) => [name, 1000 + index])) as Behaviour['statuses'];
    const met = statusCases[under({ statuses: marked }).reply.status - 1000];
    return [
      // The literal form stays: the specification does show that one.
      ...([['path-actor'], addressingForms] as const).flatMap((addressing) =>
        differs({ addressing }) ? (['addressing'] as const) : [],
      ),
      ...singleAxes.filter((axis) => axisValues[axis].some((value) => differs({ [axis]: value }))),
      ...(met === undefined ? [] : [`statuses.${met}` as const]),
    ];
  };

  const nearly = <Value>(value: Value, ...others: readonly Value[]) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const id = fc.oneof(fc.constantFrom(...uids), fc.constantFrom(...guids), nearly('a', 'AB', 'stranger', 'ü'));
  const fieldsArb = fc.record(
    {
      conversationWith: fc.oneof({ weight: 9, arbitrary: id }, { weight: 1, arbitrary: fc.constantFrom(7, null, '') }),
      deleteMessagesPermanently: nearly<unknown>(true, false, 'true', 'no', 1),
      preserveOrder: nearly<unknown>(true, false, 'true', '', 3),
      other: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const requestArb = fc
    .record({
      root: fc.constantFrom('users', 'users', 'users', 'groups', 'groups', 'nowhere'),
      id,
      actor: fc.oneof({ weight: 9, arbitrary: id }, { weight: 1, arbitrary: fc.constant('') }),
      body: fc.oneof(
        { weight: 9, arbitrary: fieldsArb.map((fields) => JSON.stringify(fields)) },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '[]') },
      ),
      type: nearly<string | undefined>('application/json', 'text/plain', undefined),
    })
    .map(({ root, id, actor, body, type }) => ({
      method: 'DELETE',
      url: `/v3/${root}/${encodeURIComponent(id)}/conversation`,
      headers: { onbehalfof: actor, 'content-type': type },
      body,
    }));
  const accessArb = nearly<Access>(
    undefined,
    ...(['missingApiKey', 'wrongApiKey', 'insufficientScope'] as const).map((kind) => ({ kind })),
  );
  // Where addressing is refused with a confirmation, that may be word for word the one of a reset without effect.
  const statusesArb = fc.subarray(
    statusCases.filter((name) => name !== 'refusedAddressing'),
    { maxLength: 3 },
  );

  /** One that can be done. */
  const rightRequest = ({ actor, conversation, behaviour, options: { form, ...fields } }: Scenario) => {
    const isUser = conversation.kind === 'user';
    const names = isUser
      ? namesIn(behaviour.addressing[form % behaviour.addressing.length] ?? 'path-actor', actor, conversation.uid)
      : { path: conversation.guid };
    const { path, ...named } = { conversationWith: undefined, ...names };
    return {
      method: 'DELETE',
      url: `/v3/${isUser ? 'users' : 'groups'}/${path}/conversation`,
      headers: { onbehalfof: actor, 'content-type': 'application/json' },
      body: JSON.stringify({ ...named, ...fields }),
    };
  };

  it('should rest on exactly those choices of which another one makes a difference, and some time on each', () => {
    const seen = new Set<Axis>();
    fc.assert(
      fc.property(
        scenarioArb,
        fc.option(requestArb, { nil: undefined }),
        accessArb,
        statusesArb,
        (scenario, drawnRequest, access, accepted) => {
          const { state: before, behaviour: drawn } = scenario;
          const request = drawnRequest ?? rightRequest(scenario);
          const statuses = { ...drawn.statuses, ...Object.fromEntries(accepted.map((name) => [name, 200])) };
          const asked = { request, access, before, at: 1 };
          const behaviour = { ...drawn, statuses };
          // Another choice about joining would have made other states; the cases above are about it.
          const found = axesOf(asked, behaviour).filter((axis) => axis !== 'groupAppears');
          expect(found.toSorted()).toEqual([...new Set(tried(asked, behaviour))].toSorted());
          for (const axis of found) seen.add(axis);
        },
      ),
      { numRuns: 1000 },
    );
    expect([...seen, 'groupAppears'].sort()).toEqual(allAxes.toSorted());
  });
});

describe('an answer to anything else', () => {
  it.each([
    ['GET /conversations', undefined],
    ['POST /users', { uid: 'ZOE', name: 'Zoe' }],
    ['GET /users/zoe', undefined],
  ])('should rest on nothing that the specification could say: %s %j', (line, body) => {
    expect(axesFor(line, body)).toEqual([]);
  });
});

// Helpers

function axesFor(line: string, body: unknown, world: World = fourUsers): readonly Axis[] {
  const [method = '', path = ''] = line.split(' ');
  const before = worldState(world, referenceBehaviour, 1_700_000_000);
  const request = {
    method,
    url: `/v3${path}`,
    headers: { onbehalfof: 'alice', 'content-type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  };
  return axesOf({ request, access: undefined, before, at: 1_700_000_001 }, referenceBehaviour);
}
