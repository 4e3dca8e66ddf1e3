import { describe, expect, it } from 'vitest';
import { referenceBehaviour } from '../core/index.ts';
import { createHandler } from './handle-request.ts';
import { type Answer, apiKey, authOnlyKey, fourUsers, openSession, sessionTime } from './testing/handler-session.ts';

describe('an error', () => {
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

describe('status 200', () => {
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
  // Beside what `fixtures/exchanges` asks.
  it.each([
    ...['%', '%E4', 'a%00b', '%F0%9F%98%80', '__proto__', 'constructor'].map((uid) => [
      `/users/${uid}`,
      'ERR_UID_NOT_FOUND',
    ]),
    ...['/users/alice/', '//users/alice', '/Users/alice', '', '/'].map((path) => [path, 'ERR_API_NOT_FOUND']),
  ])('should find nothing at %s: %s', (path, code) => {
    const { call } = openSession(fourUsers);
    expect(call(`GET ${path}`, { as: 'alice' }).json['error']?.['code']).toBe(code);
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
