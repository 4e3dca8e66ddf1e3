import { describe, expect, it } from 'vitest';
import { listOf, uid } from '../core/arbitrary/world.ts';
import { type Behaviour, referenceBehaviour, type Statuses } from '../core/index.ts';
import { embeddedWorld } from '../fixtures/embedded-world.ts';
import { worldState } from '../fixtures/world.ts';
import { accessOf } from './authenticate.ts';
import { createHandler } from './handle-request.ts';
import type { HttpRequest } from './http-message.ts';
import { nearRoute } from './route.ts';
import { requestOf } from './testing/ask.ts';

// What a call does, fixtures/exchanges says. Here is what they leave out: unusual ways of writing the same, or nearly so,
// and what an answer says of them.

const user = 'DELETE /users/bob/conversation';
const group = 'DELETE /groups/lunch/conversation';

const apiKey = 'a-key';
const authOnlyKey = 'a-key-without-scope';

describe('a path', () => {
  const unknown = ['%', '%E4', 'a%00b', '%F0%9F%98%80', '__proto__', 'constructor'].map((uid) => `/users/${uid}`);
  it.each([
    ...unknown.map((path) => [path, 'ERR_UID_NOT_FOUND']),
    ...['//users/alice', '', '/', `/users/alice/${'x'.repeat(1000)}`].map((path) => [path, 'ERR_API_NOT_FOUND']),
  ])('should lead to nothing, of which nothing is near: %s', (path, code) => {
    const { error } = ask(`GET ${path}`);
    expect(error).toMatchObject({ code, devMessage: error?.['message'] });
  });

  const misplaced = ['/users/alice', '/v2/users/alice', '/v3x/users/alice', '*', 'http://127.0.0.1:4010'];
  it.each([
    ['http://127.0.0.1:4010/v3/users/alice', 200],
    ['http://127.0.0.1:4010/v3/users/alice?why=not', 200],
    ...misplaced.map((url) => [url, 404] as const),
  ] as const)('should be taken for what it is: %s', (url, status) => {
    expect(answer({ ...requestOf('GET /'), url }).status).toBe(status);
  });

  it.each(['/users/alice', '/nowhere', '/v33/users/alice'])('should be answered with where it belongs: %s', (path) => {
    expect(nearRoute('GET', path)).toBe('All calls are under /v3.');
  });
});

