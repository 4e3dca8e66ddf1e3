import { afterAll, afterEach, expect, it } from 'vitest';
import { startMockServer } from '../start-mock-server.ts';
import { ask as askMock } from '../testing/ask.ts';
import type { JournalControl } from './control-journal.ts';

const apiKey = 'a-secret-key';
const authOnlyKey = 'another-secret-key';

const mock = await startMockServer({ listen: false, apiKey, authOnlyKey, journal: 20 });
afterAll(() => mock.close());

const sandbox = () => mock.sandbox('w');
afterEach(() => sandbox().close());
const entries: JournalControl['entries'] = (filter) => sandbox().journal.entries(filter);

const ask = (line: string, body?: unknown, headers = {}) =>
  askMock(mock, line, body, { apikey: sandbox().apiKey, ...headers });

it('an entry should say what was asked and answered, in which sandbox, and what a reset did to the list', async () => {
  sandbox().clock.freeze(1_800_000_000);
  const [path, body] = ['/users/alice/conversation?x=1', { conversationWith: 'bob', preserveOrder: false }];
  await ask(`DELETE ${path}`, body);
  expect(entries()).toEqual([
    {
      number: 1,
      at: 1_800_000_000,
      sandbox: 'w',
      request: { method: 'DELETE', url: `/v3${path}`, onBehalfOf: 'alice', body },
      answer: { status: 200, body: { data: { success: true, message: expect.stringContaining('alice_user_bob') } } },
      list: {
        before: ['group_release', 'alice_user_erin', 'group_lunch', 'alice_user_bob', 'alice_user_dave'],
        after: ['group_release', 'alice_user_erin', 'group_lunch', 'alice_user_dave'],
      },
      unspecified: ['withoutPreserveOrder', 'messagesAfterReset', 'deleteMessagesPermanentlyOmitted'],
      hints: [],
    },
  ]);
});

it('an entry should have what nests too deep as the text that it was', async () => {
  const deep = '['.repeat(4_000) + ']'.repeat(4_000);
  await ask('POST /users', deep);
  expect(entries().at(-1)?.request.body).toBe(deep);
  await ask('POST /users', '[[[1]]]');
  expect(entries().at(-1)?.request.body).toEqual([[[1]]]);
});

it('an entry should have the whole of an answer, and of a very long one its beginning, as text', async () => {
  const text = 'x'.repeat(6_000);
  const message = { receiver: 'bob', receiverType: 'user', data: { text } };
  for (const _ of ['one', 'two']) await ask('POST /messages', message);
  await ask('GET /users/bob/messages?limit=1');
  const shown = await (await ask('GET /users/bob/messages?limit=2')).text();
  const [whole, beginning] = entries({ method: 'GET' });
  expect(whole?.answer.body).toMatchObject({ data: [{ data: { text } }] });
  expect(beginning?.answer).toEqual({ status: 200, body: `${shown.slice(0, 10 * 1024)}…` });
});

it('an entry should have the body that was sent, which for a HEAD and in front of a cut connection is not the whole', async () => {
  await ask('HEAD /users/alice');
  sandbox().faults.add({ cutBody: true });
  await ask('HEAD /users/alice');
  const cut = await (await ask('GET /users/alice')).text().catch((error: unknown) => error);
  const [head, cutHead, half] = entries();
  expect(cut).toBeInstanceOf(TypeError);
  expect([head?.answer, cutHead?.answer]).toEqual([{ status: 200 }, { status: 200 }]);
  expect(half?.answer).toEqual({ status: 200, body: expect.stringMatching(/^\{"data":\{"uid":"alice"[^}]*$/) });
});

it('an entry should have a list for resets only, and the same twice for a refused one', async () => {
  await ask('GET /users/alice/conversation');
  await ask('DELETE /users/bob');
  await ask('DELETE /groups/none/conversation', {}, { onBehalfOf: 'CAROL' });
  await ask('DELETE /groups/none/conversation', {}, { onBehalfOf: 'zoe' });
  const [get, gone, refused, stranger] = entries();
  expect([get?.list, gone?.list]).toEqual([undefined, undefined]);
  expect(refused?.list?.before).toEqual(['group_release', 'group_lunch']);
  expect(refused?.list?.after).toEqual(refused?.list?.before);
  expect(stranger?.list).toEqual({ before: [], after: [] });
});

// How a key may be spelled, secrets.test.ts says.
it('an entry should never hold a key, wherever it was written', async () => {
  await ask(`GET /users/${apiKey}?apikey=${apiKey}&k=%61${authOnlyKey.slice(1)}`, undefined, { apikey: apiKey });
  await ask('POST /users', { uid: 'zoe', name: `my "key" is ${apiKey}`, [apiKey]: 1 }, { apikey: apiKey });
  await ask('GET /users/alice', undefined, { apikey: authOnlyKey, onBehalfOf: apiKey });
  await ask(`GET /users/${apiKey.toUpperCase()}`, undefined, { apikey: `${apiKey}.NO` });
  await ask(`GET /users/${apiKey}?apikey=${sandbox().apiKey}`);
  const text = JSON.stringify([mock.sandbox().journal.entries(), entries()]);
  expect(mock.sandbox().journal.entries()).toHaveLength(4);
  expect(text).not.toMatch(/secret-key/i);
  expect(text).toContain('/v3/users/[key]?apikey=[key]');
});

it('the journal should be filtered by whatever is given', async () => {
  await ask('GET /users/alice');
  await ask('DELETE /users/alice/conversation', { conversationWith: 'bob' });
  await ask('DELETE /groups/lunch/conversation', { preserveOrder: true }, { onBehalfOf: 'bob' });
  await ask('GET /users/a%6Cice/messages');
  const numbers = (filter: object) => entries(filter).map(({ number }) => number);
  for (const [filter, found] of [
    [{}, [1, 2, 3, 4]],
    [{ method: 'delete' }, [2, 3]],
    [{ path: '/users/{uid}/conversation' }, [2]],
    [{ path: '/v3/users/{uid}/conversation' }, [2]],
    [{ path: '/users/alice/messages' }, [4]],
    [{ onBehalfOf: 'bob' }, [3]],
    [{ status: 400 }, [4]],
    [{ unspecified: 'withoutPreserveOrder' }, [2]],
    [{ after: 2 }, [3, 4]],
    [{ method: 'DELETE', onBehalfOf: 'alice', after: 2 }, []],
  ] as const) {
    expect(numbers(filter), JSON.stringify(filter)).toEqual(found);
  }
  expect(() => numbers({ methd: 'GET' })).toThrow('did you mean method?');
});

it('the journal should be waited for, and end with the server', async () => {
  const closing = await startMockServer({ listen: false });
  const { journal } = closing.sandbox();
  const later = journal.wait({ path: '/users/{uid}', after: 1 });
  for (const line of ['GET /users/alice', 'GET /groups/lunch', 'GET /users/bob']) await askMock(closing, line);
  expect(await later).toMatchObject({ number: 3, request: { url: '/v3/users/bob' } });
  const waiting = expect(journal.wait({ method: 'POST' })).rejects.toThrow('was closed before');
  await closing.close();
  await waiting;
  await expect(journal.wait({ method: 'POST' })).rejects.toThrow('was closed before');
});
