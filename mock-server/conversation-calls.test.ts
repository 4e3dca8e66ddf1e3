import { describe, expect, it } from 'vitest';
import { fourUsers, openSession } from './testing/handler-session.ts';

describe('the conversation list', () => {
  it('should show conversations as the service does, in list order', () => {
    const { json } = openSession(fourUsers).call('GET /conversations', { as: 'bob' });
    expect(json).toEqual({
      data: [
        {
          conversationId: 'group_climbers',
          conversationType: 'group',
          unreadMessageCount: '1',
          createdAt: expect.any(Number),
          updatedAt: expect.any(Number),
          lastMessage: {
            id: expect.stringMatching(/^\d+$/),
            conversationId: 'group_climbers',
            sender: 'carol',
            receiverType: 'group',
            receiver: 'climbers',
            category: 'message',
            type: 'text',
            data: { text: 'To the wall?' },
            sentAt: expect.any(Number),
            updatedAt: expect.any(Number),
          },
          conversationWith: {
            guid: 'climbers',
            name: 'Climbers',
            type: 'public',
            membersCount: 3,
            conversationId: 'group_climbers',
            createdAt: 1_600_000_004,
            owner: 'alice',
          },
        },
        {
          conversationId: 'alice_user_bob',
          conversationType: 'user',
          unreadMessageCount: '1',
          createdAt: expect.any(Number),
          updatedAt: expect.any(Number),
          lastMessage: expect.objectContaining({ sender: 'bob', receiver: 'alice', data: { text: 'Hello Alice' } }),
          conversationWith: {
            uid: 'alice',
            name: 'Alice',
            status: 'offline',
            role: 'default',
            createdAt: 1_600_000_000,
          },
        },
      ],
      meta: { pagination: { total: 2, count: 2, per_page: 100, current_page: 1, total_pages: 1 } },
    });
  });

  const page = (query: string) => {
    const { json } = openSession(fourUsers).call(`GET /conversations${query}`, { as: 'alice' });
    const ids = Object.values(json['data'] ?? {}).map((row) => row['conversationId']);
    return { ids, pagination: json['meta']?.['pagination'] };
  };

  it('should come in pages', () => {
    expect(page('?perPage=2')).toEqual({
      ids: ['alice_user_carol', 'group_climbers'],
      pagination: { total: 3, count: 2, per_page: 2, current_page: 1, total_pages: 2 },
    });
    expect(page('?page=2&perPage=2')).toEqual({
      ids: ['alice_user_bob'],
      pagination: { total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 },
    });
    expect(page('?perPage=1000&page=1000000000')).toMatchObject({
      ids: [],
      pagination: { total: 3, count: 0, total_pages: 1 },
    });
  });

  it('should be one empty page when it is empty', () => {
    const { json } = openSession(fourUsers).call('GET /conversations', { as: 'dave' });
    const pagination = { total: 0, count: 0, per_page: 100, current_page: 1, total_pages: 1 };
    expect(json).toEqual({ data: [], meta: { pagination } });
  });

  it('should be filtered by type and by what is unread', () => {
    const { call } = openSession(fourUsers);
    call('POST /users/carol/conversation/read', { as: 'alice' });
    const ids = (query: string) =>
      Object.values(call(`GET /conversations${query}`, { as: 'alice' }).json['data'] ?? {}).map(
        (row) => row['conversationId'],
      );
    expect(ids('?conversationType=user')).toEqual(['alice_user_carol', 'alice_user_bob']);
    expect(ids('?conversationType=group')).toEqual(['group_climbers']);
    expect(ids('?unread=true')).toEqual(['group_climbers', 'alice_user_bob']);
    expect(ids('?unread=1&conversationType=user')).toEqual(['alice_user_bob']);
    expect(ids('?unread=false')).toEqual(['alice_user_carol', 'group_climbers', 'alice_user_bob']);
  });

  it.each([
    ['?perPage=0', ['perPage']],
    ['?perPage=1001', ['perPage']],
    ['?perPage=1e2', ['perPage']],
    ['?page=0', ['page']],
    ['?page=1000000001', ['page']],
    ['?unread=maybe&conversationType=both', ['conversationType', 'unread']],
  ])('should not take %s', (query, parameters) => {
    const { status, json } = openSession(fourUsers).call(`GET /conversations${query}`, { as: 'alice' });
    expect(status).toBe(400);
    expect(Object.keys(json['error']?.['details'] ?? {})).toEqual(parameters);
  });
});

describe('one conversation', () => {
  it.each(['/users/carol', '/groups/climbers'])('should be the row of the list, at %s', (path) => {
    const { call } = openSession(fourUsers);
    const rows = Object.values(call('GET /conversations', { as: 'alice' }).json['data'] ?? {});
    const { json } = call(`GET ${path}/conversation`, { as: 'alice' });
    expect(rows).toContainEqual(json['data']);
  });

  it('should be gone after a reset, and back with the next message', () => {
    const { call, texts } = openSession(fourUsers);
    call('DELETE /users/bob/conversation', { as: 'alice', body: {} });
    expect(call('GET /users/bob/conversation', { as: 'alice' }).json['error']?.['code']).toBe(
      'ERR_CONVERSATION_NOT_ACCESSIBLE',
    );
    const body = { receiver: 'alice', receiverType: 'user', data: { text: 'Still there?' } };
    call('POST /messages', { as: 'bob', body });
    expect(call('GET /users/bob/conversation', { as: 'alice' }).json['data']).toMatchObject({
      unreadMessageCount: '1',
      lastMessage: { data: { text: 'Still there?' } },
    });
    expect(texts('alice', '/users/bob')).toEqual(['Still there?']);
  });
});

describe('marking as read', () => {
  const unreadOf = ({ call }: ReturnType<typeof openSession>, path: string) =>
    call(`GET ${path}/conversation`, { as: 'alice' }).json['data']?.['unreadMessageCount'];

  it.each(['/users/carol', '/groups/climbers'])('should clear what is unread at %s', (path) => {
    const session = openSession(fourUsers);
    expect(unreadOf(session, path)).toBe('1');
    expect(session.call(`POST ${path}/conversation/read`, { as: 'alice', body: {} })).toEqual({
      status: 200,
      json: { data: { success: true, message: 'The conversation has been marked as read.' } },
    });
    expect(unreadOf(session, path)).toBe('0');
  });

  it('should go up to a message, whose id is text or a number', () => {
    for (const as of [String, Number]) {
      const session = openSession(fourUsers);
      const send = (text: string) => {
        const body = { receiver: 'alice', receiverType: 'user', data: { text } };
        return session.call('POST /messages', { as: 'carol', body }).json['data']?.['id'];
      };
      const messageId = as(send('one'));
      send('two');
      session.call('POST /users/carol/conversation/read', { as: 'alice', body: { messageId } });
      expect(unreadOf(session, '/users/carol')).toBe('1');
    }
  });

  it('should say what is wrong with the message id', () => {
    const { status, json } = openSession(fourUsers).call('POST /users/carol/conversation/read', {
      as: 'alice',
      body: { messageId: 'last' },
    });
    expect(status).toBe(400);
    expect(json['error']?.['details']).toEqual({ messageId: ['must be the id of a message, which is all digits'] });
  });
});
