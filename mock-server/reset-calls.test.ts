import { describe, expect, it } from 'vitest';
import { type Deviation, fourUsers, openSession, type Sent } from './testing/handler-session.ts';

// What a call does, fixtures/exchanges says. Here is what they leave out: unusual ways of writing the same, or nearly so.

const user = 'DELETE /users/bob/conversation';
const group = 'DELETE /groups/climbers/conversation';

/** A reset in Alice's name under a behaviour that differs from the reference one; what came of it. */
function reset(line: string, sent: Sent, deviation: Deviation = {}) {
  const session = openSession(fourUsers, deviation);
  const before = session.state();
  const { status, json } = session.call(line, { as: 'alice', ...sent });
  return { status, json, unchanged: session.state() === before, list: () => session.list('alice') };
}

describe.each([
  ['user', user, 'alice_user_bob'],
  ['group', group, 'group_climbers'],
])('the body of a %s reset', (_, line, conversation) => {
  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
    [undefined, 415],
    ['', 415],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['text/json; application/json', 415],
  ])('should count as %s with status %i where that is needed', (contentType, status) => {
    const sent = { body: {}, headers: { 'content-type': contentType } };
    expect(reset(line, sent, { missingContentType: 'rejected' })).toMatchObject({ status, unchanged: status !== 200 });
    expect(reset(line, sent).status).toBe(200);
  });

  it.each(['constructor', 'toString', '__proto__', 'preserveorder'])('should not know the field %s', (field) => {
    const body = `{"${field}":true}`;
    expect(reset(line, { body }).list()).not.toContain(conversation);
    const rejected = reset(line, { body }, { unknownField: 'rejected' });
    expect(Object.keys(rejected.json['error']?.['details'] ?? {})).toEqual([field]);
  });

  it.each<[value: unknown, coerced: boolean | 400]>([
    ...(['true', '1', 1] as const).map((value): [unknown, true] => [value, true]),
    ...(['false', '0', '', 0] as const).map((value): [unknown, false] => [value, false]),
    ...[null, {}, [], [true], 'yes', 'TRUE', ' ', 2, -1, 0.5].map((value): [unknown, 400] => [value, 400]),
  ])('should have %j as a flag of the wrong type, which may count as %s', (preserveOrder, coerced) => {
    const kept = (wrongType: 'rejected' | 'coerced' | 'ignored') => {
      const { status, list } = reset(line, { body: { preserveOrder } }, { wrongType });
      return status === 200 ? list().includes(conversation) : status;
    };
    expect([kept('coerced'), kept('ignored'), kept('rejected')]).toEqual([coerced, false, 400]);
  });
});

describe('a conversationWith of the wrong type', () => {
  const world = {
    users: ['alice', '42'],
    conversations: [{ between: ['alice', '42'] as const, messages: [{ alice: 'Hello' }] }],
  };

  it.each<[value: unknown, coerced: number]>([
    [42, 200],
    ...[null, true, false, {}, ['42']].map((value): [unknown, number] => [value, 400]),
  ])('should be told as %j, be its text where it is a number and coerced, or count as left out', (value, coerced) => {
    const answer = (wrongType: 'rejected' | 'coerced' | 'ignored', body: object = { conversationWith: value }) =>
      openSession(world, { wrongType }).call('DELETE /users/alice/conversation', { as: 'alice', body });
    expect(answer('coerced').status).toBe(coerced);
    expect(answer('rejected').json['error']?.['details']).toEqual({ conversationWith: ['must be a string'] });
    expect(answer('ignored')).toEqual(answer('ignored', {}));
  });
});

