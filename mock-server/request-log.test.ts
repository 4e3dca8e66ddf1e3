import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { referenceBehaviour } from '../core/index.ts';
import { embeddedWorld } from '../fixtures/embedded-world.ts';
import { worldState } from '../fixtures/world.ts';
import { createMock } from './mock.ts';
import { requestLog } from './request-log.ts';
import { mockDefaults } from './settings.ts';
import { requestOf } from './testing/ask.ts';

const keys = { apiKey: 'secret-key' };

// When lines are written is said here, and not by how quick this machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function start(coloured = false) {
  const written: string[] = [];
  const log = requestLog((text) => written.push(text), keys, coloured);
  const state = worldState(embeddedWorld, referenceBehaviour, 1_700_000_000);
  const start = { behaviour: referenceBehaviour, state };
  const mock = await createMock({ ...mockDefaults, ...keys, start, ...log });
  const ask = async (line: string, headers = {}, body = '') =>
    mock.handle(requestOf(line, body, { apikey: keys.apiKey, ...headers }));
  const lines = async () => {
    log.flush();
    return written.join('').split('\n').filter(Boolean);
  };
  return { ask, lines, written };
}

it('should write a line for each request, with its reason and what it rests on, all of them at once', async () => {
  const { ask, lines, written } = await start();
  await ask('DELETE /groups/lunch/conversation', {}, '{}');
  await ask('GET /users/bobb');
  await ask('GET /conversations', { apikey: 'secret-key.test-1' });
  await ask('GET /conversations', { apikey: 'wrong' });
  await ask('DELETE /users/alice/conversation', {}, '{"conversationWith":"carol"}');
  await ask('DELETE /users/bob/conversation', {}, '{"preserveOdrer":true,"zzz":1}');
  // This is answered before it comes to the API.
  const asking = { origin: 'http://localhost:5173', 'access-control-request-method': 'DELETE' };
  await ask('OPTIONS /users/alice/conversation', asking);
  expect(written).toEqual([]);
  expect(await lines()).toEqual([
    'DELETE  /v3/groups/lunch/conversation  as alice  200  rests on withoutPreserveOrder, messagesAfterReset',
    'GET  /v3/users/bobb  as alice  404  ERR_UID_NOT_FOUND  There is no user with the UID bobb. Did you mean bob?',
    '[test-1]  GET  /v3/conversations  as alice  200',
    'GET  /v3/conversations  as alice  401  AUTH_ERR_APIKEY_NOT_FOUND  The API key in the header apikey is unknown.',
    expect.stringMatching(/alice\/conversation {2}as alice {2}404 {2}ERR_CONVERSATION_NOT_ACCESSIBLE .* {2}rests on /),
    expect.stringContaining(
      '  200  The field preserveOdrer was ignored (did you mean preserveOrder?).  The field zzz was ignored.  rests on ',
    ),
    'OPTIONS  /v3/users/alice/conversation  204',
  ]);
  expect(written).toHaveLength(1);
});

it('should show no key, and nothing that a terminal obeys or that breaks a line', async () => {
  const { ask, lines } = await start();
  await ask('GET /users/secret-key?k=SECRET-KEY\u001B[2J', { onbehalfof: 'a\u202Eb\u009B\r\nX' });
  await ask(`GET /users/${'x'.repeat(5000)}`);
  const [first = '', second = ''] = await lines();
  expect(first).toContain('GET  /v3/users/[key]?k=[key]\\u001b[2J  as a\\u202eb\\u009b\\r\\nX  404');
  expect(second.length).toBeLessThan(600);
});

it('should be coloured where it is wanted only', async () => {
  const { ask, lines } = await start(true);
  await ask('GET /users/alice');
  expect((await lines())[0]).toContain('\u001B[32m200\u001B[0m');
});
