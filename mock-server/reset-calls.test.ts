import { describe, expect, it } from 'vitest';
import { type Deviation, fourUsers, openSession, type Sent } from './testing/handler-session.ts';

const user = 'DELETE /users/bob/conversation';
const group = 'DELETE /groups/climbers/conversation';
const aliceList = ['alice_user_carol', 'group_climbers', 'alice_user_bob'];
const listWithoutGroup = ['alice_user_carol', 'alice_user_bob'];

const confirmed = (conversation: string) => ({
  status: 200,
  json: {
    data: {
      success: true,
      message: `The conversation ${conversation} has been deleted successfully for UID alice.`,
    },
  },
});

const notDone = { status: 200, json: { data: { success: false, message: expect.stringMatching(/^[A-Z].*\.$/) } } };

/** A reset in Alice's name under a behaviour that differs from the reference one; what came of it, and her list. */
function reset(line: string, sent: Sent, deviation: Deviation = {}) {
  const session = openSession(fourUsers, deviation);
  const before = session.state();
  const answer = session.call(line, { as: 'alice', ...sent });
  return { ...answer, code: answer.json['error']?.['code'], unchanged: session.state() === before, session };
}

describe('reset user conversation', () => {
  it.each([
    ['path = acting user', 'DELETE /users/alice/conversation', { conversationWith: 'bob' }],
    ['path = other user', 'DELETE /users/bob/conversation', {}],
    ['path = other user, acting user echoed', 'DELETE /users/bob/conversation', { conversationWith: 'alice' }],
  ])('should take the names as %s', (_, line, body) => {
    const { session, ...answer } = reset(line, { body });
    expect(answer).toMatchObject(confirmed('alice_user_bob'));
    expect(session.list('alice')).toEqual(['alice_user_carol', 'group_climbers']);
    expect(session.list('bob')).toEqual(['group_climbers', 'alice_user_bob']);
  });

  it('should keep the place with preserveOrder, and leave nothing to read', () => {
    const { session } = reset('DELETE /users/carol/conversation', { body: { preserveOrder: true } });
    expect(session.list('alice')).toEqual(aliceList);
    const row = session.call('GET /users/carol/conversation', { as: 'alice' }).json['data'];
    expect(row).toMatchObject({ unreadMessageCount: '0' });
    expect(row).not.toHaveProperty('lastMessage');
    expect(session.texts('carol', '/users/alice')).toEqual(['Got a rope?']);
  });

  it('should delete the messages of both with deleteMessagesPermanently', () => {
    const { session } = reset(user, { body: { deleteMessagesPermanently: true } });
    expect(session.texts('alice', '/users/bob')).toEqual([]);
    expect(session.texts('bob', '/users/alice')).toEqual([]);
  });

  it('should fold the case of ids in path, header and body', () => {
    const sent = { as: 'ALICE', body: { conversationWith: 'Alice' } };
    expect(reset('DELETE /users/BOB/conversation', sent)).toMatchObject(confirmed('alice_user_bob'));
    expect(reset('DELETE /users/BOB/conversation', { body: {} }, { identifierCase: 'sensitive' }).code).toBe(
      'ERR_UID_NOT_FOUND',
    );
  });

  it('should refuse a form of addressing that the behaviour does not accept', () => {
    const addressing = ['path-actor'] as const;
    expect(reset(user, {}, { addressing })).toMatchObject({ status: 400, code: 'ERR_BAD_REQUEST', unchanged: true });
  });

  it.each(['', 'b b', 'bob%20', 'nobody'])('should know nobody by the conversationWith "%s"', (conversationWith) => {
    const answer = reset('DELETE /users/alice/conversation', { body: { conversationWith } });
    expect(answer).toMatchObject({ status: 404, code: 'ERR_UID_NOT_FOUND', unchanged: true });
  });
});

describe('reset group conversation', () => {
  it('should take the conversation out of the list, or keep its place', () => {
    const { session, ...answer } = reset(group, { body: {} });
    expect(answer).toMatchObject(confirmed('group_climbers'));
    expect(session.list('alice')).toEqual(listWithoutGroup);
    expect(reset(group, { body: { preserveOrder: true } }).session.list('alice')).toEqual(aliceList);
  });

  it.each(['conversationWith', 'deleteMessagesPermanently'])('should not know the field %s', (field) => {
    const body = { [field]: 12 };
    expect(reset(group, { body })).toMatchObject(confirmed('group_climbers'));
    expect(reset(group, { body }, { unknownField: 'rejected' })).toMatchObject({ status: 400, unchanged: true });
  });
});