describe('a refusal with status 200', () => {
  it.each([
    ['unknownUser', 'DELETE /users/ghost/conversation', {}, 'alice_user_ghost'],
    ['unknownUser', 'DELETE /users/ghost/conversation', { body: { conversationWith: 'alice' } }, 'alice_user_ghost'],
    ['refusedAddressing', user, { body: { conversationWith: 'carol' } }, 'alice_user_bob'],
    ['unknownActor', user, { as: 'Nobody' }, 'bob_user_nobody has been deleted successfully for UID nobody'],
    ['missingOnBehalfOf', user, { as: '' }, 'bob_user_bob has been deleted successfully.'],
    ['missingOnBehalfOf', group, { headers: { onbehalfof: undefined } }, 'group_climbers'],
  ])('should confirm %s on %s without any effect', (name, line, sent, named) => {
    const { status, unchanged, json } = reset(line, sent, { statuses: { [name]: 200 } });
    expect([status, unchanged, json['data']?.['success']]).toEqual([200, true, true]);
    expect(json['data']?.['message']).toContain(`The conversation ${named}`);
  });
});

describe('a call around the resets', () => {
  const idRule = 'must be 1 to 100 characters of a-z, 0-9, - and _';

  it.each<[line: string, body: unknown, details: unknown]>([
    ['POST /users', {}, { uid: ['is required'], name: ['is required'] }],
    ['POST /users', { uid: 'e ve', name: '' }, { uid: [idRule], name: ['must be a string that is not empty'] }],
    ['POST /users', { uid: 'e'.repeat(101), name: 'Eve' }, { uid: [idRule] }],
    ['DELETE /users/alice', { permanent: 'maybe' }, { permanent: ['must be true or false'] }],
    [
      'POST /groups',
      { guid: 'di/vers', type: 'secret', members: { admins: 'bob', moderators: [1] } },
      {
        guid: [idRule],
        name: ['is required'],
        type: ['must be one of public, private, password'],
        'members.admins': ['must be an array of strings'],
        'members.moderators': ['must be an array of strings'],
      },
    ],
    ['POST /groups', { guid: 'divers', name: 'Divers', members: [] }, { members: ['must be an object'] }],
    ['POST /groups/silent/members', { admins: 'bob' }, { admins: ['must be an array of strings'] }],
    ['POST /messages', { receiver: 'bob', receiverType: 'user', data: 'Hi' }, { data: ['must be an object'] }],
    [
      'POST /messages',
      { receiver: 'bob', receiverType: 'user', data: { text: 2 } },
      { 'data.text': ['must be a string'] },
    ],
    [
      'POST /users/carol/conversation/read',
      { messageId: 'last' },
      { messageId: ['must be the id of a message, which is all digits'] },
    ],
  ])('should say all that is wrong: %s %j', (line, body, details) => {
    expect(openSession(fourUsers).details(line, body)).toEqual(details);
  });

  // Beside what `fixtures/exchanges` asks.
  it.each([
    ...['perPage=1e2', 'page=1000000001', 'unread=maybe', 'conversationType=x'].map(
      (query) => `/conversations?${query}`,
    ),
    ...['limit=-1', 'limit=1.5', 'limit=', 'limit=ten', 'id=first'].map((query) => `/users/bob/messages?${query}`),
  ])('should show nothing of %s', (path) => {
    const { status, json } = openSession(fourUsers).call(`GET ${path}`, { as: 'alice' });
    expect([status, Object.keys(json['error']?.['details'] ?? {})]).toEqual([400, [/\?(\w+)/.exec(path)?.[1]]]);
  });

  it.each([`id=${'9'.repeat(400)}`, 'id=0&affix=append'])('should read all messages with %s', (query) => {
    const { json } = openSession(fourUsers).call(`GET /users/bob/messages?${query}`, { as: 'alice' });
    expect(json['meta']).toEqual({ current: { limit: 100, count: 2 } });
  });

  it('should answer for a uid that JavaScript has another use for', () => {
    const { call } = openSession(fourUsers);
    const { json } = call('POST /groups/silent/members', { body: { moderators: ['__proto__'] } });
    expect(JSON.stringify(json)).toContain('"__proto__":{"success":false');
  });

  it('should make no group of which one member is unknown', () => {
    const { call, state } = openSession(fourUsers);
    const before = state();
    const body = { guid: 'divers', name: 'Divers', members: { admins: ['bob', 'nobody'] } };
    expect(call('POST /groups', { as: 'alice', body }).json['error']?.['code']).toBe('ERR_UID_NOT_FOUND');
    expect(state()).toBe(before);
  });
});
