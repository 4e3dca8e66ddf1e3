import { expect, it } from 'vitest';
import type { Axis } from '../axis.ts';
import { type MockServerOptions, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

const inFull = { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true };
const toSay = '. To say it otherwise, send deleteMessagesPermanently, true or false.';
const toName = '. To say it otherwise, name';
const otherwise = '. Otherwise it would be 404: There is no user with the UID zoe.';

const serve = (options: MockServerOptions = {}) =>
  startMockServer({ listen: false, failOnUnspecified: true, ...options });

it.each<[line: string, body: object]>([
  ['DELETE /users/alice/conversation', inFull],
  ['DELETE /users/alice/conversation', { ...inFull, deleteMessagesPermanently: true }],
  ['DELETE /groups/lunch/conversation', { preserveOrder: true }],
  ['DELETE /groups/lunch/conversation', {}],
])('should answer a reset that says all that it can: %s %j', async (line, body) => {
  await using mock = await serve();
  expect((await ask(mock, line, body)).status).toBe(200);
});

it.each<[line: string, body: object, axis: Axis, more: string]>([
  ['/users/alice/conversation', { conversationWith: 'bob' }, 'deleteMessagesPermanentlyOmitted', toSay],
  ['/users/bob/conversation', { ...inFull, conversationWith: undefined }, 'addressing', toName],
  ['/users/alice/conversation', { ...inFull, conversationWith: 'zoe' }, 'statuses.unknownUser', otherwise],
  ['/user/alice/conversation', inFull, 'statuses.unknownRoute', '. Otherwise it would be 404: There is no call'],
])('should refuse one that leaves open what can be said, and say how: %s %j', async (path, body, axis, more) => {
  await using mock = await serve();
  const before = mock.sandbox().read();
  const answer = await ask(mock, `DELETE ${path}`, body);
  expect(answer.status).toBe(501);
  const message = expect.stringContaining(`rests on ${axis}${more}`);
  expect(await answer.json()).toMatchObject({ error: { code: 'ERR_UNSPECIFIED', message } });
  expect(mock.sandbox().read()).toEqual(before);
  expect(mock.sandbox().journal.entries({ unspecified: axis })).toHaveLength(1);
});

it('should leave what rests on an axis that is allowed, but nothing else, a fault being armed or not', async () => {
  const allowUnspecified = ['addressing', 'deleteMessagesPermanentlyOmitted'] as const;
  await using mock = await serve({ allowUnspecified });
  expect((await ask(mock, 'DELETE /users/bob/conversation', {})).status).toBe(200);
  expect((await ask(mock, 'DELETE /users/dave/conversation', '')).status).toBe(501);
  mock.sandbox().faults.add({ wrong: 'group-order-ignored' });
  expect((await ask(mock, 'DELETE /users/dave/conversation', '')).status).toBe(501);
});

it('should leave the calls around, and wrong keys, as they are', async () => {
  await using mock = await serve({ authOnlyKey: 'weak' });
  expect((await ask(mock, 'GET /conversations')).status).toBe(200);
  expect((await ask(mock, 'GET /users/zoe')).status).toBe(404);
  const withKey = async (apikey: string) =>
    (await ask(mock, 'DELETE /groups/lunch/conversation', {}, { apikey })).status;
  expect([await withKey('wrong'), await withKey('weak')]).toEqual([401, 403]);
});
