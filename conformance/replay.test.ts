import { expect, it } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { answer, pick, reset, scenarioOf, together, worldOf } from './plan/world.ts';
import { replay } from './replay.ts';
import type { Counterexample, Report, RequirementResult } from './report/document.ts';
import { requirements } from './requirements.ts';
import { isReset, keys, mockInMemory, type Wrap, wordless } from './self-test/mock-targets.ts';
import { mistaking, refusing, showing } from './testing/wraps.ts';
import type { VerifyOptions } from './verify-options.ts';

const options = { baseUrl: 'http://memory/v3', ...keys, settleMs: 5 } as const;

/** One reset of a group that stands second, with its place kept. */
const world = worldOf(['user', 'group', 'user'], { me: 'me' });
const crew = pick(world.rows, 1);
const scenario = scenarioOf(world, [reset('me', crew, { preserveOrder: 'true' })]);

const found: Counterexample = {
  ...{ diagnosis: 'What it said then.', operation: 'a reset', steps: [], also: [], shrunk: true, scenario },
  comparison: { of: 'answer', subject: 'a reset', expected: 'one thing', seen: 'another' },
  reproduced: { times: 3, of: 3 },
};

/** A report of another day, with a violation of each of these. */
function reportOf(...violated: readonly (readonly [id: string, change?: Partial<Counterexample>])[]): Report {
  const results = requirements.map(({ id, level, clause, title }): RequirementResult => {
    const row = { id, level, clause, title, exercised: 20 };
    const violation = violated.find((one) => one[0] === id);
    if (violation === undefined) return { ...row, outcome: 'pass' };
    return { ...row, outcome: 'fail', counterexample: { ...found, ...violation[1] } };
  });
  return { schemaVersion: 1, budget: 'smoke', requirements: results } as unknown as Report;
}

const repeated = (report: Report, wrap: Wrap = (healthy) => healthy, change: Partial<VerifyOptions> = {}) =>
  replay(report, { ...options, connect: mockInMemory({ wrap }).connect, ...change });

const outcomes = ({ requirements: rows }: Report) => rows.map(({ id, outcome }) => `${id}: ${outcome}`);

// The sentences are those of terminal.test.ts, the exit codes of cli/run.test.ts.
it('should say that none came back, and pass nothing but what it repeated', async () => {
  const report = await repeated(reportOf(['group-order-kept'], ['status-200']));
  expect(report).toMatchObject({ verdict: 'conforms', replayed: true });
  expect(outcomes(report)).toEqual(['group-order-kept: pass', 'status-200: pass']);
  expect(report.requirements.map(({ exercised }) => exercised)).toEqual([3, 3]);
});

it('should say of none that it did not come back where answers were lost', async () => {
  const asked = new Set<string>();
  const cut: Wrap = (healthy) => (state, request) => {
    const name = `${request.url} ${request.headers['onbehalfof']}`;
    const isLost = request.method === 'GET' && request.url.includes('/conversations') && !asked.has(name);
    asked.add(name);
    if (isLost) throw new Error('the connection was cut');
    return healthy(state, request);
  };
  const report = await repeated(reportOf(['group-order-kept']), cut);
  expect(report).toMatchObject({ verdict: 'incomplete', reason: 'an answer was lost' });
});

it('should say how many came back, and diagnose them anew', async () => {
  const asFound = { shrunk: false, also: ['message-names-conversation'] };
  const report = await repeated(reportOf(['message-names-acting-user', asFound], ['group-order-kept']), wordless);
  expect(report.verdict).toBe('violates');
  expect(outcomes(report)).toEqual(['group-order-kept: pass', 'message-names-acting-user: fail']);
  const { diagnosis, ...again } = report.requirements[1]?.counterexample ?? expect.fail('nothing came back');
  expect(diagnosis).toMatch(/expected is a text that names me\.$/);
  expect(again).toMatchObject(asFound);
});

it('should take a request without a body for one that says nothing, whatever stands beside it', async () => {
  const keeps = mistaking((one) => (one.body === '' ? { ...one, body: '{"preserveOrder":true}' } : one));
  const silent = scenarioOf(world, [reset('me', crew, { preserveOrder: 'true', body: 'none' })]);
  const report = await repeated(reportOf(['omitted-equals-false', { scenario: silent }]), keeps);
  expect(outcomes(report)).toEqual(['omitted-equals-false: fail']);
});

