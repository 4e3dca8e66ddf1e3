import { describe, expect, it } from 'vitest';
import { fourUsers, openSession, sessionTime } from './testing/handler-session.ts';

const idRule = 'must be 1 to 100 characters of a-z, 0-9, - and _';

describe('users', () => {
  const eve = { uid: 'eve', name: 'Eve', status: 'offline', role: 'default', createdAt: sessionTime };

  it('should be created, shown and deleted', () => {
    const { call } = openSession(fourUsers);
    const body = { uid: 'Eve', name: 'Eve', avatar: 'https://example.org/eve.png' };
    expect(call('POST /users', { body })).toEqual({ status: 200, json: { data: eve } });
    expect(call('GET /users/eve')).toEqual({ status: 200, json: { data: eve } });
    expect(call('DELETE /users/EVE', { body: { permanent: true } })).toEqual({
      status: 200,
      json: { data: { success: true, message: 'The user with UID eve has been deleted successfully.' } },
    });
    expect(call('GET /users/eve').status).toBe(404);
    expect(call('DELETE /users/eve').status).toBe(404);
  });

  it.each([{}, { permanent: false }, undefined])('should be gone after a deletion with %j', (body) => {
    const { call } = openSession(fourUsers);
    expect(call('DELETE /users/alice', { body }).status).toBe(200);
    expect(call('GET /users/alice').status).toBe(404);
  });

  it('should not need an acting user, nor look at the one given', () => {
    const { call } = openSession(fourUsers);
    expect(call('GET /users/alice', { as: 'nobody' }).status).toBe(200);
  });

  it('should say all that is wrong with a new one', () => {
    const session = openSession(fourUsers);
    expect(session.details('POST /users', {})).toEqual({ uid: ['is required'], name: ['is required'] });
    expect(session.details('POST /users', { uid: 'e ve', name: '' })).toEqual({
      uid: [idRule],
      name: ['must be a string that is not empty'],
    });
    expect(session.details('POST /users', { uid: 7, name: null })).toEqual({
      uid: ['must be a string'],
      name: ['must be a string that is not empty'],
    });
    expect(session.details('POST /users', { uid: 'e'.repeat(101), name: 'Eve' })).toEqual({ uid: [idRule] });
    expect(session.details('DELETE /users/alice', { permanent: 'maybe' })).toEqual({
      permanent: ['must be true or false'],
    });
  });
});