describe('an error', () => {
  const named = /^The path names alice, onBehalfOf alice, conversationWith nobody\.$/;
  it.each<[line: string, body: unknown, message: string, hint: RegExp]>([
    ['PUT /users/alice/conversation', '', 'no call PUT', /^This path takes DELETE and GET\.$/],
    ['GET /messages', '', 'no call GET', /^This path takes POST\.$/],
    ['GET /users/alice/', '', 'no call', /^It is one without the slash at the end\.$/],
    ['DELETE /users/alice/conversations', '', 'no call', /^Did you mean \/v3\/users\/alice\/conversation\?$/],
    ['DELETE /user/alice/conversation', '', 'no call', /^Did you mean \/v3\/users\/alice\/conversation\?$/],
    ['DELETE /grups/lunch/conversation', '', 'no call', /^Did you mean \/v3\/groups\/lunch\/conversation\?$/],
    ['GET /Users/alice', '', 'no call', /^Did you mean \/v3\/users\/alice\?$/],
    ['GET /users/alcie', '', 'no user with the UID alcie', /^Did you mean alice\?$/],
    ['GET /groups/lunhc', '', 'no group with the GUID lunhc', /^Did you mean lunch\?$/],
    [user, '[]', 'The body is not a JSON object.', /^It is an array\.$/],
    [user, 'null', 'The body is not a JSON object.', /^It is null\.$/],
    [user, '"text"', 'The body is not a JSON object.', /^It is a string\.$/],
    [user, '{', 'The body is not a JSON object.', /JSON/],
    ['DELETE /users/alice/conversation', {}, 'do not name the acting user and exactly one other', named],
  ])('should say what was nearly right: %s %j', (line, body, message, hint) => {
    const { error } = ask(line, body);
    const [written, inFull] = [String(error?.['message']), String(error?.['devMessage'])];
    expect(written).toContain(message);
    expect(inFull.startsWith(`${written} `)).toBe(true);
    expect(inFull.slice(written.length + 1)).toMatch(hint);
    expect(error).not.toHaveProperty('details');
  });

  it.each([authOnlyKey, 'another-key'])('should not repeat the key %s', (apikey) => {
    expect(JSON.stringify(ask('GET /conversations', '', { apikey }).json)).not.toContain(apikey);
  });

  const noId = 'must be 1 to 100 characters of a-z, 0-9, - and _';
  const noTexts = ['must be an array of strings'];
  const hi = { receiver: 'bob', receiverType: 'user' };
  it.each<[line: string, body: unknown, details: unknown]>([
    [user, { preserveOrder: 1 }, { preserveOrder: ['must be true or false'] }],
    [user, { conversationWith: 1 }, { conversationWith: ['must be a string'] }],
    ['POST /users', {}, { uid: ['is required'], name: ['is required'] }],
    ['POST /users', { uid: 'e ve', name: '' }, { uid: [noId], name: ['must be a string that is not empty'] }],
    ['POST /users', { uid: 'e'.repeat(101), name: 'Eve' }, { uid: [noId] }],
    ['DELETE /users/alice', { permanent: 'maybe' }, { permanent: ['must be true or false'] }],
    ['POST /groups', { guid: 'a/b', name: 'A' }, { guid: [noId] }],
    ['POST /groups', { guid: 'a', type: 'b' }, { name: ['is required'], type: [expect.stringMatching(/public, pr/)] }],
    ['POST /groups', { guid: 'a', name: 'A', members: [] }, { members: ['must be an object'] }],
    ['POST /groups', { guid: 'a', name: 'A', members: { admins: 'bob' } }, { 'members.admins': noTexts }],
    ['POST /groups', { guid: 'a', name: 'A', members: { moderators: [1] } }, { 'members.moderators': noTexts }],
    ['POST /groups/lunch/members', { admins: 'bob' }, { admins: noTexts }],
    ['POST /messages', { ...hi, data: 'Hi' }, { data: ['must be an object'] }],
    ['POST /messages', { ...hi, data: { text: 2 } }, { 'data.text': ['must be a string'] }],
    ['POST /users/carol/conversation/read', { messageId: 'last' }, { messageId: [expect.stringContaining('digits')] }],
  ])('should say all that is wrong: %s %j', (line, body, details) => {
    const { status, error } = ask(line, body);
    expect([status, error?.['details']]).toEqual([400, details]);
  });

  it.each([
    ...['perPage=1e2', 'page=1000000001', 'unread=maybe', 'conversationType=x'].map(
      (query) => `conversations?${query}`,
    ),
    ...['limit=-1', 'limit=1.5', 'limit='].map((query) => `users/bob/messages?${query}`),
  ])('should name the parameter that is wrong: %s', (path) => {
    const { status, error } = ask(`GET /${path}`);
    expect([status, Object.keys(error?.['details'] ?? {})]).toEqual([400, [/\?(\w+)/.exec(path)?.[1]]]);
  });
});

it.each([
  ['POST /users', { uid: 'zoe', name: 'Zoe' }],
  ['POST /groups', { guid: 'lunch', name: 'Taken' }],
  ['GET /users/nobody', ''],
  ['DELETE /groups/lunch', {}],
])('should know the acting user before anything else is looked for: %s', (line, body) => {
  const { status, error } = ask(line, body, { onbehalfof: 'stranger' }, { statuses: { unknownActor: 418 } });
  expect([status, error?.['message']]).toEqual([418, 'There is no user with the UID stranger.']);
});

