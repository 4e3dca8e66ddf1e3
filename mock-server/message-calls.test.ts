import { describe, expect, it } from 'vitest';
import { fourUsers, openSession, sessionTime } from './testing/handler-session.ts';

describe('sending a message', () => {
  it('should show it as the service does, to a user', () => {
    const { call, list } = openSession(fourUsers);
    const body = { receiver: 'Bob', receiverType: 'user', data: { text: 'Seven o’clock?' } };

    const { status, json } = call('POST /messages', { as: 'alice', body });

    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        id: expect.stringMatching(/^\d+$/),
        conversationId: 'alice_user_bob',
        sender: 'alice',
        receiverType: 'user',
        receiver: 'bob',
        category: 'message',
        type: 'text',
        data: { text: 'Seven o’clock?' },
        sentAt: sessionTime,
        updatedAt: sessionTime,
      },
    });
    expect(list('alice')[0]).toBe('alice_user_bob');
    expect(list('bob')[0]).toBe('alice_user_bob');
  });

  it('should show it as the service does, to a group', () => {
    const { call } = openSession(fourUsers);
    const body = { receiver: 'silent', receiverType: 'group', category: 'custom', type: 'poll' };
    expect(call('POST /messages', { as: 'alice', body }).json['data']).toMatchObject({
      conversationId: 'group_silent',
      sender: 'alice',
      receiverType: 'group',
      receiver: 'silent',
      category: 'custom',
      type: 'poll',
      data: { text: '' },
    });
  });

  it('should number messages upwards', () => {
    const { call } = openSession(fourUsers);
    const send = () => {
      const body = { receiver: 'bob', receiverType: 'user' };
      return Number(call('POST /messages', { as: 'alice', body }).json['data']?.['id']);
    };
    const ids = [send(), send(), send()];
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it.each([
    ['an unknown user', { receiver: 'nobody', receiverType: 'user' }, 'ERR_UID_NOT_FOUND'],
    ['a user outside the alphabet', { receiver: 'b b', receiverType: 'user' }, 'ERR_UID_NOT_FOUND'],
    ['an unknown group', { receiver: 'ghosts', receiverType: 'group' }, 'ERR_GUID_NOT_FOUND'],
  ])('should not reach %s', (_, body, code) => {
    expect(openSession(fourUsers).call('POST /messages', { as: 'alice', body }).json['error']?.['code']).toBe(code);
  });

  it('should say all that is wrong with it', () => {
    const { call } = openSession(fourUsers);
    const detailsOf = (body: unknown) => call('POST /messages', { as: 'alice', body }).json['error']?.['details'];
    expect(detailsOf({})).toEqual({ receiver: ['is required'], receiverType: ['is required'] });
    expect(detailsOf({ receiver: '', receiverType: 'room', type: 1, data: { text: 2 } })).toEqual({
      receiver: ['must be a string that is not empty'],
      receiverType: ['must be one of user, group'],
      type: ['must be a string'],
      'data.text': ['must be a string'],
    });
    expect(detailsOf({ receiver: 'bob', receiverType: 'user', data: 'Hello' })).toEqual({
      data: ['must be an object'],
    });
  });
});

describe('reading messages', () => {
  const fiveMessages = {
    users: ['alice', 'bob'],
    conversations: [
      {
        between: ['alice', 'bob'] as const,
        messages: [{ alice: '1' }, { bob: '2' }, { alice: '3' }, { bob: '4' }, { alice: '5' }],
      },
    ],
  };
  const { call } = openSession(fiveMessages);
  const read = (query: string) => call(`GET /users/bob/messages${query}`, { as: 'alice' });
  const texts = (query: string) =>
    Object.values(read(query).json['data'] ?? {}).map((message) => message['data']?.['text']);
  const idOfThird = String(read('').json['data']?.['2']?.['id']);

  it('should show them oldest first, with sender and receiver', () => {
    const { json } = read('');
    expect(texts('')).toEqual(['1', '2', '3', '4', '5']);
    expect(json['data']?.['0']).toMatchObject({ sender: 'alice', receiver: 'bob', conversationId: 'alice_user_bob' });
    expect(json['data']?.['1']).toMatchObject({ sender: 'bob', receiver: 'alice', conversationId: 'alice_user_bob' });
    expect(json['meta']).toEqual({ current: { limit: 100, count: 5 } });
  });

  it('should show the newest, those before an id, or those after one', () => {
    expect(texts('?limit=2')).toEqual(['4', '5']);
    expect(texts('?limit=2&affix=append')).toEqual(['4', '5']);
    expect(texts(`?id=${idOfThird}&affix=prepend&limit=1`)).toEqual(['2']);
    expect(texts(`?id=${idOfThird}&limit=1`)).toEqual(['2']);
    expect(texts(`?id=${idOfThird}&affix=append&limit=1`)).toEqual(['4']);
    expect(texts(`?id=${'9'.repeat(400)}`)).toEqual(['1', '2', '3', '4', '5']);
    expect(texts('?id=0&affix=append')).toEqual(['1', '2', '3', '4', '5']);
    expect(read('?limit=2').json['meta']).toEqual({ current: { limit: 2, count: 2 } });
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?limit=-1', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=ten', 'limit'],
    ['?affix=middle', 'affix'],
    ['?id=first', 'id'],
  ])('should not take %s', (query, parameter) => {
    const { status, json } = read(query);
    expect(status).toBe(400);
    expect(Object.keys(json['error']?.['details'] ?? {})).toEqual([parameter]);
  });

  it('should show those of a group to its members', () => {
    const session = openSession(fourUsers);
    expect(session.texts('alice', '/groups/climbers')).toEqual(['To the wall?']);
    expect(session.texts('bob', '/groups/CLIMBERS')).toEqual(['To the wall?']);
  });

  it('should show none to two users who never wrote', () => {
    expect(openSession(fourUsers).texts('alice', '/users/dave')).toEqual([]);
  });
});
