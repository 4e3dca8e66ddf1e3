import { describe, expect, it } from 'vitest';
import { listOf, uid } from '../core/arbitrary/world.ts';
import { type Behaviour, referenceBehaviour, type Statuses } from '../core/index.ts';
import { worldState } from '../fixtures/world.ts';
import { createHandler } from './handle-request.ts';
import { nearRoute } from './nearest.ts';
import { fourUsers } from './testing/four-users.ts';

// What a call does, fixtures/exchanges says. Here is what they leave out: unusual ways of writing the same, or nearly so,
// and what an answer says of them.

const user = 'DELETE /users/bob/conversation';
const group = 'DELETE /groups/climbers/conversation';

const apiKey = 'a-key';
const authOnlyKey = 'a-key-without-scope';
const now = 1_700_000_000;

describe('a path', () => {
  it.each([
    ...['%', '%E4', 'a%00b', '%F0%9F%98%80', '__proto__', 'constructor'].map((uid) => [
      `/users/${uid}`,
      'ERR_UID_NOT_FOUND',
    ]),
    ...['//users/alice', '', '/', `/users/alice/${'x'.repeat(1000)}`].map((path) => [path, 'ERR_API_NOT_FOUND']),
  ])('should lead to nothing, of which nothing is near: %s', (path, code) => {
    const { error } = ask(`GET ${path}`);
    expect(error).toMatchObject({ code, devMessage: error?.['message'] });
  });

  it.each([
    ['http://127.0.0.1:4010/v3/users/alice', 200],
    ['http://127.0.0.1:4010/v3/users/alice?why=not', 200],
    ['/users/alice', 404],
    ['/v2/users/alice', 404],
    ['/v3x/users/alice', 404],
    ['*', 404],
    ['http://127.0.0.1:4010', 404],
  ])('should be taken for what it is: %s', (url, status) => {
    const handle = createHandler({ behaviour: referenceBehaviour, apiKey });
    const state = worldState(fourUsers, referenceBehaviour, now);
    const { reply } = handle(state, { method: 'GET', url, headers: { apikey: apiKey }, body: '' }, now);
    expect(reply.status).toBe(status);
  });

  it.each(['/users/alice', '/nowhere', '/v33/users/alice'])('should be answered with where it belongs: %s', (path) => {
    const known = [{ method: 'GET', pattern: ['', 'v3', 'users', undefined] }];
    expect(nearRoute('GET', path, known)).toBe('All calls are under /v3.');
  });
});

