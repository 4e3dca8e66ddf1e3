import { describe, expect, it } from 'vitest';
import { fourUsers, openSession } from './testing/handler-session.ts';

describe('members', () => {
  it('should join, each with an answer of its own', () => {
    const { call } = openSession(fourUsers);
    const body = { admins: ['bob', 'alice'], participants: ['Dave', 'nobody', 'd d', 'carol'] };

    const { status, json } = call('POST /groups/silent/members', { body });

    expect(status).toBe(200);
    expect(json['data']).toEqual({
      admins: {
        bob: { success: true },
        alice: { success: false, error: expect.objectContaining({ code: 'ERR_ALREADY_JOINED', source: 'chat-api' }) },
      },
      participants: {
        dave: { success: true },
        carol: { success: true },
        nobody: { success: false, error: expect.objectContaining({ code: 'ERR_UID_NOT_FOUND' }) },
        'd d': { success: false, error: expect.objectContaining({ code: 'ERR_UID_NOT_FOUND' }) },
      },
    });
    expect(call('GET /groups/silent').json['data']?.['membersCount']).toBe(4);
  });

  it('should answer for a uid that JavaScript has another use for', () => {
    const { call } = openSession(fourUsers);
    const { json } = call('POST /groups/silent/members', { body: { moderators: ['__proto__'] } });
    expect(JSON.stringify(json)).toContain('"__proto__":{"success":false');
  });

  it('should leave, and lose their row', () => {
    const { call, list } = openSession(fourUsers);
    expect(call('DELETE /groups/climbers/members/BOB', { body: {} })).toEqual({
      status: 200,
      json: {
        data: {
          success: true,
          message: 'The user with UID bob has been removed from the group with GUID climbers.',
        },
      },
    });
    expect(list('bob')).toEqual(['alice_user_bob']);
    expect(call('DELETE /groups/climbers/members/bob').json['error']?.['code']).toBe('ERR_NOT_A_MEMBER');
  });

  it.each([
    ['POST /groups/ghosts/members', 'ERR_GUID_NOT_FOUND'],
    ['DELETE /groups/ghosts/members/alice', 'ERR_GUID_NOT_FOUND'],
    ['DELETE /groups/climbers/members/nobody', 'ERR_UID_NOT_FOUND'],
  ])('should answer %s with %s', (line, code) => {
    expect(openSession(fourUsers).call(line).json['error']?.['code']).toBe(code);
  });

  it('should say what is wrong with the lists', () => {
    expect(openSession(fourUsers).details('POST /groups/silent/members', { admins: 'bob' })).toEqual({
      admins: ['must be an array of strings'],
    });
  });
});