it('should know as much of the behaviour as the run that found it', async () => {
  let isAfterReset = false;
  const lost = new Set<string>();
  const losing = showing<{ readonly data: { readonly text: string } }>('/messages', (messages) =>
    messages.filter(({ data }) => !lost.has(data.text)),
  );
  const hasty: Wrap = (healthy) => (state, request) => {
    if (isAfterReset && request.method === 'POST') lost.add(JSON.parse(request.body).data?.text);
    isAfterReset = isReset(request);
    return losing(healthy)(state, request);
  };
  const peer = pick(world.rows, 0);
  const inPath = reset('me', peer, { form: 'path-peer', deleteMessagesPermanently: 'absent' });
  const atOnce = scenarioOf(world, [together([inPath, answer(world, peer)])]);
  const report = { ...reportOf(['quiet-after-concurrency', { scenario: atOnce }]), budget: 'default' } as const;
  expect(outcomes(await repeated(report, hasty))).toEqual(['quiet-after-concurrency: fail']);
});

it.each([
  [{ times: 2, of: 3 }, 5],
  [{ times: 1, of: 100 }, 12],
])('should repeat more often what came back %j times', async (reproduced, exercised) => {
  const report = await repeated(reportOf(['group-order-kept', { reproduced }]));
  expect(report.requirements).toMatchObject([{ outcome: 'pass', exercised }]);
});

it('should not say that what never came back is gone', async () => {
  for (const [of, because] of [
    [3, 'it did not come back when it was found either'],
    [0, 'it was not repeated when it was found'],
  ] as const) {
    const report = await repeated(reportOf(['group-order-kept', { reproduced: { times: 0, of } }]));
    expect(report).toMatchObject({ verdict: 'incomplete', requirements: [{ outcome: 'not-exercised', because }] });
  }
});

it('should not say that something is gone where its reset was not done', async () => {
  const report = await repeated(reportOf(['group-order-kept']), refusing(isReset, 403));
  expect(report).toMatchObject({ verdict: 'incomplete', reason: 'its reset was not confirmed' });
  const none = { ...scenario, steps: [] };
  expect((await repeated(reportOf(['group-order-kept', { scenario: none }]))).verdict).toBe('incomplete');
  // What may be refused, or has to be, is gone when it is.
  const nobodys = scenarioOf(world, [reset('me', crew, { onBehalfOf: 'unknown' })]);
  expect((await repeated(reportOf(['acting-user-only', { scenario: nobodys }]))).verdict).toBe('conforms');
  const keyless = scenarioOf(world, [reset('me', crew, { apikey: 'absent' })]);
  expect((await repeated(reportOf(['no-key-refused', { scenario: keyless }]))).verdict).toBe('conforms');
});

it('should leave out no violation that it cannot repeat', async () => {
  const [first, ...others] = reportOf(['group-order-kept']).requirements;
  const renamed = { ...(first as RequirementResult), id: 'of-another-version', counterexample: found };
  const report = await repeated({ ...reportOf(), requirements: [renamed, ...others] });
  expect(report).toMatchObject({
    verdict: 'incomplete',
    reason: 'this version knows no requirement of-another-version',
  });
});

it('should repeat those of --only, or say that there is none', async () => {
  const both = reportOf(['group-order-kept'], ['status-200']);
  expect(outcomes(await repeated(both, undefined, { only: ['status-200'] }))).toEqual(['status-200: pass']);
  expect(await repeated(both, undefined, { only: ['framing'] })).toMatchObject({
    verdict: 'not-run',
    reason: 'the report holds no violation of the requirements of --only',
  });
});

it('should take nothing for fixed that it could not execute', async () => {
  // Groups cannot be made any more; users can, so that the run goes on.
  const isGroup = ({ method, url, body }: HttpRequest) =>
    method === 'POST' && url.endsWith('/groups') && body.includes(crew.id);
  const groupless = refusing(isGroup, 400);
  expect(await repeated(reportOf(['group-order-kept']), groupless)).toMatchObject({
    verdict: 'incomplete',
    reason: expect.stringMatching(/^creating the group \S+ was answered with 400/),
    requirements: [{ outcome: 'not-exercised', exercised: 0 }],
  });
});

it('should repeat nothing where nothing can be arranged, whatever the answers say', async () => {
  const resetsOnly = refusing((request) => !isReset(request), 404);
  const report = await repeated(reportOf(['no-key-refused']), resetsOnly);
  expect(report).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('answered with 404') });
  expect(outcomes(report)).toEqual(['no-key-refused: not-exercised']);
});

it('should keep what came back before it was stopped', async () => {
  const stop = new AbortController();
  const onProgress: VerifyOptions['onProgress'] = (event) => {
    if (event.phase === 'testing' && event.done === 1) stop.abort(new Error('stopped by SIGINT'));
  };
  const both = reportOf(['message-names-acting-user'], ['message-names-no-other']);
  const report = await repeated(both, wordless, { signal: stop.signal, onProgress });
  expect(outcomes(report)).toEqual(['message-names-acting-user: fail', 'message-names-no-other: not-exercised']);
  expect(report).toMatchObject({ verdict: 'violates', reason: 'stopped by SIGINT' });
});