describe('an error', () => {
  it.each<[line: string, Sent, message: RegExp, hint: RegExp]>([
    ['PUT /users/alice/conversation', {}, /no call PUT/, /^This path takes DELETE and GET\.$/],
    ['GET /messages', {}, /no call GET/, /^This path takes POST\.$/],
    ['GET /users/alice/', {}, /no call/, /^It is one without the slash at the end\.$/],
    ['DELETE /users/alice/conversations', {}, /no call/, /^Did you mean \/v3\/users\/alice\/conversation\?$/],
    ['DELETE /user/alice/conversation', {}, /no call/, /^Did you mean \/v3\/users\/alice\/conversation\?$/],
    ['DELETE /grups/climbers/conversation', {}, /no call/, /^Did you mean \/v3\/groups\/climbers\/conversation\?$/],
    ['GET /Users/alice', {}, /no call/, /^Did you mean \/v3\/users\/alice\?$/],
    ['GET /users/alcie', {}, /no user with the UID alcie/, /^Did you mean alice\?$/],
    ['GET /groups/climber', {}, /no group with the GUID climber/, /^Did you mean climbers\?$/],
    [user, { body: '[]' }, /^The body is not a JSON object\.$/, /^It is an array\.$/],
    [user, { body: 'null' }, /^The body is not a JSON object\.$/, /^It is null\.$/],
    [user, { body: '"text"' }, /^The body is not a JSON object\.$/, /^It is a string\.$/],
    [user, { body: '{' }, /^The body is not a JSON object\.$/, /JSON/],
    [
      'DELETE /users/alice/conversation',
      { body: {} },
      /do not name the acting user and exactly one other/,
      /^The path names alice, onBehalfOf alice, conversationWith nobody\.$/,
    ],
  ])('should say what was nearly right: %s %j', (line, sent, message, hint) => {
    const { error } = ask(line, sent);
    const written = String(error?.['message']);
    expect(written).toMatch(message);
    expect(error?.['devMessage']).toMatch(new RegExp(`^${written.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')} `));
    expect(String(error?.['devMessage']).slice(written.length + 1)).toMatch(hint);
    expect(error).not.toHaveProperty('details');
  });

  it.each([authOnlyKey, 'another-key'])('should not repeat the key %s', (apikey) => {
    expect(JSON.stringify(ask('GET /conversations', { headers: { apikey } }).json)).not.toContain(apikey);
  });

  const noId = 'must be 1 to 100 characters of a-z, 0-9, - and _';
  const noTexts = ['must be an array of strings'];
  it.each<[line: string, body: unknown, details: unknown]>([
    [user, { preserveOrder: 1 }, { preserveOrder: ['must be true or false'] }],
    [user, { conversationWith: 1 }, { conversationWith: ['must be a string'] }],
    ['POST /users', {}, { uid: ['is required'], name: ['is required'] }],
    ['POST /users', { uid: 'e ve', name: '' }, { uid: [noId], name: ['must be a string that is not empty'] }],
    ['POST /users', { uid: 'e'.repeat(101), name: 'Eve' }, { uid: [noId] }],
    ['DELETE /users/alice', { permanent: 'maybe' }, { permanent: ['must be true or false'] }],
    [
      'POST /groups',
      { guid: 'di/vers', type: 'secret', members: { admins: 'bob', moderators: [1] } },
      {
        guid: [noId],
        name: ['is required'],
        type: ['must be one of public, private, password'],
        'members.admins': noTexts,
        'members.moderators': noTexts,
      },
    ],
    ['POST /groups', { guid: 'divers', name: 'Divers', members: [] }, { members: ['must be an object'] }],
    ['POST /groups/silent/members', { admins: 'bob' }, { admins: noTexts }],
    ['POST /messages', { receiver: 'bob', receiverType: 'user', data: 'Hi' }, { data: ['must be an object'] }],
    [
      'POST /messages',
      { receiver: 'b', receiverType: 'user', data: { text: 2 } },
      { 'data.text': ['must be a string'] },
    ],
    [
      'POST /users/carol/conversation/read',
      { messageId: 'last' },
      { messageId: ['must be the id of a message, which is all digits'] },
    ],
    ...['perPage=1e2', 'page=1000000001', 'unread=maybe', 'conversationType=x']
      .map((query) => `GET /conversations?${query}`)
      .concat(
        ['limit=-1', 'limit=1.5', 'limit=', 'limit=ten', 'id=first'].map((query) => `GET /users/bob/messages?${query}`),
      )
      .map((line): [string, unknown, unknown] => {
        const name = /\?(\w+)/.exec(line)?.[1] ?? '';
        return [line, undefined, { [name]: [expect.any(String)] }];
      }),
  ])('should say all that is wrong: %s %j', (line, body, details) => {
    const { status, error } = ask(line, { body });
    expect([status, error?.['details']]).toEqual([400, details]);
  });
});

describe('status 200', () => {
  it.each([
    ['missingApiKey', undefined],
    ['wrongApiKey', 'wrong'],
    ['insufficientScope', authOnlyKey],
  ] as const)('should let the key pass where %s has it', (name, apikey) => {
    const { json } = ask('GET /users/bob', { headers: { apikey } }, { statuses: { [name]: 200 } });
    expect(json['data']?.['uid']).toBe('bob');
  });

  it.each<[name: string, status: number, line: string, Sent]>([
    ['missingOnBehalfOf', 400, 'GET /conversations', { as: '' }],
    ['unknownUser', 404, 'GET /users/nobody', {}],
    ['nonMember', 403, 'GET /groups/climbers/messages', { as: 'dave' }],
    ['malformedBody', 400, 'POST /users', { body: '{' }],
    ['unknownRoute', 404, 'GET /nowhere', {}],
  ])('should accept nothing but resets: %s is %d elsewhere', (name, status, line, sent) => {
    expect(ask(line, sent, { statuses: { [name]: 200 } }).status).toBe(status);
  });

  it.each([
    ['unknownUser', 'DELETE /users/ghost/conversation', { body: { conversationWith: 'alice' } }, 'alice_user_ghost'],
    ['refusedAddressing', user, { body: { conversationWith: 'carol' } }, 'alice_user_bob'],
    ['unknownActor', user, { as: 'Nobody' }, 'bob_user_nobody has been deleted successfully for UID nobody'],
    ['missingOnBehalfOf', user, { as: '' }, 'bob_user_bob has been deleted successfully.'],
    ['missingOnBehalfOf', group, { headers: { onbehalfof: undefined } }, 'group_climbers'],
  ])('should confirm %s on %s without any effect', (name, line, sent, named) => {
    const { status, unchanged, json } = ask(line, sent, { statuses: { [name]: 200 } });
    expect([status, unchanged, json['data']?.['success']]).toEqual([200, true, true]);
    expect(json['data']?.['message']).toContain(`The conversation ${named}`);
  });
});

