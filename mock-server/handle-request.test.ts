import { describe, expect, it } from 'vitest';
import { referenceBehaviour } from '../core/index.ts';
import { createHandler } from './handle-request.ts';
import {
  type Answer,
  apiKey,
  authOnlyKey,
  fourUsers,
  openSession,
  type Sent,
  sessionTime,
} from './testing/handler-session.ts';

describe('the order of checks', () => {
  // Each request is wrong in all the ways that the later ones are, and in one more that is looked at first.
  const steps: readonly [wrong: string, line: string, sent: Sent, code: string][] = [
    ['no key', 'PATCH /nowhere', { headers: { apikey: undefined } }, 'AUTH_ERR_EMPTY_APIKEY'],
    ['a wrong key', 'PATCH /nowhere', { headers: { apikey: 'wrong' } }, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['the scope', 'PATCH /nowhere', { headers: { apikey: authOnlyKey } }, 'AUTH_ERR_NO_ACCESS'],
    ['the route', 'PATCH /groups/ghosts/conversation', { body: '{' }, 'ERR_API_NOT_FOUND'],
    ['the body', 'DELETE /groups/ghosts/conversation', { body: '{' }, 'ERR_BAD_REQUEST'],
    ['the acting user', 'DELETE /groups/ghosts/conversation', { as: 'nobody' }, 'ERR_UID_NOT_FOUND'],
    ['the ids', 'DELETE /groups/ghosts/conversation', { as: 'dave' }, 'ERR_GUID_NOT_FOUND'],
    ['the membership', 'DELETE /groups/silent/conversation', { as: 'dave' }, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
    ['the conversation', 'DELETE /groups/silent/conversation', { as: 'alice' }, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  ];

  it.each(steps)('should come to %s before all that follows', (_, line, sent, code) => {
    expect(openSession(fourUsers).call(line, sent).json['error']?.['code']).toBe(code);
  });

  it('should tell a missing membership from a missing conversation by the status', () => {
    const { call } = openSession(fourUsers);
    expect(call('DELETE /groups/silent/conversation', { as: 'dave' }).status).toBe(403);
    expect(call('DELETE /groups/silent/conversation', { as: 'alice' }).status).toBe(404);
  });
});

describe('the error table', () => {
  const reset = 'DELETE /users/bob/conversation';
  const alice = { as: 'alice' };
  const rows: readonly [case_: string, line: string, sent: Sent, status: number, code: string][] = [
    ['no apikey', reset, { ...alice, headers: { apikey: undefined } }, 401, 'AUTH_ERR_EMPTY_APIKEY'],
    ['an empty apikey', reset, { ...alice, headers: { apikey: '' } }, 401, 'AUTH_ERR_EMPTY_APIKEY'],
    ['an unknown apikey', reset, { ...alice, headers: { apikey: 'b-key' } }, 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['the beginning of the key', reset, { headers: { apikey: 'a-ke' } }, 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['the key twice over', reset, { headers: { apikey: 'a-keya-key' } }, 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['a key without the scope', reset, { ...alice, headers: { apikey: authOnlyKey } }, 403, 'AUTH_ERR_NO_ACCESS'],
    ['no onBehalfOf', reset, {}, 400, 'ERR_BAD_REQUEST'],
    ['an empty onBehalfOf', reset, { as: '' }, 400, 'ERR_BAD_REQUEST'],
    ['an unknown acting user', reset, { as: 'nobody' }, 404, 'ERR_UID_NOT_FOUND'],
    ['an acting user outside the alphabet', reset, { as: 'al ice' }, 404, 'ERR_UID_NOT_FOUND'],
    ['an unknown uid', 'DELETE /users/nobody/conversation', alice, 404, 'ERR_UID_NOT_FOUND'],
    ['a uid outside the alphabet', 'DELETE /users/b%20b/conversation', alice, 404, 'ERR_UID_NOT_FOUND'],
    ['an unknown guid', 'DELETE /groups/ghosts/conversation', alice, 404, 'ERR_GUID_NOT_FOUND'],
    [
      'a reset by a non-member',
      'DELETE /groups/climbers/conversation',
      { as: 'dave' },
      403,
      'ERR_CONVERSATION_NOT_ACCESSIBLE',
    ],
    [
      'reading as a non-member',
      'GET /groups/climbers/messages',
      { as: 'dave' },
      403,
      'ERR_CONVERSATION_NOT_ACCESSIBLE',
    ],
    [
      'sending as a non-member',
      'POST /messages',
      { as: 'dave', body: { receiver: 'climbers', receiverType: 'group' } },
      403,
      'ERR_NOT_A_MEMBER',
    ],
    ['no such conversation', 'DELETE /users/dave/conversation', alice, 404, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
    ['no such conversation to get', 'GET /users/dave/conversation', alice, 404, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
    ['one name only', 'DELETE /users/alice/conversation', { ...alice, body: {} }, 400, 'ERR_BAD_REQUEST'],
    [
      'three names',
      'DELETE /users/bob/conversation',
      { ...alice, body: { conversationWith: 'carol' } },
      400,
      'ERR_BAD_REQUEST',
    ],
    ['a wrong field', reset, { ...alice, body: { preserveOrder: 'yes' } }, 400, 'ERR_BAD_REQUEST'],
    ['malformed JSON', reset, { ...alice, body: '{"preserveOrder":' }, 400, 'ERR_BAD_REQUEST'],
    ['JSON that is an array', reset, { ...alice, body: '[]' }, 400, 'ERR_BAD_REQUEST'],
    ['JSON that is null', reset, { ...alice, body: 'null' }, 400, 'ERR_BAD_REQUEST'],
    ['JSON that is a text', reset, { ...alice, body: '"preserveOrder"' }, 400, 'ERR_BAD_REQUEST'],
    ['malformed JSON elsewhere', 'POST /users', { body: 'uid=eve' }, 400, 'ERR_BAD_REQUEST'],
    ['a taken uid', 'POST /users', { body: { uid: 'alice', name: 'Alice' } }, 400, 'ERR_UID_ALREADY_EXISTS'],
    ['a taken guid', 'POST /groups', { body: { guid: 'climbers', name: 'Climbers' } }, 400, 'ERR_GUID_ALREADY_EXISTS'],
    [
      'a message to oneself',
      'POST /messages',
      { ...alice, body: { receiver: 'alice', receiverType: 'user' } },
      400,
      'ERR_BAD_REQUEST',
    ],
    ['messages with oneself', 'GET /users/alice/messages', alice, 400, 'ERR_BAD_REQUEST'],
    ['an unknown route', 'GET /nowhere', alice, 404, 'ERR_API_NOT_FOUND'],
    ['a wrong method', 'PUT /users/bob/conversation', alice, 404, 'ERR_API_NOT_FOUND'],
  ];

  it.each(rows)('should answer %s', (_, line, sent, status, code) => {
    const session = openSession(fourUsers);
    const before = session.state();

    const answer = session.call(line, sent);

    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      error: expect.objectContaining({
        message: expect.stringMatching(/^[A-Z].*\.$/),
        devMessage: expect.stringMatching(/^[A-Z].*[.?]$/),
        source: 'chat-api',
        code,
      }),
    });
    expect(session.state()).toBe(before);
  });

  it('should repeat no key', () => {
    const { call } = openSession(fourUsers);
    for (const key of [authOnlyKey, 'another-key']) {
      expect(JSON.stringify(call('GET /conversations', { headers: { apikey: key } }).json)).not.toContain(key);
    }
  });

  it('should give details of validation errors, and of nothing else', () => {
    const { call } = openSession(fourUsers);
    const detailsOf = ({ json }: Answer) => json['error']?.['details'];

    expect(detailsOf(call('DELETE /users/bob/conversation', { as: 'alice', body: { preserveOrder: 1 } }))).toEqual({
      preserveOrder: ['must be true or false'],
    });
    expect(detailsOf(call('DELETE /users/bob/conversation', { as: 'alice', body: '{' }))).toBeUndefined();
    expect(detailsOf(call('DELETE /users/nobody/conversation', { as: 'alice' }))).toBeUndefined();
  });
});

describe('statuses of the behaviour', () => {
  it.each([
    ['missingApiKey', 'GET /users/bob', { headers: { apikey: undefined } }],
    ['wrongApiKey', 'GET /users/bob', { headers: { apikey: 'wrong' } }],
    ['insufficientScope', 'GET /users/bob', { headers: { apikey: authOnlyKey } }],
    ['missingOnBehalfOf', 'GET /conversations', {}],
    ['unknownActor', 'GET /conversations', { as: 'nobody' }],
    ['unknownUser', 'GET /users/nobody', {}],
    ['unknownGroup', 'GET /groups/ghosts', {}],
    ['nonMember', 'GET /groups/climbers/messages', { as: 'dave' }],
    ['missingConversation', 'GET /users/dave/conversation', { as: 'alice' }],
    ['malformedBody', 'POST /users', { body: '{' }],
    ['unknownRoute', 'GET /nowhere', {}],
  ] as const)('should answer %s as it says', (name, line, sent) => {
    expect(openSession(fourUsers, { statuses: { [name]: 418 } }).call(line, sent).status).toBe(418);
  });

  it.each([
    ['missingApiKey', undefined],
    ['wrongApiKey', 'wrong'],
    ['insufficientScope', authOnlyKey],
  ] as const)('should let the key pass where %s has status 200', (name, key) => {
    const { call } = openSession(fourUsers, { statuses: { [name]: 200 } });
    expect(call('GET /users/bob', { headers: { apikey: key } }).json['data']?.['uid']).toBe('bob');
  });

  it('should accept nothing else but resets: elsewhere 200 means the usual status', () => {
    const statuses = {
      missingOnBehalfOf: 200,
      unknownUser: 200,
      nonMember: 200,
      malformedBody: 200,
      unknownRoute: 200,
    };
    const { call } = openSession(fourUsers, { statuses });
    expect(call('GET /conversations').status).toBe(400);
    expect(call('GET /users/nobody').status).toBe(404);
    expect(call('GET /groups/climbers/messages', { as: 'dave' }).status).toBe(403);
    expect(call('POST /users', { body: '{' }).status).toBe(400);
    expect(call('GET /nowhere').status).toBe(404);
  });
});

describe('routes', () => {
  it('should decode the path after splitting it', () => {
    const { call } = openSession(fourUsers);
    expect(call('GET /users/%61lice').json['data']?.['uid']).toBe('alice');
    expect(call('GET /users/alice%2Fconversation').json['error']?.['code']).toBe('ERR_UID_NOT_FOUND');
  });

  it.each([
    '%',
    '%zz',
    '%E4',
    'a%00b',
    '%F0%9F%98%80',
    '__proto__',
    'constructor',
  ])('should know nobody by the name of %s', (uid) => {
    const { call } = openSession(fourUsers);
    expect(call(`GET /users/${uid}`).json['error']?.['code']).toBe('ERR_UID_NOT_FOUND');
  });

  it.each([
    '/users//conversation',
    '/users/alice/conversation/',
    '//users/alice',
    '/Users/alice',
    '',
    '/',
  ])('should have no call at %s', (path) => {
    const { call } = openSession(fourUsers);
    expect(call(`GET ${path}`, { as: 'alice' }).json['error']?.['code']).toBe('ERR_API_NOT_FOUND');
  });

  it('should answer HEAD as GET', () => {
    const { call } = openSession(fourUsers);
    expect(call('HEAD /users/alice')).toEqual(call('GET /users/alice'));
    expect(call('HEAD /nowhere').status).toBe(404);
  });

  it.each([
    ['http://127.0.0.1:4010/v3/users/alice', 200],
    ['http://127.0.0.1:4010/v3/users/alice?why=not', 200],
    ['/users/alice', 404],
    ['/v2/users/alice', 404],
    ['/v3x/users/alice', 404],
    ['*', 404],
    ['http://127.0.0.1:4010', 404],
  ])('should take %s for what it is', (url, status) => {
    const { state } = openSession(fourUsers);
    const handle = createHandler({ behaviour: referenceBehaviour, apiKey });
    const { reply } = handle(state(), { method: 'GET', url, headers: { apikey: apiKey }, body: '' }, sessionTime);
    expect(reply.status).toBe(status);
  });
});
