import { expect, it, vi } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import type { Case } from './cases/case.ts';
import { replay } from './replay.ts';
import { headline } from './report/summary.ts';
import type { Counterexample, Report, RequirementResult } from './report.ts';
import { type RequirementId, requirements } from './requirements/catalogue.ts';
import { keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import type { VerifyOptions } from './verify-options.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const options = { baseUrl: 'http://memory/v3', ...keys, settleMs: 40 } as const;

const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');

/** One reset of a group that stands second, with its place kept. */
const scene: Case = {
  names: 'plain',
  ids: 1,
  rows: [
    { kind: 'user', messages: 1, from: 'other' },
    { kind: 'group', messages: 1, from: 'other' },
    { kind: 'user', messages: 1, from: 'other' },
  ],
  steps: [
    { do: 'reset', by: 'protagonist', row: 1, preserveOrder: 'true', permanently: 'left-out', form: 0, wire: 'plain' },
  ],
};

const told: Counterexample = {
  summary: 'what it said then',
  story: [],
  comparison: { of: 'answer', subject: 'a reset', expected: 'one thing', seen: 'another' },
  reproduced: { times: 3, of: 3 },
  shrunk: true,
  case: scene,
};

/** A report of another day, with a violation of each of these. */
function reportOf(...ids: readonly (readonly [RequirementId, Case?])[]): Report {
  const results = requirements.map((row): RequirementResult => {
    const [, shown = scene] = ids.find(([id]) => id === row.id) ?? [undefined, undefined];
    const isViolated = ids.some(([id]) => id === row.id);
    return isViolated
      ? { ...row, outcome: 'fail', exercised: 20, counterexample: { ...told, case: shown } }
      : { ...row, outcome: 'pass', exercised: 20 };
  });
  return { schemaVersion: 1, requirements: results } as unknown as Report;
}

const repeated = (report: Report, wrap: Wrap = (healthy) => healthy, change: Partial<VerifyOptions> = {}) =>
  replay(report, { ...options, connect: mockInMemory({ wrap }).connect, ...change });

const outcomes = ({ requirements: rows }: Report) => rows.map(({ id, outcome }) => `${id}: ${outcome}`);

/** Answers every reset in words that name nobody. */
const wordless: Wrap = (healthy) => (state, request) => {
  const { state: next, reply } = healthy(state, request);
  const body = reply.body.replace(/"message":"The conversation[^"]*"/, '"message":"Done."');
  return { state: next, reply: isReset(request) ? { ...reply, body } : reply };
};

const failing: Wrap = (healthy) => (state, request) =>
  isReset(request) ? { state, reply: { status: 500, body: '{}' } } : healthy(state, request);

it('should say that none came back, and pass nothing but what it repeated', async () => {
  const report = await repeated(reportOf(['group-order-kept'], ['status-200']));
  expect(report).toMatchObject({ verdict: 'conforms', replayed: true });
  expect(outcomes(report)).toEqual(['status-200: pass', 'group-order-kept: pass']);
  expect(report.requirements.map(({ exercised }) => exercised)).toEqual([3, 3]);
  expect(headline(report)).toBe('None of the 2 violations came back');
});

it('should say how many came back, and tell them anew', async () => {
  const report = await repeated(reportOf(['message-names-acting-user'], ['status-200']), wordless);
  expect(report.verdict).toBe('violates');
  expect(outcomes(report)).toEqual(['status-200: pass', 'message-names-acting-user: fail']);
  expect(headline(report)).toBe('1 of the 2 violations came back');
  expect(report.requirements[1]?.counterexample?.summary).toMatch(/^expected text that names/);
});

it.each([
  ['did not come back', undefined],
  ['came back', wordless],
])('should say of a single one that it %s', async (words, wrap) => {
  const report = await repeated(reportOf(['message-names-acting-user']), wrap);
  expect(headline(report)).toBe(`The violation ${words}`);
});

it('should repeat those of --only, or say that there is none', async () => {
  const both = reportOf(['group-order-kept'], ['status-200']);
  expect(outcomes(await repeated(both, undefined, { only: ['status-200'] }))).toEqual(['status-200: pass']);
  expect(await repeated(both, undefined, { only: ['framing'] })).toMatchObject({
    verdict: 'not-run',
    reason: 'the report holds no violation of the requirements of --only',
  });
});

it('should know a reset again that got no answer below 500', async () => {
  const report = await repeated(reportOf(['group-reset-works']), failing);
  expect(report).toMatchObject({ verdict: 'violates', requirements: [{ outcome: 'fail', exercised: 3 }] });
});

it('should not take for mended what it could not play', async () => {
  // Groups cannot be made any more; users can, so that the run goes on.
  const groupless: Wrap = (healthy) => (state, request) =>
    request.method === 'POST' && /\/groups$/.test(request.url) && /-r\d/.test(request.body)
      ? { state, reply: { status: 400, body: '{}' } }
      : healthy(state, request);
  const report = await repeated(reportOf(['group-order-kept']), groupless);
  expect(report).toMatchObject({
    verdict: 'not-run',
    reason: expect.stringMatching(/^creating the group \S+ was answered with 400$/),
    requirements: [{ outcome: 'not-exercised', exercised: 0 }],
  });
});

it('should say of what existing users showed that it cannot be built again', async () => {
  const report = await repeated(reportOf(['status-200', { ...scene, rows: [], steps: [] }], ['media-type']));
  expect(outcomes(report)).toEqual(['status-200: not-exercised', 'media-type: pass']);
  expect(report).toMatchObject({
    verdict: 'incomplete',
    reason: expect.stringContaining('no world that could be built'),
  });
  expect(headline(report)).toBe('None of the 2 violations came back; 1 could not be repeated');
});

it('should repeat nothing where nothing can be arranged, whatever the answers say', async () => {
  const resetsOnly: Wrap = (healthy) => (state, request) =>
    isReset(request) ? healthy(state, request) : { state, reply: { status: 404, body: '{}' } };
  const report = await repeated(reportOf(['no-key-refused']), resetsOnly);
  expect(report).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('answered with 404') });
  expect(outcomes(report)).toEqual(['no-key-refused: not-exercised']);
});