describe.each([
  ['user', user, 'user bob'],
  ['group', group, 'group climbers'],
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
    expect(ask(line, sent, { missingContentType: 'rejected' })).toMatchObject({ status, unchanged: status !== 200 });
    expect(ask(line, sent).status).toBe(200);
  });

  it.each([
    ['constructor', ''],
    ['__proto__', ''],
    ['preserveorder', '; did you mean preserveOrder?'],
    ['preserve_order', '; did you mean preserveOrder?'],
  ])('should not know the field %s', (field, hint) => {
    const body = `{"${field}":true}`;
    expect(ask(line, { body }).list()).not.toContain(conversation);
    const details = Object.entries(ask(line, { body }, { unknownField: 'rejected' }).error?.['details'] ?? {});
    expect(details).toEqual([
      [field, [expect.stringMatching(new RegExp(`preserveOrder${hint.replace('?', '\\?')}$`))]],
    ]);
  });

  it.each<[value: unknown, coerced: boolean | 400]>([
    ...(['true', '1', 1] as const).map((value): [unknown, true] => [value, true]),
    ...(['false', '0', '', 0] as const).map((value): [unknown, false] => [value, false]),
    ...[null, {}, [], [true], 'yes', 'TRUE', ' ', 2, -1, 0.5].map((value): [unknown, 400] => [value, 400]),
  ])('should have %j as a flag of the wrong type, which may count as %s', (preserveOrder, coerced) => {
    const kept = (wrongType: 'rejected' | 'coerced' | 'ignored') => {
      const { status, list } = ask(line, { body: { preserveOrder } }, { wrongType });
      return status === 200 ? list().includes(conversation) : status;
    };
    expect([kept('coerced'), kept('ignored'), kept('rejected')]).toEqual([coerced, false, 400]);
  });
});

describe('a conversationWith', () => {
  it.each([null, true, false, {}, ['42']])('should be no text, whatever a wrong type counts as: %j', (value) => {
    const statusUnder = (wrongType: 'rejected' | 'coerced' | 'ignored') =>
      ask('DELETE /users/alice/conversation', { body: { conversationWith: value } }, { wrongType }).status;
    expect([statusUnder('coerced'), statusUnder('rejected'), statusUnder('ignored')]).toEqual([400, 400, 400]);
  });
});

describe('a call around the resets', () => {
  it.each([`id=${'9'.repeat(400)}`, 'id=0&affix=append'])('should read all messages with %s', (query) => {
    const { json } = ask(`GET /users/bob/messages?${query}`);
    expect(json['meta']).toEqual({ current: { limit: 100, count: 2 } });
  });

  it('should answer for a uid that JavaScript has another use for', () => {
    const { json } = ask('POST /groups/silent/members', { body: { moderators: ['__proto__'] } });
    expect(JSON.stringify(json)).toContain('"__proto__":{"success":false');
  });

  it('should make no group of which one member is unknown', () => {
    const body = { guid: 'divers', name: 'Divers', members: { admins: ['bob', 'nobody'] } };
    const { error, unchanged } = ask('POST /groups', { body });
    expect([error?.['code'], unchanged]).toEqual(['ERR_UID_NOT_FOUND', true]);
  });
});

// Helpers

interface Sent {
  readonly as?: string;
  /** JSON, unless it is text. */
  readonly body?: unknown;
  /** Beside, or in place of, those that every request has. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Of the statuses, only those that it names are other ones. */
type Deviation = Partial<Omit<Behaviour, 'statuses'>> & { readonly statuses?: Partial<Statuses> };

/** What a parsed answer may be asked for; a wrong path is undefined, not an error of the types. */
interface Json {
  readonly [field: string]: Json;
}

/** A request, in Alice's name, under a behaviour that differs from the reference one; what came of it. */
function ask(line: string, { as = 'alice', body, headers }: Sent = {}, deviation: Deviation = {}) {
  const statuses = { ...referenceBehaviour.statuses, ...deviation.statuses };
  const behaviour: Behaviour = { ...referenceBehaviour, ...deviation, statuses };
  const before = worldState(fourUsers, behaviour, now);
  const [method = '', path = ''] = line.split(' ');
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const usual = { apikey: apiKey, onbehalfof: as, 'content-type': text === '' ? undefined : 'application/json' };
  const request = { method, url: `/v3${path}`, headers: { ...usual, ...headers }, body: text };
  const { state, reply } = createHandler({ behaviour, apiKey, authOnlyKey })(before, request, now);
  const json = JSON.parse(reply.body) as Json;
  const list = () => listOf(state, uid('alice'));
  return { status: reply.status, json, error: json['error'], unchanged: state === before, list };
}