describe.each([
  ['user', user, 'alice_user_bob'],
  ['group', group, 'group_climbers'],
])('the body of a %s reset', (_, line, conversation) => {
  it('should be empty or not, as emptyBody says', () => {
    const withHeader = { headers: { 'content-type': 'application/json' } };
    expect(reset(line, {})).toMatchObject(confirmed(conversation));
    expect(reset(line, withHeader)).toMatchObject(confirmed(conversation));
    const rejected = { emptyBody: 'rejected', statuses: { emptyBody: 411 } } as const;
    expect(reset(line, {}, rejected)).toMatchObject({ status: 411, code: 'ERR_BAD_REQUEST', unchanged: true });
    expect(reset(line, withHeader, rejected)).toMatchObject({ status: 411, unchanged: true });
    expect(reset(line, { body: {} }, rejected)).toMatchObject(confirmed(conversation));
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'text/json; application/json',
  ])('should come with the type %s or not, as missingContentType says', (contentType) => {
    const sent = { body: {}, headers: { 'content-type': contentType } };
    expect(reset(line, sent)).toMatchObject(confirmed(conversation));
    const rejected = reset(line, sent, { missingContentType: 'rejected' });
    expect(rejected).toMatchObject({ status: 415, code: 'ERR_BAD_REQUEST', unchanged: true });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])('should be welcome as %s', (contentType) => {
    const sent = { body: {}, headers: { 'content-type': contentType } };
    expect(reset(line, sent, { missingContentType: 'rejected' })).toMatchObject(confirmed(conversation));
  });

  it('should have unknown fields or not, as unknownField says', () => {
    const body = { preserveorder: true, extra: 2 };
    const ignored = reset(line, { body });
    expect(ignored).toMatchObject(confirmed(conversation));
    expect(ignored.session.list('alice')).not.toContain(conversation);
    const rejected = reset(line, { body }, { unknownField: 'rejected', statuses: { unknownField: 422 } });
    expect(rejected).toMatchObject({ status: 422, code: 'ERR_BAD_REQUEST', unchanged: true });
    expect(Object.keys(rejected.json['error']?.['details'] ?? {})).toEqual(['preserveorder', 'extra']);
  });

  it.each(['constructor', 'toString', '__proto__'])('should not be fooled by the field %s', (field) => {
    const body = `{"${field}":true}`;
    expect(reset(line, { body })).toMatchObject(confirmed(conversation));
    const rejected = reset(line, { body }, { unknownField: 'rejected' });
    expect(Object.keys(rejected.json['error']?.['details'] ?? {})).toEqual([field]);
  });

  const kept = (preserveOrder: unknown, wrongType: 'rejected' | 'coerced' | 'ignored') => {
    const { status, session } = reset(line, { body: { preserveOrder } }, { wrongType });
    return status === 200 ? session.list('alice').includes(conversation) : status;
  };

  it.each(['true', '1', 1])('should say true with %j where the wrong type is coerced', (value) => {
    expect(kept(value, 'coerced')).toBe(true);
    expect(kept(value, 'ignored')).toBe(false);
    expect(kept(value, 'rejected')).toBe(400);
  });

  it.each(['false', '0', '', 0])('should say false with %j where the wrong type is coerced', (value) => {
    expect(kept(value, 'coerced')).toBe(false);
    expect(kept(value, 'ignored')).toBe(false);
    expect(kept(value, 'rejected')).toBe(400);
  });

  it.each([null, {}, [], [true], 'yes', 'TRUE', ' ', 2, -1, 0.5])('should coerce no %j', (value) => {
    expect(kept(value, 'coerced')).toBe(400);
    expect(kept(value, 'ignored')).toBe(false);
    expect(kept(value, 'rejected')).toBe(400);
  });
});

