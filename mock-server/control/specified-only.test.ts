import { describe, expect, it } from 'vitest';
import type { Axis } from '../axis.ts';
import { startMockServer } from '../start-mock-server.ts';

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
      'statuses.unknownUser',
    ],
    ['by a way that is none', 'DELETE /user/alice/conversation', inFull, 'statuses.unknownRoute'],
  ])('should answer a reset %s', async (_, line, body, axes) => {
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true });
    const before = mock.sandbox().read();
    const [method = '', path = ''] = line.split(' ');
    const headers = { apikey: mock.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' };
    const answer = await mock.handle(
      new Request(`${mock.url}${path}`, { method, headers, body: JSON.stringify(body) }),
    );
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
    const headers = { apikey: mock.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' };
    const status = async (path: string, body: string) =>
      (await mock.handle(new Request(`${mock.url}${path}`, { method: 'DELETE', headers, body }))).status;
    expect(await status('/users/bob/conversation', '{}')).toBe(200);
    expect(await status('/users/dave/conversation', '')).toBe(501);
  });

  it('should leave the calls around, and wrong keys, as they are', async () => {
    await using mock = await startMockServer({ listen: false, failOnUnspecified: true, authOnlyKey: 'weak' });
    const status = async (method: string, path: string, apikey: string, body?: string) => {
      const sent = body === undefined ? {} : { body };
      const headers = { apikey, onBehalfOf: 'alice' };
      return (await mock.handle(new Request(`${mock.url}${path}`, { method, headers, ...sent }))).status;
    };
    expect(await status('GET', '/conversations', mock.apiKey)).toBe(200);
    expect(await status('GET', '/users/zoe', mock.apiKey)).toBe(404);
    expect(await status('DELETE', '/groups/lunch/conversation', 'wrong', '{}')).toBe(401);
    expect(await status('DELETE', '/groups/lunch/conversation', 'weak', '{}')).toBe(403);
  });
});
