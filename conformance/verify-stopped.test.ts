import { describe, expect, it } from 'vitest';
import { emptyState, referenceBehaviour, slice } from '../core/index.ts';
import { embeddedWorld } from '../fixtures/embedded-world.ts';
import { worldState } from '../fixtures/world.ts';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { withKnownFailures } from './known-failures.ts';
import type { ProgressEvent, Report } from './report/document.ts';
import { readReport } from './report/read-report.ts';
import { keyDefects } from './scenario/choices.ts';
import { keySent } from './scenario/reset-request.ts';
import { isReset, keys, mockInMemory, type Wrap, wordless } from './self-test/mock-targets.ts';
import { refusing, silentTo } from './testing/wraps.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 31, budget: 'smoke', settleMs: 5 };

/** A run in memory, and how many users and groups it leaves there. */
async function run(target: Parameters<typeof mockInMemory>[0], change: Partial<VerifyOptions> = {}) {
  const { connect, state } = mockInMemory(target);
  const report = await verify({ ...options, connect, ...change });
  const failed = report.requirements.filter(({ outcome }) => outcome === 'fail');
  const { users, groups } = state();
  return { report, failed: failed.map(({ id }) => id), left: slice(users).length + slice(groups).length };
}

/** Stops the run as soon as an event is the one. */
function stopWhen(isIt: (event: ProgressEvent) => boolean): Partial<VerifyOptions> {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onProgress: (event) => {
      if (isIt(event)) stop.abort(new Error('stopped by SIGINT'));
    },
  };
}

const halfWay = () => stopWhen((event) => event.phase === 'testing' && event.done * 2 > event.of);
const allDone = () => stopWhen((event) => event.phase === 'testing' && event.done === event.of);
const within = (wanted: ProgressEvent['phase']) => () => stopWhen(({ phase }) => phase === wanted);

const passedOf = ({ requirements }: Report) =>
  requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);

describe('a run that is stopped should be tidied up', () => {
  const unnamed = ['message-names-conversation', 'message-names-acting-user'];
  it.each([
    ['and be incomplete half-way', {}, halfWay, [], true],
    ['and be incomplete when all is tested', {}, allDone, [], true],
    ['and have judged nothing while it reaches out', {}, within('reaching'), [], false],
    ['and have judged nothing while it finds the behaviour', {}, within('finding-behaviour'), [], false],
    ['and keep the violations that it has seen half-way', { wrap: wordless }, halfWay, unnamed, true],
    ['and keep the violations that it repeats', { wrap: wordless }, within('shrinking'), unnamed, true],
  ])('%s', async (_, target, stopping, violated, hasTested) => {
    const { report, failed, left } = await run(target, stopping());
    const verdict = violated.length === 0 ? 'incomplete' : 'violates';
    expect(report).toMatchObject({ verdict, reason: 'stopped by SIGINT' });
    expect({ failed, left }).toEqual({ failed: violated, left: 0 });
    for (const { outcome, counterexample } of report.requirements) {
      if (!hasTested) expect(outcome).toBe('not-exercised');
      if (outcome === 'fail') expect(counterexample).toMatchObject({ shrunk: false, reproduced: { times: 0, of: 0 } });
    }
  });
});

it.each([200, 300])('a target that dies after %i requests should make the run incomplete', async (last) => {
  const { report } = await run({ wrap: silentTo((nth) => nth > last) });
  expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('the target has died') });
  expect(report.left?.[0]?.id).toMatch(/^cr/);
});

const ofCredentials = ['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused'];
const ofAnswers = [...ofCredentials, 'status-200', 'media-type', 'success-true', 'message-names-acting-user'];

it('a target that violates and removes nobody should be left with a reason, which decides once that is known', async () => {
  const isRemoval = ({ method, url }: HttpRequest) => method === 'DELETE' && !url.endsWith('/conversation');
  const wrap: Wrap = (healthy) => refusing(isRemoval)(wordless(healthy));
  const { report, failed } = await run({ wrap });
  expect(report).toMatchObject({ verdict: 'violates', reason: 'not all that the run created could be removed' });
  expect(withKnownFailures(report, new Map(failed.map((id) => [id, 'CHAT-1']))).verdict).toBe('incomplete');
});

