import { describe, expect, it } from 'vitest';
import { type ChatState, emptyState, referenceBehaviour } from '../core/index.ts';
import { checkWorld } from '../fixtures/check-world.ts';
import { worldState } from '../fixtures/world.ts';
import type { HttpRequest } from '../mock-server/http-message.ts';
import type { ProgressEvent, Report } from './report/document.ts';
import { keySent } from './scenario/reset-request.ts';
import { keyDefects } from './scenario/scenario.ts';
import { isReset, keys, mockInMemory, type Wrap, wordless } from './self-test/mock-targets.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const refusing =
  (isMeant: (request: HttpRequest) => boolean): Wrap =>
  (healthy) =>
  (state, request) =>
    isMeant(request) ? { state, reply: { status: 418, body: '{}' } } : healthy(state, request);

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 31, budget: 'smoke', settleMs: 5 };

/** A run in memory, and what it leaves there. */
async function run(
  target: Parameters<typeof mockInMemory>[0],
  change: Partial<VerifyOptions> = {},
): Promise<{ readonly report: Report; readonly left: ChatState }> {
  const { connect, state } = mockInMemory(target);
  return { report: await verify({ ...options, connect, ...change }), left: state() };
}

type IsIt = (event: ProgressEvent) => boolean;

/** Stops the run as soon as an event is the one. */
function stopWhen(isIt: IsIt): Partial<VerifyOptions> {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onProgress: (event) => {
      if (isIt(event)) stop.abort(new Error('stopped by SIGINT'));
    },
  };
}

const nothing = { users: undefined, groups: undefined };
const halfWay: IsIt = (event) => event.phase === 'testing' && event.done * 2 > event.of;
const allDone: IsIt = (event) => event.phase === 'testing' && event.done === event.of;

const outcomesOf = ({ requirements }: Report) => [...new Set(requirements.map(({ outcome }) => outcome))];
const passedOf = ({ requirements }: Report) =>
  requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
const failedOf = ({ requirements }: Report) => requirements.filter(({ outcome }) => outcome === 'fail');

describe('a run that is stopped', () => {
  it.each<[string, IsIt]>([
    ['half-way', halfWay],
    ['when all is tested', allDone],
  ])('should be incomplete and tidied up: %s', async (_, isIt) => {
    const { report, left } = await run({}, stopWhen(isIt));
    expect(report).toMatchObject({ verdict: 'incomplete', reason: 'stopped by SIGINT' });
    expect(failedOf(report)).toEqual([]);
    expect(report.resets).toBeGreaterThan(0);
    expect(left).toMatchObject(nothing);
  });

  it.each(['reaching', 'finding-behaviour'])('should have judged nothing while %s', async (phase) => {
    const { report, left } = await run(
      {},
      stopWhen((event) => event.phase === phase),
    );
    expect(report).toMatchObject({ verdict: 'incomplete', reason: 'stopped by SIGINT', resets: 0 });
    expect(outcomesOf(report)).toEqual(['not-exercised']);
    expect(left).toMatchObject(nothing);
  });

  it.each<[string, IsIt]>([
    ['half-way', halfWay],
    ['while it repeats them', ({ phase }) => phase === 'shrinking'],
  ])('should keep the violations that it has seen: %s', async (_, isIt) => {
    const { report, left } = await run({ wrap: wordless }, stopWhen(isIt));
    expect(report).toMatchObject({ verdict: 'violates', reason: 'stopped by SIGINT' });
    const failed = failedOf(report);
    expect(failed.map(({ id }) => id)).toEqual(['message-names-conversation', 'message-names-acting-user']);
    expect(failed[0]?.counterexample).toMatchObject({ shrunk: false, reproduced: { times: 0, of: 0 } });
    expect(left).toMatchObject(nothing);
  });

  it('should end by itself where its time is over, and be tidied up', async () => {
    const { report, left } = await run({}, { timeLimitMs: 2_000, budget: 'thorough' });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: 'the time limit of 2 s was reached' });
    expect(left).toMatchObject(nothing);
  });
});

it.each([
  200, 400,
])('a target that dies should make the run incomplete, never conform: after %i requests', async (last) => {
  const { report } = await run({ isSilent: (nth) => nth > last });
  expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('the target has died') });
  expect(report.left?.[0]?.id).toMatch(/^cr/);
});

const ofCredentials = ['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused'];
const ofAnswers = [...ofCredentials, 'status-200', 'media-type', 'success-true', 'message-names-acting-user'];

describe('a target that cannot be observed', () => {
  it('should be judged by its answers, and left as it was', async () => {
    const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('/conversations');
    const { report, left } = await run({ wrap: refusing(isList) });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('answered with 418') });
    expect(passedOf(report)).toEqual(ofCredentials);
    expect(left).toMatchObject(nothing);
  });

  it('should be judged by what can be arranged, where that is not everything', async () => {
    const isGroup = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/groups');
    const { report, left } = await run({ wrap: refusing(isGroup) }, { budget: 'quick' });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('not exercised') });
    expect(passedOf(report)).toContain('status-200');
    expect(passedOf(report).filter((id) => id.startsWith('group'))).toEqual([]);
    expect(left).toMatchObject(nothing);
  });
});

it('users that exist should be judged by answers only, and lose no message for good', async () => {
  const existing = { users: ['ann', 'bob', 'cat'], group: 'crew' };
  const requests: HttpRequest[] = [];
  const wrap: Wrap = (healthy) => (state, request) => {
    requests.push(request);
    return healthy(state === emptyState ? town() : state, request);
  };
  const { report } = await run({ wrap }, { existing });
  expect(report).toMatchObject({ verdict: 'incomplete', behaviour: {} });
  expect(failedOf(report)).toEqual([]);
  expect(passedOf(report)).toEqual(ofAnswers);
  expect(requests.filter((request) => !isReset(request))).toEqual([]);
  expect(requests.filter(({ body }) => /"deleteMessagesPermanently":\s*true/.test(body))).toEqual([]);
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
  const { report } = await run({ wrap }, { only: ['no-key-refused', 'wrong-key-refused'] });
  expect(failedOf(report).map(({ id }) => id)).toEqual(['wrong-key-refused']);
  const text = JSON.stringify(report);
  expect(text).toContain('$API_KEY');
  for (const key of [keys.apiKey, keys.authOnlyKey, ...wrongKeys]) expect(text).not.toContain(key);
});

/** Ann's conversations with Bob, Cat and a group, which were there before. */
function town(): ChatState {
  const world = checkWorld({
    users: ['ann', 'bob', 'cat'],
    groups: [{ guid: 'crew', members: ['ann', 'bob'] }],
    conversations: [
      { between: ['ann', 'bob'], messages: [{ ann: 'hello' }] },
      { between: ['ann', 'cat'], messages: [{ ann: 'hello' }] },
      { group: 'crew', messages: [{ ann: 'hello' }] },
    ],
  });
  return world.ok ? worldState(world.value, referenceBehaviour, 1) : expect.fail();
}
