import { describe, expect, it } from 'vitest';
import { fourUsers, openSession, sessionTime } from './testing/handler-session.ts';

describe('groups', () => {
  const divers = {
    guid: 'divers',
    name: 'Divers',
    type: 'private',
    membersCount: 3,
    conversationId: 'group_divers',
    createdAt: sessionTime,
    owner: 'alice',
  };

  it('should be created with an owner and members, shown and deleted', () => {
    const { call, list } = openSession(fourUsers, { groupAppears: 'joining' });
    const members = { admins: ['bob', 'alice'], participants: ['Dave', 'bob'] };
    const body = { guid: 'Divers', name: 'Divers', type: 'private', members };
    expect(call('POST /groups', { as: 'alice', body })).toEqual({ status: 200, json: { data: divers } });
    expect(call('GET /groups/divers')).toEqual({ status: 200, json: { data: divers } });
    expect(list('dave')).toEqual(['group_divers']);
    expect(call('DELETE /groups/divers', { body: {} })).toEqual({
      status: 200,
      json: { data: { success: true, message: 'The group with GUID divers has been deleted successfully.' } },
    });
    expect(call('GET /groups/divers').json['error']?.['code']).toBe('ERR_GUID_NOT_FOUND');
    expect(list('dave')).toEqual([]);
  });

  it('should be public and nobody’s when nothing else is said', () => {
    const { json } = openSession(fourUsers).call('POST /groups', { body: { guid: 'divers', name: 'Divers' } });
    expect(json['data']).toMatchObject({ type: 'public', membersCount: 0 });
    expect(json['data']).not.toHaveProperty('owner');
  });

  it('should be owned by the acting user rather than by the owner in the body', () => {
    const { call } = openSession(fourUsers);
    const body = (guid: string) => ({ guid, name: 'Divers', owner: 'bob' });
    expect(call('POST /groups', { body: body('one') }).json['data']?.['owner']).toBe('bob');
    expect(call('POST /groups', { as: 'alice', body: body('two') }).json['data']?.['owner']).toBe('alice');
  });

  it.each([
    ['acting user', { as: 'nobody', body: { guid: 'divers', name: 'Divers' } }],
    ['owner', { body: { guid: 'divers', name: 'Divers', owner: 'nobody' } }],
    ['member', { as: 'alice', body: { guid: 'divers', name: 'Divers', members: { admins: ['nobody', 'bob'] } } }],
  ])('should not come to be with an unknown %s', (_, sent) => {
    const { call, state } = openSession(fourUsers);
    const before = state();
    expect(call('POST /groups', sent).json['error']?.['code']).toBe('ERR_UID_NOT_FOUND');
    expect(state()).toBe(before);
  });

  it('should say all that is wrong with a new one', () => {
    const body = { guid: 'di/vers', type: 'secret', members: { admins: 'bob', moderators: [1] } };
    expect(openSession(fourUsers).details('POST /groups', body)).toEqual({
      guid: ['must be 1 to 100 characters of a-z, 0-9, - and _'],
      name: ['is required'],
      type: ['must be one of public, private, password'],
      'members.admins': ['must be an array of strings'],
      'members.moderators': ['must be an array of strings'],
    });
    expect(openSession(fourUsers).details('POST /groups', { guid: 'divers', name: 'Divers', members: [] })).toEqual({
      members: ['must be an object'],
    });
  });
});
