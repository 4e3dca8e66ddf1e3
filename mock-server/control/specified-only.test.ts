import { describe, expect, it } from 'vitest';
import type { Axis } from '../axis.ts';
import { startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

const inFull = { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true };

describe('a mock that fails on what is unspecified', () => {
  it.each<[what: string, line: string, body: object, axes: string | undefined]>([
    ['said in full', 'DELETE /users/alice/conversation', inFull, undefined],
    ['said in full, of a group', 'DELETE /groups/lunch/conversation', { preserveOrder: true }, undefined],
    ['permanent', 'DELETE /users/alice/conversation', { ...inFull, deleteMessagesPermanently: true }, undefined],
    ['without order', 'DELETE /groups/lunch/conversation', {}, undefined],
    [
      'that leaves open whether to delete',
      'DELETE /users/alice/conversation',
      { conversationWith: 'bob' },
      'deleteMessagesPermanentlyOmitted. To say it otherwise, send deleteMessagesPermanently, true or false.',
    ],
    [
      'that names the other in the path',
      'DELETE /users/bob/conversation',
      { ...inFull, conversationWith: undefined },
      'addressing',
    ],
    [
      'of nobody known',
      'DELETE /users/alice/conversation',
      { ...inFull, conversationWith: 'zoe' },
      'statuses.unknownUser. Otherwise it would be 404: There is no user with the UID zoe.',
    ],
    [
      'by a way that is none',
      'DELETE /user/alice/conversation',
      inFull,
      'statuses.unknownRoute. Otherwise it would be 404: There is no call DELETE /v3/user/alice/conversation. Did you mean',
    ],
  ])('should answer a reset %s', async (_, line, body, axes) => {
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true });
    const before = mock.sandbox().read();
    const answer = await ask(mock, line, body);
    if (axes === undefined) expect(answer.status).toBe(200);
    else {
      expect(answer.status).toBe(501);
      expect(await answer.json()).toMatchObject({
        error: { code: 'ERR_UNSPECIFIED', message: expect.stringContaining(`rests on ${axes}`) },
      });
      expect(mock.sandbox().read()).toEqual(before);
      expect(mock.sandbox().journal.entries({ unspecified: axes.split('. ')[0] as Axis })).toHaveLength(1);
    }
  });

  it('should leave what rests on an axis that is allowed', async () => {
    const allowUnspecified = ['addressing', 'deleteMessagesPermanentlyOmitted'] as const;
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true, allowUnspecified });
    expect((await ask(mock, 'DELETE /users/bob/conversation', {})).status).toBe(200);
    expect((await ask(mock, 'DELETE /users/dave/conversation', '')).status).toBe(501);
  });

  it('should hold beside a fault that is armed, too', async () => {
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true });
    mock.sandbox().faults.add({ wrong: 'group-order-ignored' });
    expect((await ask(mock, 'DELETE /users/dave/conversation', '')).status).toBe(501);
  });

  it('should leave the calls around, and wrong keys, as they are', async () => {
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true, authOnlyKey: 'weak' });
    expect((await ask(mock, 'GET /conversations')).status).toBe(200);
    expect((await ask(mock, 'GET /users/zoe')).status).toBe(404);
    for (const [apikey, status] of [
      ['wrong', 401],
      ['weak', 403],
    ] as const) {
      expect((await ask(mock, 'DELETE /groups/lunch/conversation', {}, { apikey })).status).toBe(status);
    }
  });
});
