import { getEventListeners } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../core/index.ts';
import { wholeRun } from './plan/extent.ts';
import type { ProgressEvent, Report } from './report/document.ts';
import { requirements } from './requirements.ts';
import { differences } from './self-test/found-exactly.ts';
import { connectTo, serve } from './self-test/handle.ts';
import { isReset, keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import type { SendingOptions } from './target/http-client.ts';
import { countingAtOnce } from './testing/counting.ts';
import { misreading, refusing } from './testing/wraps.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 11, budget: 'smoke', settleMs: 20 };

const run = (target: Parameters<typeof mockInMemory>[0], change: Partial<VerifyOptions> = {}): Promise<Report> =>
  verify({ ...options, connect: mockInMemory(target).connect, ...change });

const outcomes = ({ requirements: results }: Report, ...wanted: readonly string[]) =>
  results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id, because }) => `${id}: ${because}`);

const summaryOf = (report: Report) => ({
  verdict: report.verdict,
  open: outcomes(report, 'not-applicable', 'not-exercised', 'fail'),
  unknown: report.behaviourUnknown,
  notes: report.notes,
});
const allWell = { verdict: 'conforms', open: [], unknown: [], notes: [] };

it('should leave nothing behind that listens to its signals, as node keeps them then', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const connect: VerifyOptions['connect'] = (given) => {
    const { signal, tidyingSignal } = given as typeof given & Partial<SendingOptions>;
    signals.push(signal, tidyingSignal);
    return mockInMemory().connect(given);
  };
  await verify({ ...options, connect, only: ['status-200'] });
  const listeners = signals.map((signal) => signal && getEventListeners(signal, 'abort').length);
  expect(listeners).toEqual([0, 0]);
});

it('should remove twice as many users at once as it executes scenarios', async () => {
  const { handle, most } = countingAtOnce(({ method, url }) => method === 'DELETE' && /\/users\/[^/]*$/.test(url));
  await verify({ ...options, connect: connectTo(handle), concurrency: 3, only: ['status-200'] });
  expect(most()).toBe(6);
});

it('should count every reset that it sends', async () => {
  let seen = 0;
  const counting: Wrap = (healthy) => (state, request) => {
    if (isReset(request)) seen += 1;
    return healthy(state, request);
  };
  const { resets } = await run({ wrap: counting });
  expect([resets, seen > 0]).toEqual([seen, true]);
});

// That servers with other choices conform, and that their choices are found, is what the self-test runs.
describe('an implementation that is right', () => {
  const { connect, state } = mockInMemory({});
  let whole: Report;
  let small: Report;
  beforeAll(async () => {
    whole = await verify({ ...options, connect, budget: 'quick' });
    small = await run({});
  }, 60_000);

  it('should conform, and be left as it was', () => {
    expect(summaryOf(whole)).toEqual(allWell);
    expect(whole.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(differences(whole, referenceBehaviour)).toEqual([]);
    expect(whole).not.toHaveProperty('left');
    expect(state()).toMatchObject({ users: undefined, groups: undefined });
  });

  it('should be judged in the very same way with the same seed, over HTTP too', async () => {
    const events: ProgressEvent[] = [];
    const { url, close } = await serve(mockInMemory().answer);
    const one = await verify({ ...options, baseUrl: url, onProgress: (event) => events.push(event) }).finally(close);
    expect(summaryOf(one)).toEqual(allWell);
    expect(outcomes(one, 'pass')).toEqual(outcomes(small, 'pass'));
    expect([one.behaviour, one.resets]).toEqual([small.behaviour, small.resets]);

    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['reaching', 'finding-behaviour', 'testing', 'tidying-up']);
    expect(events.every(({ requests }, index) => requests >= (events[index - 1]?.requests ?? 0))).toBe(true);
  });

  it('should be asked for no more than a quick run may cost, for what is complete and was foretold', () => {
    const { requests, resets = 0, completeFor } = whole;
    expect(requests).toBeLessThanOrEqual(3_000);
    expect(requests / resets).toBeLessThanOrEqual(5);
    expect(completeFor).toContain('one reset from any of the 39 states');
    expect(requests / wholeRun.quick).toBeCloseTo(1, 1);
  });

  it('should be noted where resets get an error of the server in answer', async () => {
    let resets = 0;
    const wrap: Wrap = (healthy) => (before, request) => {
      const { state, reply } = healthy(before, request);
      return { state, reply: isReset(request) && ++resets % 9 === 0 ? { status: 500, body: '' } : reply };
    };
    const { notes } = await run({ wrap }, { budget: 'quick', only: ['user-order-kept'] });
    expect(notes).toContainEqual(expect.stringMatching(/^Of \d+ resets \d+ got no answer or an error/));
  });

  it('should be noted where the target had the run wait', async () => {
    const connect: VerifyOptions['connect'] = (given) => {
      const { exchange, ...rest } = mockInMemory().connect(given);
      let requests = 0;
      const isBusy = () => ++requests === 9;
      const later = { status: 429, contentType: '', text: '', retryAfter: '1' };
      return { ...rest, exchange: async (...sent) => (isBusy() ? later : exchange(...sent)) };
    };
    const { notes } = await verify({ ...options, connect, only: ['status-200'] });
    expect(notes).toEqual([expect.stringMatching(/^The target asked to be asked later.* about 1 s in all\.$/)]);
  });

  it('should be noted where a reset does each time what such resets mostly do not', async () => {
    const pinned = new Set<string>();
    const wrap = misreading((fields, { url, headers }) => {
      const { preserveOrder, conversationWith } = fields;
      const row = JSON.stringify([url, conversationWith, headers['onbehalfof']]);
      if (preserveOrder === true) pinned.add(row);
      return { ...fields, ...(pinned.has(row) && { preserveOrder: true }) };
    });
    const { verdict, notes } = await run({ wrap }, { budget: 'quick', only: ['keeps-to-its-behaviour'] });
    const another =
      /^The reset .* had another effect than such resets mostly have, each time in .* that conversation \w+/;
    expect([verdict, notes]).toEqual(['conforms', [expect.stringMatching(another)]]);
  });

  it('should be said to be walked only where every walk could be arranged', async () => {
    const wrap = refusing(({ url }) => url.endsWith('/groups'));
    const { completeFor, notCompleteFor } = await run({ wrap }, { budget: 'quick' });
    expect([completeFor, notCompleteFor]).toEqual([undefined, expect.stringMatching(/nothing, as 0 of \d+ walks/)]);
  });

  it('should be asked for at most a quarter as much where three requirements are judged', async () => {
    const only = ['no-key-refused', 'group-order-kept', 'status-200'];
    const part = await run({}, { budget: 'quick', only });
    expect(summaryOf(part)).toEqual(allWell);
    expect(part.requirements.map(({ id }) => id)).toEqual(only);
    expect(part.requests).toBeLessThanOrEqual(whole.requests / 4);
  });

  it('may mean a permanent deletion wherever the order is not to be kept', async () => {
    const wrap = misreading((fields, { url }) =>
      url.includes('/groups/') ? fields : { deleteMessagesPermanently: fields['preserveOrder'] !== true, ...fields },
    );
    const behaviour: Behaviour = { ...referenceBehaviour, messagesAfterReset: 'visible', wrongType: 'ignored' };
    const report = await run({ wrap, behaviour }, { budget: 'quick' });
    expect(outcomes(report, 'fail')).toEqual([]);
    expect(report.behaviour.deleteMessagesPermanentlyOmitted).toBe('other');
    expect(report.completeFor).toContain('one reset from any of the 23 states');
    expect(report.notCompleteFor).toBeUndefined();
  });
});
