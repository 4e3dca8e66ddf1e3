import { describe, expect, it } from 'vitest';
import { asFound } from '../diagnosis/diagnosis.ts';
import type { Trace } from '../execution/trace.ts';
import { noOrder } from '../profile/axes.ts';
import { requirements } from '../requirements.ts';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, referenceProfile, refused, usually } from '../testing/trace-builder.ts';
import { resultsOf, type Tested } from './results.ts';
import { inOne, verdictOf } from './verdict.ts';

const failure = checked(begin().reset(ofA(), refused())).failures[0] ?? expect.fail('nothing has failed');
const { trace } = failure;
const diagnosis = asFound(failure, trace.scenario, 3);
const none = { diagnoses: [], explained: new Map(), doubts: new Map<string, string>(), open: new Set<string>() };
const profile = referenceProfile;
const enough = new Map(requirements.map(({ id }) => [id, 4]));

const results = (change: Partial<Tested> = {}) =>
  resultsOf({ ...{ requirements, passed: enough, ...none, traces: [], floor: 4 }, ...{ profile, ...change } });
const verdict = (change: Partial<Tested> = {}, whyPartial?: string) =>
  verdictOf({ results: results(change), whyPartial });
const resultOf = (id: string, change: Partial<Tested>) => results(change).find((one) => one.id === id);
const without = (id: string, times = 0) => ({ passed: new Map([...enough, [id, times]]) });

describe('the result of a requirement', () => {
  it('should say why none of order holds where looks at a list differ by themselves', () => {
    const unordered = { profile: { ...referenceProfile, isOrdered: false } };
    for (const id of ['user-order-kept', 'rest-keeps-order']) {
      expect(resultOf(id, { ...without(id), ...unordered })).toMatchObject({
        ...{ outcome: 'not-exercised', because: noOrder },
      });
    }
  });

  const explained = new Map([['status-200', 'user-reset-works']]);
  const doubts = new Map([['status-200', 'it failed beside a lost answer']]);
  const open = { outcome: 'not-exercised', exercised: 4 };

  it.each<[what: string, Partial<Tested>, result: object]>([
    ['a pass where it held often enough', {}, { outcome: 'pass', exercised: 4 }],
    [
      'open where it held too few times',
      without('status-200', 3),
      { outcome: 'not-exercised', exercised: 3, because: 'seen to hold 3 times; 4 are needed' },
    ],
    ['open where it never held', without('status-200'), { because: 'nothing that could have failed was seen' }],
    ['a pass where another one was diagnosed', { diagnoses: [diagnosis] }, { outcome: 'pass' }],
    ['open where a violation explains its failures', { explained }, { ...open, causedBy: 'user-reset-works' }],
    ['open where it was not looked into', { open: new Set(['status-200']) }, { ...open, failed: true }],
    ['open where its failure is in doubt', { doubts }, { ...open, because: 'it failed beside a lost answer' }],
  ])('should be %s', (_, change, result) => {
    expect(resultOf('status-200', change)).toMatchObject(result);
  });

  it('should be a failure where one was diagnosed, however often it held', () => {
    const diagnosed = resultOf('user-reset-works', { diagnoses: [diagnosis] });
    expect(diagnosed).toMatchObject({ outcome: 'fail', exercised: 5 });
  });

  const moving = { ...referenceProfile, usual: usually({ place: 'last', texts: 'hidden' }) };
  const silent = { ...referenceProfile, spellsIds: undefined };
  const alike = { users: ['m', 'm1'], groups: [], steps: [] };
  const refusal: Trace = { ...trace, scenario: alike, events: [], void: 'creating m1: 400' };
  const { events } = begin().reset(ofA()).trace();

  it.each<[outcome: string, what: string, id: string, Partial<Tested>]>([
    ['not-applicable', 'the behaviour hides it', 'omitted-equals-false', { profile: moving }],
    ['not-exercised', 'the behaviour hides others', 'status-200', { profile: moving }],
    ['not-applicable', 'no list shows the ids it is about', 'message-names-conversation', { profile: silent }],
    ['not-exercised', 'lists show the ids it is about', 'message-names-conversation', {}],
    ['not-applicable', 'the target refuses ids that look alike', 'look-alikes-apart', { traces: [refusal] }],
    // The others alone may be too few.
    ['not-applicable', 'it refuses some', 'look-alikes-apart', { traces: [refusal, { ...trace, scenario: alike }] }],
    ['not-exercised', 'an answer was lost', 'look-alikes-apart', { traces: [{ ...refusal, lost: 1 }] }],
    ['not-exercised', 'it refuses any', 'look-alikes-apart', { traces: [{ ...refusal, scenario: trace.scenario }] }],
    // What it does no more after a reset is no refusal of ids.
    ['not-exercised', 'it refuses them after a reset', 'look-alikes-apart', { traces: [{ ...refusal, events }] }],
  ])('should be %s where %s and it never held, and a pass where it held: %s', (outcome, _, id, change) => {
    expect(resultOf(id, { ...without(id), ...change })?.outcome).toBe(outcome);
    expect(resultOf(id, change)?.outcome).toBe('pass');
  });
});

describe('the verdict', () => {
  it('should be that the target violates, then that the run is incomplete, then that it conforms', () => {
    const violated = { diagnoses: [diagnosis] };
    expect(verdict()).toEqual({ verdict: 'conforms' });
    expect(verdict({ ...violated, ...without('status-200') })).toEqual({ verdict: 'violates' });
    expect(verdict(violated, 'it was stopped')).toEqual({ verdict: 'violates', reason: 'it was stopped' });
    expect(verdict({}, 'it was stopped')).toEqual({ verdict: 'incomplete', reason: 'it was stopped' });
    const reason = 'status-200 was not exercised often enough';
    expect(verdict(without('status-200'))).toEqual({ verdict: 'incomplete', reason });
    expect(verdict({ passed: new Map() }).reason).toMatch(/^34 requirements, no-key-refused among them, were not/);
  });

  it('should say what failed and was not looked into, where the violations themselves are known', () => {
    const open = { open: new Set(['status-200', 'framing']), ...without('media-type') };
    expect(verdict(open).reason).toBe('2 requirements, framing among them, failed and were not looked into');
  });

  it('should not wait for what another violation explains, and be no verdict where nothing was judged', () => {
    const explained = new Map(requirements.map(({ id }) => [id, 'user-reset-works']));
    const open = { passed: new Map([['status-200', 4]]), explained };
    const why = 'no-key-refused: it failed where user-reset-works is violated (and 33 more reasons)';
    expect(verdict(open)).toEqual({ verdict: 'not-run', reason: why });
    explained.delete('status-200');
    expect(verdict(open)).toEqual({ verdict: 'conforms' });
  });
});

it.each([
  [[], undefined],
  [['an answer was lost'], 'an answer was lost'],
  [['an answer was lost', 'an answer was lost', 'b', 'c'], 'an answer was lost (and 2 more reasons)'],
  [['an answer was lost', 'b'], 'an answer was lost (and 1 more reason)'],
])('should say the first of the reasons %j, and how many others there are', (reasons, words) => {
  expect(inOne(reasons)).toBe(words);
});