describe('a target that cannot be observed', () => {
  it('should be judged by its answers, and left as it was', async () => {
    const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('/conversations');
    const { report, left } = await run({ wrap: refusing(isList, 418) });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('answered with 418') });
    expect(passedOf(report)).toEqual(ofCredentials);
    expect(left).toBe(0);
  });

  it('should be judged by no answer that was lost', async () => {
    const wrap: Wrap = (healthy) => (state, request) => {
      if (request.headers['apikey'] !== keys.apiKey) throw new Error('the connection was cut');
      return refusing(({ method }) => method === 'GET', 418)(healthy)(state, request);
    };
    const { report } = await run({ wrap });
    expect(passedOf(report)).toEqual(['no-acting-user-refused']);
  });

  it('should be judged by what can be arranged, where that is not everything', async () => {
    const isGroup = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/groups');
    const { report, left } = await run({ wrap: refusing(isGroup, 418) }, { budget: 'quick' });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('not exercised') });
    expect(passedOf(report)).toContain('status-200');
    expect(passedOf(report).filter((id) => id.startsWith('group'))).toEqual([]);
    expect(left).toBe(0);
  });
});

it('users that exist should be judged by answers only, and lose no message for good', async () => {
  const existing = { users: ['alice', 'bob', 'dave'], group: 'lunch' };
  const world = worldState(embeddedWorld, referenceBehaviour, 1);
  const requests: HttpRequest[] = [];
  const wrap: Wrap = (healthy) => (state, request) => {
    requests.push(request);
    return healthy(state === emptyState ? world : state, request);
  };
  const { report, failed } = await run({ wrap }, { existing });
  expect(report).toMatchObject({ verdict: 'incomplete', behaviour: {} });
  expect(failed).toEqual([]);
  expect(passedOf(report)).toEqual(ofAnswers);
  expect(requests.filter((request) => !isReset(request))).toEqual([]);
  expect(requests.filter(({ body }) => /"deleteMessagesPermanently":\s*true/.test(body))).toEqual([]);
});

it('a violation on users that exist should be read back from the report, whatever their ids are', async () => {
  const existing = { users: ['a@b.c', "d:f'g?", '*'.repeat(100)], group: 'x:y' };
  const wrap: Wrap = (healthy) => (state, request) =>
    isReset(request) ? { state, reply: { status: 200, body: '{"data":{"success":true}}' } } : healthy(state, request);
  const { report } = await run({ wrap }, { existing });
  expect(report.verdict).toBe('violates');
  expect(readReport(JSON.stringify(report), 'r.json')).toMatchObject({ ok: true });
});

it('the keys of a run should stand in no report, not even where the target takes a wrong one and repeats it', async () => {
  const wrongKeys = keyDefects.map((defect) => keySent(keys.apiKey, defect)).filter((key) => key !== '');
  const wrap: Wrap = (healthy) => (state, request) => {
    const { apikey = '' } = request.headers;
    const isWrong = wrongKeys.includes(apikey) && isReset(request);
    const taken = isWrong ? { ...request, headers: { ...request.headers, apikey: keys.apiKey } } : request;
    const { state: next, reply } = healthy(state, taken);
    return { state: next, reply: { ...reply, body: reply.body.replace(/\}$/, `,"key":"${apikey}"}`) } };
  };
  const { report, failed } = await run({ wrap }, { only: ['no-key-refused', 'wrong-key-refused'] });
  expect(failed).toEqual(['wrong-key-refused']);
  const text = JSON.stringify(report);
  expect(text).toContain('$API_KEY');
  for (const key of [keys.apiKey, keys.authOnlyKey, ...wrongKeys]) expect(text).not.toContain(key);
});
