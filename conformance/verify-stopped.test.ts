import { describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../core/index.ts';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { wrongKeys } from './cases/reset-request.ts';
import type { ProgressEvent, Report } from './report.ts';
import { keys, mockInMemory, startMock, type Wrap } from './self-test/mock-targets.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');

/** Answers every reset in words that name nobody. */
const wordless: Wrap = (healthy) => (state, request) => {
  const { state: next, reply } = healthy(state, request);
  const body = reply.body.replace(/"message":"The conversation[^"]*"/, '"message":"Done."');
  return { state: next, reply: isReset(request) ? { ...reply, body } : reply };
};

/** Answers a few requests only, whatever they ask. */
const always =
  (status: number, body: unknown): Wrap =>
  () =>
  (state) => ({ state, reply: { status, body: JSON.stringify(body) } });

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 31, budget: 'quick', settleMs: 40 };

/** A run in memory, and what it leaves there. */
async function run(
  target: Parameters<typeof mockInMemory>[0],
  change: Partial<VerifyOptions> = {},
): Promise<{ readonly report: Report; readonly left: ChatState }> {
  const { connect, state } = mockInMemory(target);
  return { report: await verify({ ...options, connect, ...change }), left: state() };
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

const nothing = { users: undefined, groups: undefined };
const halfWay = (event: ProgressEvent) => event.phase === 'testing' && event.done * 2 > event.of;

const outcomesOf = ({ requirements }: Report) => new Set(requirements.map(({ outcome }) => outcome));

describe('a run that went through', () => {
  it('should leave nothing behind, and note nothing', async () => {
    const { report, left } = await run({});
    expect([report.verdict, report.notes]).toEqual(['conforms', []]);
    expect(left).toMatchObject(nothing);
  });
});

describe('a run that is stopped', () => {
  it.each<[string, (event: ProgressEvent) => boolean]>([
    ['half-way', halfWay],
    ['when all is tested', ({ phase }) => phase === 'settling'],
  ])('should be incomplete and tidied up: %s', async (_, isIt) => {
    const { report, left } = await run({}, stopWhen(isIt));
    expect(report).toMatchObject({ verdict: 'incomplete', reason: 'stopped by SIGINT' });
    expect(outcomesOf(report)).not.toContain('fail');
    expect(report.observedResets).toBeGreaterThan(0);
    expect(left).toMatchObject(nothing);
  });

  it('should tell what it has seen, without looking into it', async () => {
    const { report, left } = await run({ wrap: wordless }, stopWhen(halfWay));
    expect(report.verdict).toBe('violates');
    const [failed] = report.requirements.filter(({ outcome }) => outcome === 'fail');
    expect(failed?.id).toBe('message-names-conversation');
    expect(failed?.counterexample).toMatchObject({ shrunk: false, reproduced: { times: 1, of: 1 } });
    expect(left).toMatchObject(nothing);
  });

  it('should have judged nothing before anything was tested', async () => {
    const { report, left } = await run(
      {},
      stopWhen(({ phase }) => phase === 'finding-behaviour'),
    );
    expect(report).toMatchObject({
      verdict: 'incomplete',
      reason: 'stopped by SIGINT',
      observedResets: 0,
    });
    expect(outcomesOf(report)).toEqual(new Set(['not-exercised']));
    expect(left).toMatchObject(nothing);
  });
});

describe('a target that dies', () => {
  it.each([3_000, 4_500])('should make the run incomplete, never conform: after %i requests', async (last) => {
    const { report } = await run({ isSilent: (nth) => nth > last });
    expect(report).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('the target has died') });
    expect(report.observedResets).toBeGreaterThan(0);
    expect(report.notes.at(-1)).toMatch(/^Could not be removed: cr/);
  });

  it('should not take with it what was seen before', async () => {
    const { report } = await run({ wrap: wordless, isSilent: (nth) => nth > 2_500 });
    expect(report.verdict).toBe('violates');
    const failed = report.requirements.filter(({ outcome }) => outcome === 'fail');
    expect(failed.map(({ id }) => id)).toEqual(['message-names-conversation', 'message-names-acting-user']);
    expect(failed[0]?.counterexample).toMatchObject({ shrunk: false, reproduced: { times: 0, of: 3 } });
  });

  it('should not be judged where it died before anything was tested', async () => {
    const { report } = await run({ isSilent: (nth) => nth > 400 });
    expect(report).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('the target has died') });
  });
});

describe('a target that is none', () => {
  it('should be told where nobody listens', async () => {
    const report = await verify({ ...options, baseUrl: 'http://127.0.0.1:1/v3' });
    expect(report).toMatchObject({
      verdict: 'not-run',
      reason: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/v3 cannot be reached: .*ECONNREFUSED/),
      requests: 1,
    });
  });

  it('should be told where the key is refused', async () => {
    const server = await startMock();
    const report = await verify({ ...options, baseUrl: `${server.url}/`, apiKey: 'another-key' });
    await server.close();
    expect(report).toMatchObject({
      verdict: 'not-run',
      reason: expect.stringMatching(/^the key was refused: a reset was answered with 401/),
      target: server.url,
    });
  });

  it.each<[string, Wrap]>([
    ['knows no such path', always(404, { error: 'not found' })],
    ['says yes to everything', always(200, {})],
    ['fails', always(500, {})],
  ])('should be told where somebody else answers, who %s', async (_, wrap) => {
    const { report } = await run({ wrap });
    expect(report.verdict).toBe('not-run');
    expect(report.reason).toMatch(/./);
    expect(outcomesOf(report)).toEqual(new Set(['not-exercised']));
  });

  it('should be judged by its answers where it cannot be arranged, and be left as it was', async () => {
    const wrap: Wrap = (healthy) => (state, request) =>
      request.method === 'POST' && request.url.endsWith('/groups')
        ? { state, reply: { status: 418, body: '{}' } }
        : healthy(state, request);
    const { report, left } = await run({ wrap });
    expect(report).toMatchObject({
      verdict: 'incomplete',
      reason: expect.stringMatching(/^creating the group cr\S+ was answered with 418/),
    });
    const passed = report.requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
    expect(passed).toEqual(['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused']);
    expect(left).toMatchObject(nothing);
  });
});

describe('the keys of a run', () => {
  it('should stand in no report, not even where the target takes a wrong one and repeats it', async () => {
    const wrap: Wrap = (healthy) => (state, request) => {
      const { apikey = '' } = request.headers;
      const isWrong = wrongKeys(keys.apiKey).includes(apikey) && isReset(request);
      const taken = isWrong ? { ...request, headers: { ...request.headers, apikey: keys.apiKey } } : request;
      const { state: next, reply } = healthy(state, taken);
      return { state: next, reply: { ...reply, body: reply.body.replace(/\}$/, `,"key":"${apikey}"}`) } };
    };
    const { report } = await run({ wrap });
    const failed = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['wrong-key-refused']);
    const text = JSON.stringify(report);
    expect(text).toContain('$API_KEY');
    for (const key of [keys.apiKey, keys.authOnlyKey, ...wrongKeys(keys.apiKey)]) expect(text).not.toContain(key);
  });
});
