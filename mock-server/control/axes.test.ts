import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { accessOf } from '../authenticate.ts';
import { type Axis, axes as allAxes } from '../axis.ts';
import { fourUsers } from '../testing/handler-session.ts';
import { axesOf } from './axes.ts';

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