it('should name no more than twenty of the fields that a reset does not know', () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field-${index}`, index]));
  const { error } = ask(user, body, {}, { unknownField: 'rejected' });
  expect(Object.keys(error?.['details'] ?? {})).toHaveLength(20);
});

describe('status 200', () => {
  it.each([
    ['missingApiKey', undefined],
    ['wrongApiKey', 'wrong'],
    ['insufficientScope', authOnlyKey],
  ] as const)('should let the key pass where %s has it', (name, apikey) => {
    const { json } = ask('GET /users/bob', '', { apikey }, { statuses: { [name]: 200 } });
    expect(json['data']?.['uid']).toBe('bob');
  });

  it.each([
    ['missingOnBehalfOf', 400, 'GET /conversations', '', ''],
    ['nonMember', 403, 'GET /groups/release/messages', '', 'dave'],
    ['malformedBody', 400, 'POST /users', '{', 'alice'],
  ])('should accept nothing but resets: %s is %d elsewhere', (name, status, line, body, onbehalfof) => {
    expect(ask(line, body, { onbehalfof }, { statuses: { [name]: 200 } }).status).toBe(status);
  });

  it('should confirm a call that there is not, where unknownRoute has it', () => {
    const { status, json } = ask('PUT /nowhere', '', {}, { statuses: { unknownRoute: 200 } });
    expect([status, json]).toMatchObject([200, { data: { success: true } }]);
  });

  it.each([
    ['refusedAddressing', user, { conversationWith: 'carol' }, 'alice', 'alice_user_bob'],
    ['unknownActor', user, '', 'Nobody', 'bob_user_nobody has been deleted successfully for UID nobody'],
    ['missingOnBehalfOf', user, '', '', 'bob_user_bob has been deleted successfully.'],
    ['missingOnBehalfOf', group, '', undefined, 'group_lunch'],
  ])('should confirm %s on %s without any effect', (name, line, body, onbehalfof, named) => {
    const { status, unchanged, json } = ask(line, body, { onbehalfof }, { statuses: { [name]: 200 } });
    expect([status, unchanged, json['data']?.['success']]).toEqual([200, true, true]);
    expect(json['data']?.['message']).toContain(`The conversation ${named}`);
  });
});

describe.each([
  ['user', user, 'user bob'],
  ['group', group, 'group lunch'],
])('the body of a %s reset', (_, line, conversation) => {
  it.each<[contentType: string | undefined, status: number]>([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
    [undefined, 415],
    ...['', 'text/plain', 'application/jsonp', 'text/json; application/json'].map((type): [string, 415] => [type, 415]),
  ])('should count as %s with status %i where that is needed', (contentType, status) => {
    const answerUnder = (deviation: Deviation) => ask(line, {}, { 'content-type': contentType }, deviation);
    expect(answerUnder({ missingContentType: 'rejected' })).toMatchObject({ status, unchanged: status !== 200 });
    expect(answerUnder({}).status).toBe(200);
  });

  it.each([
    ['constructor', /preserveOrder$/],
    ['__proto__', /preserveOrder$/],
    ['preserveorder', / \(did you mean preserveOrder\?\)$/],
    ['preserve_order', / \(did you mean preserveOrder\?\)$/],
  ])('should not know the field %s', (field, hint) => {
    const body = `{"${field}":true}`;
    expect(ask(line, body).list()).not.toContain(conversation);
    const { error } = ask(line, body, {}, { unknownField: 'rejected' });
    expect(Object.entries(error?.['details'] ?? {})).toEqual([[field, [expect.stringMatching(hint)]]]);
  });
});

// What a value of the wrong type may count as, the exchanges say.
it.each([
  ...[{}, [], [true], 'yes', 'TRUE', ' ', -1, 0.5].map((value) => ({ preserveOrder: value })),
  ...[null, false, {}, ['42']].map((value) => ({ conversationWith: value })),
])('should never read %j as something else', (fields) => {
  const body = { conversationWith: 'bob', ...fields };
  for (const wrongType of ['coerced', 'rejected'] as const) {
    const { status, error } = ask('DELETE /users/alice/conversation', body, {}, { wrongType });
    expect([status, Object.keys(error?.['details'] ?? {})]).toEqual([400, Object.keys(fields)]);
  }
});

describe('a call around the resets', () => {
  it.each([`id=${'9'.repeat(400)}`, 'id=0&affix=append'])('should read all messages with %s', (query) => {
    const { json } = ask(`GET /users/bob/messages?${query}`);
    expect(json['meta']).toEqual({ current: { limit: 100, count: 4 } });
  });

  it('should answer for a uid that JavaScript has another use for', () => {
    const { json } = ask('POST /groups/lunch/members', { moderators: ['__proto__'] });
    expect(JSON.stringify(json)).toContain('"__proto__":{"success":false');
  });

  it('should make no group of which one member is unknown', () => {
    const body = { guid: 'divers', name: 'Divers', members: { admins: ['bob', 'nobody'] } };
    const { error, unchanged } = ask('POST /groups', body);
    expect([error?.['code'], unchanged]).toEqual(['ERR_UID_NOT_FOUND', true]);
  });
});

// Helpers

/** Of the statuses, only those that it names are other ones. */
type Deviation = Partial<Omit<Behaviour, 'statuses'>> & { readonly statuses?: Partial<Statuses> };

/** What a parsed answer may be asked for; a wrong path is undefined, not an error of the types. */
type Json = { readonly [field: string]: Json };

const ask = (line: string, body?: unknown, headers?: HttpRequest['headers'], deviation?: Deviation) =>
  answer(requestOf(line, body, headers), deviation);

/** What comes of a request under a behaviour that differs from the reference one. */
function answer(request: HttpRequest, deviation: Deviation = {}) {
  const statuses = { ...referenceBehaviour.statuses, ...deviation.statuses };
  const behaviour: Behaviour = { ...referenceBehaviour, ...deviation, statuses };
  const before = worldState(embeddedWorld, behaviour, 1_700_000_000);
  const keyed = { ...request, headers: { apikey: apiKey, ...request.headers } };
  const access = accessOf(keyed, { apiKey, authOnlyKey });
  const { state, reply } = createHandler(behaviour)(before, keyed, 1_700_000_000, access);
  const json = JSON.parse(reply.body) as Json;
  const list = () => listOf(state, uid('alice'));
  return { status: reply.status, json, error: json['error'], unchanged: state === before, list };
}
