import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { type Case, guids, namesIn, resetCaseArb, uids } from '../../core/arbitrary/world.ts';
import {
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  singleAxes,
  statusCases,
} from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { type Access, accessOf } from '../authenticate.ts';
import { type Axis, axes as allAxes } from '../axis.ts';
import { createOpenHandler } from '../handle-request.ts';
import { fourUsers } from '../testing/handler-session.ts';
import { type Asked, axesOf } from './axes.ts';
import { sameEffect } from './same-effect.ts';

interface Said {
  readonly path?: string;
  readonly as?: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly under?: Partial<Behaviour>;
}

/** A reset that rests on nothing that a caller can avoid. */
const literal: Said = {
  path: '/users/alice/conversation',
  body: { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true },
};
const toGroup = '/groups/climbers/conversation';
const ordered = { preserveOrder: true };

const cases: readonly (readonly [what: string, said: Said, axes: readonly Axis[]])[] = [
  ['said in full', {}, ['messagesAfterReset']],
  ['said in full, permanently', { body: { ...bodyOf(), deleteMessagesPermanently: true } }, ['permanentDeletion']],
  ['of a group, said in full', { path: toGroup, body: ordered }, ['messagesAfterReset']],
  ['without preserveOrder', { path: toGroup, body: {} }, ['withoutPreserveOrder', 'messagesAfterReset']],
  [
    'without deleteMessagesPermanently',
    { body: { conversationWith: 'bob', preserveOrder: true } },
    ['messagesAfterReset', 'deleteMessagesPermanentlyOmitted'],
  ],
  [
    'that names the other in the path',
    { path: '/users/bob/conversation', body: { ...bodyOf(), conversationWith: undefined } },
    ['addressing', 'messagesAfterReset'],
  ],
  ['that names nobody else', { body: ordered }, ['statuses.refusedAddressing']],
  [
    'of a conversation that is not there',
    { body: { ...bodyOf(), conversationWith: 'dave' } },
    ['missingConversation', 'statuses.missingConversation'],
  ],
  ['by a stranger to the group', { path: toGroup, as: 'dave', body: ordered }, ['nonMember', 'statuses.nonMember']],
  [
    'with a field of the wrong type',
    { body: { ...bodyOf(), preserveOrder: 'true' } },
    ['wrongType', 'statuses.wrongType'],
  ],
  ['with a field that is none', { body: { ...bodyOf(), x: 1 } }, ['messagesAfterReset', 'unknownField']],
  ['with no body', { path: toGroup, body: '' }, ['withoutPreserveOrder', 'messagesAfterReset', 'emptyBody']],
  [
    'without its type',
    { path: toGroup, body: ordered, headers: { 'content-type': undefined } },
    ['messagesAfterReset', 'missingContentType'],
  ],
  ['in capitals', { as: 'ALICE', path: '/users/ALICE/conversation' }, ['messagesAfterReset', 'identifierCase']],
  [
    'of a group where nothing was written yet',
    { path: '/groups/silent/conversation', body: ordered },
    ['missingConversation', 'groupAppears', 'statuses.missingConversation'],
  ],
  ['that is no JSON', { body: '{' }, ['statuses.malformedBody']],
  ['by nobody', { headers: { onbehalfof: undefined } }, ['statuses.missingOnBehalfOf']],
  ['by somebody unknown', { as: 'zoe' }, ['statuses.unknownActor']],
  ['with somebody unknown', { body: { ...bodyOf(), conversationWith: 'zoe' } }, ['statuses.unknownUser']],
  ['of an unknown group', { path: '/groups/none/conversation', body: ordered }, ['statuses.unknownGroup']],
  ['without a key', { headers: { apikey: undefined } }, ['statuses.missingApiKey']],
  ['with a wrong key', { headers: { apikey: 'wrong' } }, ['statuses.wrongApiKey']],
  ['with a weak key', { headers: { apikey: 'weak' } }, ['statuses.insufficientScope']],
  ['under no known path', { path: '/user/alice/conversation' }, ['statuses.unknownRoute']],
  [
    'whose body comes without its type, refused',
    {
      headers: { 'content-type': undefined },
      under: { missingContentType: 'rejected' },
    },
    ['missingContentType', 'statuses.missingContentType'],
  ],
  [
    'with a field that is none, refused',
    {
      body: { ...bodyOf(), x: 1 },
      under: { unknownField: 'rejected' },
    },
    ['unknownField', 'statuses.unknownField'],
  ],
  [
    'with no body, refused',
    { path: toGroup, body: '', under: { emptyBody: 'rejected' } },
    ['emptyBody', 'statuses.emptyBody'],
  ],
  [
    'that names the other in the path, refused',
    {
      path: '/users/bob/conversation',
      body: ordered,
      under: { addressing: ['path-actor'] },
    },
    ['addressing', 'statuses.refusedAddressing'],
  ],
];

