import { describe, expect, it } from 'vitest';
import { nearRoute } from './near-route.ts';
import { openSession } from './testing/handler-session.ts';

const session = openSession({ users: ['alice', 'bob'] }, { unknownField: 'rejected' });

describe('an answer to a request that fits no route', () => {
  it.each([
    ['PUT /users/alice/conversation', 'This path takes DELETE and GET.'],
    ['GET /messages', 'This path takes POST.'],
    ['GET /users/alice/', 'It is one without the slash at the end.'],
    ['DELETE /users/alice/conversations', 'Did you mean /v3/users/alice/conversation?'],
    ['DELETE /user/alice/conversation', 'Did you mean /v3/users/alice/conversation?'],
    ['DELETE /grups/climbers/conversation', 'Did you mean /v3/groups/climbers/conversation?'],
  ])('should say what was nearly right: %s', (line, hint) => {
    const { status, json } = session.call(line);
    expect(status).toBe(404);
    expect(json['error']).toMatchObject({
      code: 'ERR_API_NOT_FOUND',
      devMessage: `${json['error']?.['message']} ${hint}`,
    });
  });

  it('should say nothing where nothing was near, or much was sent', () => {
    for (const line of ['GET /', `GET /users/alice/${'x'.repeat(1000)}`]) {
      const { error } = session.call(line).json;
      expect(error?.['devMessage']).toBe(error?.['message']);
    }
  });
});

describe('a path outside the version segment', () => {
  it.each(['/users/alice', '/nowhere', '/v33/users/alice'])('should be told where it belongs: %s', (path) => {
    const known = [{ method: 'GET', pattern: ['', 'v3', 'users', undefined] }];
    expect(nearRoute('GET', path, known)).toBe('All calls are under /v3.');
  });
});

describe('an answer to a reset', () => {
  const line = 'DELETE /users/alice/conversation';

  it.each([
    ['preserve_order', 'preserveOrder'],
    ['perserveOrder', 'preserveOrder'],
    ['conversationwith', 'conversationWith'],
  ])('should say which field was meant: %s', (written, meant) => {
    const { status, json } = session.call(line, { as: 'alice', body: { [written]: true } });
    expect(status).toBe(400);
    expect(json['error']?.['details']).toEqual({ [written]: [expect.stringContaining(`; did you mean ${meant}?`)] });
  });

  it.each([
    ['[]', 'It is an array.'],
    ['null', 'It is null.'],
    ['"text"', 'It is a string.'],
    ['{', 'JSON'],
  ])('should say why the body is no object: %s', (body, hint) => {
    const { json } = session.call(line, { as: 'alice', body });
    expect(json['error']?.['devMessage']).toContain(hint);
    expect(json['error']?.['message']).toBe('The body is not a JSON object.');
  });

  it('should say whom the three places name', () => {
    const { json } = session.call(line, { as: 'alice', body: {} });
    expect(json['error']?.['devMessage']).toMatch(/The path names alice, onBehalfOf alice, conversationWith nobody\.$/);
  });
});
