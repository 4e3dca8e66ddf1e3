import { expect, it } from 'vitest';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { isReset, keys, mockInMemory, openInMemory, type Wrap } from '../self-test/mock-targets.ts';
import { refusing, silentTo } from '../testing/wraps.ts';
import { verify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { reach } from './reach.ts';

const options = { baseUrl: 'http://memory/v3', ...keys, seed: 71, settleMs: 0 } as const;
const existing = { users: ['ann', 'bob'], group: 'crew' };

const run = (wrap: Wrap, change: Partial<VerifyOptions> = {}) =>
  verify({ ...options, connect: mockInMemory({ wrap }).connect, ...change });

/** The healthy server under another version segment than the one that is asked for. */
const elsewhere: Wrap = (healthy) => (state, request) =>
  healthy(state, { ...request, url: request.url.replace('/v3/', '/v4/') });

const nowhere = (request: HttpRequest): HttpReply => ({
  status: 404,
  body: JSON.stringify({ timestamp: `${performance.now()}`, path: request.url, requestId: crypto.randomUUID() }),
});

/** Asks for the key before it knows that there is nothing. */
const gateway: Wrap = () => (state, request) => ({
  state,
  reply: request.headers['apikey'] === keys.apiKey ? nowhere(request) : { status: 401, body: '{}' },
});

const resetsOnly = refusing((request) => !isReset(request), 404);
const inOneBody: Wrap = (healthy) => (state, request) => {
  const handled = resetsOnly(healthy)(state, request);
  return { ...handled, reply: { ...handled.reply, body: '{}' } };
};

const passed = ({ requirements }: Awaited<ReturnType<typeof run>>) =>
  requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);

const noReset =
  /^there is no reset at http:\/\/memory\/v3: DELETE \/groups\/\S+\/conversation was answered with 404, as paths are that mean nothing; BASE_URL has to end in the version segment, as in http:\/\/127\.0\.0\.1:4010\/v3$/;
const refusedKey = /^the key was refused: a reset was answered with 401 .*; give another one$/;
const fails = /^http:\/\/memory\/v3 answers whatever it is asked with 503 {}; its own log may say why$/;
const failing = refusing(() => true, 503);
const healthy: Wrap = (answer) => answer;
const otherKey = { apiKey: 'some-other-key' };

it.each<[string, Wrap, Partial<VerifyOptions>, RegExp]>([
  ['the resets are under another version', elsewhere, {}, noReset],
  ['they are, and the users existing ones', elsewhere, { existing }, noReset],
  ['a gateway asks for the key before there is nothing', gateway, {}, noReset],
  ['a gateway asks for the key, and the users are existing ones', gateway, { existing }, noReset],
  ['the server fails at everything', failing, {}, fails],
  ['the key is refused', healthy, otherKey, refusedKey],
  ['the key is refused, and the users are existing ones', healthy, { ...otherKey, existing }, refusedKey],
])('should judge nothing where %s', async (_where, wrap, change, reason) => {
  const report = await run(wrap, change);
  expect(report).toMatchObject({ verdict: 'not-run', reason: expect.stringMatching(reason) });
  expect(passed(report)).toEqual([]);
});

it.each([
  ['as the mock answers', resetsOnly],
  ['with one body for every answer', inOneBody],
])('should judge the wire of a server that has the resets alone: %s', async (_how, wrap) => {
  const report = await run(wrap);
  expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('a --driver can') });
  expect(passed(report)).toEqual(['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused']);
});

it.each([
  ['the first answer is lost', 1, [undefined]],
  ['the first user it creates is in doubt', 2, [true, undefined]],
])('should try once more where %s', async (_, lost, doubtful) => {
  const target = await openInMemory({ wrap: silentTo((nth) => nth === lost) });
  expect(await reach(target, undefined)).toBeUndefined();
  expect(target.created.map(({ isDoubtful }) => isDoubtful)).toEqual(doubtful);
});

it('should wait for a new user whom a copy of the data may not know yet, and know then that reads lag', async () => {
  let asked = 0;
  const late = refusing(({ url }) => url === '/v3/conversations' && ++asked === 1, 404);
  const target = await openInMemory({ wrap: late, settleMs: 1 });
  expect(await reach(target, undefined)).toBeUndefined();
  expect([asked, target.lags()]).toEqual([2, true]);
});