describe('the answer to a reset', () => {
  it.each(cases)('should rest on what it does: %s', (_, said, axes) => {
    expect(axesFor(said).toSorted()).toEqual(axes.toSorted());
  });

  it('should rest on what becomes of unread messages, also where none can be read', () => {
    const users = [{ uid: 'alice', list: [{ with: 'bob', unread: 7 }] }, 'bob'];
    expect(axesFor({}, { users })).toEqual(['messagesAfterReset']);
    expect(axesFor({}, { users: ['alice', 'bob'], conversations: [] })).toContain('missingConversation');
  });

  it('should rest on when a group appears only as long as nobody reset it', () => {
    const users = [{ uid: 'alice', list: [{ group: 'silent', hiddenUpTo: 5 }] }];
    const again = { users, groups: [{ guid: 'silent', members: ['alice'] }] };
    expect(axesFor({ path: '/groups/silent/conversation', body: ordered }, again)).not.toContain('groupAppears');
  });

  it('should have been seen to rest on every axis, and on every status', () => {
    const seen = new Set(cases.flatMap(([, , axes]) => axes));
    expect([...seen].sort()).toEqual(allAxes.toSorted());
  });
});

describe('whatever a reset is, and whatever the behaviour', () => {
  // What is tried is as slow as it is plain: the handler under every other choice.
  const tried = (asked: Asked, behaviour: Behaviour): readonly Axis[] => {
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
      root: fc.constantFrom('users', 'users', 'groups'),
      id,
      actor: id,
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
  const accessArb = nearly<Access>('full', 'missing', 'wrong', 'authOnly');
  // Where addressing is refused with a confirmation, that may be word for word the one of a reset without effect.
  const statusesArb = fc.subarray(
    statusCases.filter((name) => name !== 'refusedAddressing'),
    { maxLength: 3 },
  );

  /** One that can be done. */
  const rightRequest = ({ actor, conversation, behaviour, options: { form, ...fields } }: Case) => {
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

  law(
    'should rest on exactly those choices of which another one makes a difference',
    [resetCaseArb, fc.option(requestArb, { nil: undefined }), accessArb, statusesArb],
    (drawnCase, drawnRequest, access, accepted) => {
      const { state: before, behaviour: drawn } = drawnCase;
      const request = drawnRequest ?? rightRequest(drawnCase);
      const statuses = { ...drawn.statuses, ...Object.fromEntries(accepted.map((name) => [name, 200])) };
      const [asked, behaviour] = [
        { request, access, before, at: 1 },
        { ...drawn, statuses },
      ];
      // Another choice about joining would have made other states; the cases above are about it.
      const found = axesOf(asked, behaviour).filter((axis) => axis !== 'groupAppears');
      expect(found.toSorted()).toEqual([...new Set(tried(asked, behaviour))].toSorted());
    },
    { numRuns: 1000 },
  );
});

describe('an answer to anything else', () => {
  it.each<Said>([
    { method: 'GET', path: '/conversations', body: '' },
    { method: 'POST', path: '/users', body: { uid: 'ZOE', name: 'Zoe' } },
    { method: 'GET', path: '/users/zoe', body: '' },
  ])('should rest on nothing that the specification could say: %j', (said) => {
    expect(axesFor(said)).toEqual([]);
  });
});

// Helpers

function bodyOf() {
  return { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true };
}

function axesFor(said: Said, world: World = fourUsers): readonly Axis[] {
  const { method = 'DELETE', path = '', as = 'alice', body, headers, under } = { ...literal, ...said };
  const behaviour = { ...referenceBehaviour, ...under };
  const before = worldState(world, behaviour, 1_700_000_000);
  const request = {
    method,
    url: `/v3${path}`,
    headers: { apikey: 'key', onbehalfof: as, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const access = accessOf(request.headers, { apiKey: 'key', authOnlyKey: 'weak' });
  return axesOf({ request, access, before, at: 1_700_000_001 }, behaviour);
}
