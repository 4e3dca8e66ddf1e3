import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { emptyState, referenceBehaviour } from '../../core/index.ts';
import { type FaultName, faults } from '../faults/catalogue.ts';
import { createHandler } from '../handle-request.ts';
import { openSandbox, type SandboxSettings } from '../sandbox.ts';
import { type MockServer, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';
import { answerWithFaults, armFault, latencyOfAll } from './apply-faults.ts';
import { isShown, type PlannedFault } from './planned-fault.ts';

const mock = await startMockServer();
afterAll(() => mock.close());

const sandbox = () => mock.sandbox('w');
afterEach(() => sandbox().close());
const entries = () => sandbox().journal.entries({ method: 'DELETE' });
const faultsLeft = () => sandbox().faults.list();

type Way = MockServer['handle'];

const call = (line: string, body?: object, handle: Way = mock.handle): Promise<Response> =>
  ask({ ...mock, apiKey: sandbox().apiKey, handle }, line, body);
const reset = (way?: Way): Promise<Response> =>
  call('DELETE /users/alice/conversation', { conversationWith: 'bob', deleteMessagesPermanently: false }, way);
const statusOfReset = async (): Promise<number> => (await reset()).status;
const isReset = (): boolean => JSON.stringify(sandbox().read()) !== JSON.stringify(mock.sandbox().read());

describe.each<[string, Way]>([
  ['over a socket', fetch],
  ['without one, as a fetch', (request) => mock.handle(request)],
])('a fault %s', (_, way) => {
  it.each<[fault: PlannedFault, name: string, seen: RegExp, hasEffect: boolean, status?: number]>([
    [{ status: 503 }, 'status 503', /^503, \{"error":.*\}$/, false, 503],
    [{ drop: 'before' }, 'drop before', /^TypeError: fetch failed$/, false],
    [{ drop: 'after' }, 'drop after', /^TypeError: fetch failed$/, true],
    [{ cutBody: true }, 'cutBody', /^200, TypeError: terminated$/, true, 200],
    [{ invalidJson: true }, 'invalidJson', /^200, \{"data":.*[^}]$/, true, 200],
  ])('should be seen, with its effect or without: %j', async (fault, name, seen, hasEffect, status) => {
    sandbox().faults.add({ ...fault, times: 1, matching: { method: 'DELETE' } });
    const answer = await reset(way).catch(String);
    const text = typeof answer === 'string' ? answer : `${answer.status}, ${await answer.text().catch(String)}`;
    expect(text).toMatch(seen);
    expect(isReset()).toBe(hasEffect);
    expect(entries().map(({ answer, faults }) => [answer.status, faults])).toEqual([[status, [name]]]);
    expect(sandbox().journal.entries({ status: 200 })).toHaveLength(status === 200 ? 1 : 0);
  });
});

it('latency should hold up the answer, not the effect', async () => {
  sandbox().faults.add({ latencyMs: 60, times: 1 });
  const begun = performance.now();
  const answer = reset().then(() => performance.now() - begun);
  await sandbox().journal.wait({ method: 'DELETE' });
  expect(isReset()).toBe(true);
  expect(await answer).toBeGreaterThanOrEqual(59);
});

it('latency should be spread as the seed decides, and add up to no more than one may be', () => {
  const latenciesOf = (seed?: number): readonly number[] => {
    const spread = { latencyMs: { from: 10, to: 12 }, ...(seed === undefined ? {} : { seed }) };
    const { latency } = armFault(sandboxForTest(), 1, spread);
    return Array.from({ length: 30 }, latency);
  };
  expect(new Set(latenciesOf())).toEqual(new Set([10, 11, 12]));
  expect(latenciesOf(1)).toEqual(latenciesOf());
  expect(latenciesOf(2)).toEqual(latenciesOf(2));
  expect(latenciesOf(2)).not.toEqual(latenciesOf(1));
  const sumOf = (...all: readonly number[]) =>
    latencyOfAll(all.map((latencyMs, index) => armFault(sandboxForTest(), index, { latencyMs })));
  expect([sumOf(), sumOf(20, 30), sumOf(50_000, 50_000)]).toEqual([0, 50, 50_000]);
});

describe('a fault', () => {
  it('should meet the next requests only, and those that match only', async () => {
    sandbox().faults.add({ status: 500, times: 2, matching: { method: 'delete', path: '/users/{uid}/conversation' } });
    expect(await statusOfReset()).toBe(500);
    expect((await call('DELETE /groups/lunch/conversation', {})).status).toBe(200);
    expect([await statusOfReset(), await statusOfReset(), faultsLeft()]).toEqual([500, 200, []]);
  });

  it('should come with the time to wait', async () => {
    sandbox().clock.freeze(1000);
    sandbox().faults.add({ status: 429, retryAfter: 7, times: 1 });
    const { headers } = await reset();
    expect([headers.get('retry-after'), headers.get('x-rate-limit-reset')]).toEqual(['7', '1007']);
    sandbox().faults.add({ status: 429 });
    expect((await reset()).headers.get('retry-after')).toBe('1');
  });

  it('should leave those as they are that fit a request too, but for latencies', async () => {
    for (const status of [500, 502]) sandbox().faults.add({ status, times: 1, matching: { onBehalfOf: 'alice' } });
    sandbox().faults.add({ latencyMs: 1, times: 1 });
    expect([await statusOfReset(), await statusOfReset(), await statusOfReset()]).toEqual([500, 502, 200]);
    expect(entries().map(({ faults }) => faults)).toEqual([['status 500', 'latency'], ['status 502'], undefined]);
  });

  it('should last for a time of the clock', async () => {
    sandbox().clock.freeze();
    sandbox().faults.add({ status: 500, seconds: 60 });
    sandbox().clock.advance(59);
    expect(await statusOfReset()).toBe(500);
    sandbox().clock.advance(1);
    expect([await statusOfReset(), faultsLeft()]).toEqual([200, []]);
  });

  it.each<[fault: PlannedFault, path: string, code: string]>([
    [{ status: 401 }, '/conversations', 'AUTH_ERR_APIKEY_NOT_FOUND'],
    [{ status: 403 }, '/conversations', 'AUTH_ERR_NO_ACCESS'],
    [{ status: 404 }, '/users/bob/conversation', 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
    [{ status: 404 }, '/users/bob', 'ERR_UID_NOT_FOUND'],
    [{ status: 404 }, '/groups/lunch', 'ERR_GUID_NOT_FOUND'],
    [{ status: 429 }, '/conversations', 'ERR_TOO_MANY_REQUESTS'],
    [{ status: 409 }, '/conversations', 'ERR_BAD_REQUEST'],
    [{ status: 503 }, '/conversations', 'ERR_INTERNAL'],
    [{ status: 503, code: 'ERR_MAINTENANCE', message: 'Back soon.' }, '/conversations', 'ERR_MAINTENANCE'],
  ])('should have the code of its status: %j %s', async (fault, path, code) => {
    sandbox().faults.add(fault);
    const message = 'message' in fault ? fault.message : 'This answer is a fault on purpose.';
    expect(await (await call(`GET ${path}`)).json()).toMatchObject({ error: { code, message } });
  });

  it.each<[fault: unknown, problem: string]>([
    [{}, 'a fault needs exactly one of status, latencyMs, drop, cutBody, invalidJson and wrong.'],
    [{ status: 200 }, 'status: a status must be a whole number from 400 to 599, not 200.'],
    [{ latency: 5 }, 'did you mean latencyMs?'],
    [{ latencyMs: 60_001 }, 'from 0 to 50000'],
    [{ latencyMs: { from: 2, to: 1 } }, 'cannot go from 2 to 1'],
    [{ drop: 'after', retryAfter: 1 }, 'retryAfter belongs to a status'],
    [{ status: 500, matching: { path: 'users' } }, 'a path begins with a slash'],
    [{ status: 500, matching: { path: '/user/{uid}/conversation' } }, 'Did you mean /users/{uid}/conversation?'],
    [{ status: 500, matching: { path: '/messages', method: 'GET' } }, 'no call has the path /messages with GET. This'],
    [{ status: 500, matching: { method: 'PATCH' } }, 'matching.method: no call has the method "PATCH"; allowed are'],
    [{ wrong: 'no-user-rest' }, 'did you mean no-user-reset?'],
  ])('should be refused when it is %j', (fault, problem) => {
    expect(() => sandbox().faults.add(fault as PlannedFault)).toThrow(problem);
    expect(faultsLeft()).toEqual([]);
  });
});

describe('a wrong answer', () => {
  it('should be that of the catalogue, around the state of the sandbox', async () => {
    sandbox().faults.add({ wrong: 'both-flags-refused' });
    const both = { conversationWith: 'bob', deleteMessagesPermanently: true, preserveOrder: true };
    expect((await call('DELETE /users/alice/conversation', both)).status).toBe(400);
    expect(await statusOfReset()).toBe(200);
    const [refused, done] = entries();
    expect(refused).toMatchObject({ faults: ['both-flags-refused'], unspecified: [], answer: { status: 400 } });
    // What the fault asks on its own is nobody's request.
    expect(done?.number).toBe(2);
  });

  it('should be met only where it made a difference', async () => {
    const handle = sandbox().faults.add({ wrong: 'group-order-ignored', times: 1 });
    expect([await statusOfReset(), handle.met, faultsLeft().length]).toEqual([200, 0, 1]);
    await call('DELETE /groups/lunch/conversation', { preserveOrder: true });
    expect([handle.met, faultsLeft()]).toEqual([1, []]);
    const [unmet, met] = entries();
    expect(unmet).not.toHaveProperty('faults');
    expect(unmet?.unspecified).toContain('withoutPreserveOrder');
    expect(met?.unspecified).toEqual([]);
    expect(sandbox().journal.entries({ fault: 'group-order-ignored' })).toEqual([met]);
    expect(sandbox().journal.entries({ fault: 'latency' })).toEqual([]);
  });

  it('should wait for its requests also where another comes while one is found not to meet it', async () => {
    // This one begins after three milliseconds.
    sandbox().faults.add({ wrong: 'group-order-lost-under-load', times: 1 });
    await Promise.all([call('GET /conversations'), call('GET /conversations')]);
    expect(faultsLeft()).toMatchObject([{ met: 0 }]);
  });

  it('should stay what it was when the object that was given changes', () => {
    const fault = { status: 503 };
    sandbox().faults.add(Object.assign(fault, { code: undefined }) as { status: number });
    fault.status = 404;
    expect(sandbox().faults.list()).toEqual([{ status: 503, id: 1, met: 0 }]);
  });

  it.each<[FaultName, when: string]>([
    // This one begins after three milliseconds.
    ['group-order-lost-under-load', 'before its answer'],
    // A fifth of a second after its answer, this one resets the side of the other user too.
    ['both-sides-reset-late', 'after it'],
  ])('should do nothing to what is there after a reset of its sandbox, however late it comes: %s', async (wrong, when) => {
    const start = sandbox().read();
    sandbox().faults.add({ wrong });
    const slow = reset();
    if (when === 'after it') await slow;
    while (faultsLeft()[0]?.met === 0) await sleep(1);
    sandbox().reset();
    expect((await slow).status).toBe(200);
    await sleep(250);
    expect([sandbox().read(), entries()]).toEqual([start, []]);
  });

  it('should be observed also where its sandbox is reset before its answer', async () => {
    const seen: (number | undefined)[] = [];
    const own = sandboxForTest((_, { status }) => seen.push(status));
    // This one begins after three milliseconds.
    const armed = armFault(own, 1, { wrong: 'group-order-lost-under-load' });
    const request = { method: 'GET', url: '/v3/conversations', headers: {}, body: '' };
    own.faults = { all: [armed], answer: answerWithFaults };
    const answered = own.faults.answer(own, request, undefined);
    own.cell = { state: own.start };
    await answered;
    expect([seen, own.journal.size()]).toEqual([[401], 0]);
  });

  it('should be refused where it cannot show', () => {
    const hidden = faults.find((fault) => !isShown(fault, referenceBehaviour));
    expect(() => sandbox().faults.add({ wrong: hidden?.name as FaultName })).toThrow('shows only under the behaviour');
    const catalogue = sandbox().faults.catalogue();
    expect(catalogue).not.toContainEqual(expect.objectContaining({ name: hidden?.name }));
    expect(catalogue.length).toBeGreaterThan(50);
  });
});

// Helpers

function sandboxForTest(observe?: SandboxSettings['observe']) {
  const start = { behaviour: referenceBehaviour, state: emptyState };
  return openSandbox('s', start, { keys: { apiKey: 'k' }, journal: 1, createHandler, observe });
}