describe('a conversationWith of the wrong type', () => {
  const world = {
    users: ['alice', '42'],
    conversations: [{ between: ['alice', '42'] as const, messages: [{ alice: 'Hello' }] }],
  };
  const answerTo = (conversationWith: unknown, wrongType: 'rejected' | 'coerced' | 'ignored') => {
    const { call } = openSession(world, { wrongType });
    return call('DELETE /users/alice/conversation', { as: 'alice', body: { conversationWith } });
  };

  it('should be its text where it is a number and coerced', () => {
    expect(answerTo(42, 'coerced')).toMatchObject(confirmed('42_user_alice'));
    expect(answerTo(42, 'rejected').json['error']?.['details']).toEqual({ conversationWith: ['must be a string'] });
  });

  it.each([null, true, false, {}, ['42']])('should be refused as %j even where it is coerced', (value) => {
    expect(answerTo(value, 'coerced').json['error']?.['details']).toEqual({ conversationWith: ['must be a string'] });
  });

  it.each([null, 42, true])('should be as if left out as %j where it is ignored', (value) => {
    expect(answerTo(value, 'ignored')).toEqual(
      openSession(world).call('DELETE /users/alice/conversation', { as: 'alice' }),
    );
  });
});

describe('a refusal with status 200', () => {
  it('should make a malformed body count as {}', () => {
    const { session, ...answer } = reset(
      group,
      { body: '{"preserveOrder":true' },
      { statuses: { malformedBody: 200 } },
    );
    expect(answer).toMatchObject(confirmed('group_climbers'));
    expect(session.list('alice')).toEqual(listWithoutGroup);
  });

  it.each([
    ['unknownUser', 'DELETE /users/alice/conversation', { body: { conversationWith: 'ghost' } }, 'alice_user_ghost'],
    ['unknownUser', 'DELETE /users/ghost/conversation', {}, 'alice_user_ghost'],
    ['unknownUser', 'DELETE /users/ghost/conversation', { body: { conversationWith: 'alice' } }, 'alice_user_ghost'],
    ['unknownGroup', 'DELETE /groups/ghosts/conversation', {}, 'group_ghosts'],
    ['refusedAddressing', user, { body: { conversationWith: 'carol' } }, 'alice_user_bob'],
  ])('should confirm %s on %s without any effect', (name, line, sent, conversation) => {
    const answer = reset(line, sent, { statuses: { [name]: 200 } });
    expect(answer).toMatchObject({ ...confirmed(conversation), unchanged: true });
  });

  it.each([user, group])('should confirm a missing or unknown acting user on %s without any effect', (line) => {
    const deviation = { statuses: { missingOnBehalfOf: 200, unknownActor: 200 } };
    for (const as of [undefined, '', 'nobody']) {
      const answer = reset(
        line,
        { ...(as === undefined ? { headers: { onbehalfof: undefined } } : { as }) },
        deviation,
      );
      expect(answer).toMatchObject({ status: 200, unchanged: true, json: { data: { success: true } } });
    }
  });

  it('should name the acting user that it does not know', () => {
    const { json } = reset(user, { as: 'Nobody' }, { statuses: { unknownActor: 200 } });
    expect(json['data']?.['message']).toBe(
      'The conversation bob_user_nobody has been deleted successfully for UID nobody.',
    );
  });

  it.each([
    ['missingConversation', 'DELETE /users/dave/conversation', {}],
    ['nonMember', group, { as: 'dave' }],
    ['wrongType', user, { body: { preserveOrder: 'yes' } }],
    ['unknownField', user, { body: { extra: 1 } }],
    ['emptyBody', user, {}],
    ['missingContentType', user, { body: {}, headers: { 'content-type': undefined } }],
  ])('should still refuse where the axis %s rejects', (name, line, sent) => {
    const answer = reset(line, sent, { [name]: 'rejected', statuses: { [name]: 200 } });
    expect(answer).toMatchObject({ ...notDone, unchanged: true });
  });

  it.each([
    ['missingConversation', 'DELETE /users/dave/conversation', {}],
    ['nonMember', group, { as: 'dave' }],
  ])('should accept where the axis %s accepts, whatever the status', (name, line, sent) => {
    const answer = reset(line, sent, { [name]: 'accepted', statuses: { [name]: 404 } });
    expect(answer).toMatchObject({ status: 200, json: { data: { success: true } } });
  });
});
