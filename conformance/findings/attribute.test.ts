import { expect, test } from 'vitest';
import type { Case, Names, Reset, Step } from '../cases/case.ts';
import type { Mismatch } from '../play/play.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { attribute, bucketOf } from './attribute.ts';

const reset = (change: Partial<Reset> = {}): Reset => ({
  do: 'reset',
  by: 'protagonist',
  row: 0,
  preserveOrder: 'true',
  permanently: 'false',
  form: 0,
  wire: 'plain',
  ...change,
});

const sceneOf = (step: Step, names: Names = 'plain'): Case => ({
  names,
  ids: 0,
  rows: [{ kind: 'user', messages: 1, from: 'other' }],
  steps: [{ do: 'pause' }, step],
});

const attributed = (requirement: RequirementId, step: Step, names?: Names): RequirementId =>
  attribute(requirement, sceneOf(step, names), 1);

test.each<[RequirementId, RequirementId, Partial<Reset>]>([
  ['framing', 'user-order-kept', { wire: 'chunked' }],
  ['body-form', 'user-reset-works', { wire: 'spaced' }],
  ['body-form', 'status-200', { wire: 'reordered' }],
  ['percent-encoding', 'user-reset-works', { wire: 'percent-encoded' }],
  ['header-case', 'acting-user-only', { wire: 'header-case' }],
  ['optional-fields', 'user-reset-works', { permanently: 'left-out' }],
  ['optional-fields', 'group-reset-works', { preserveOrder: 'left-out' }],
  ['user-reset-works', 'user-reset-works', {}],
  ['order-kept-with-permanent-deletion', 'user-order-kept', { permanently: 'true' }],
  ['user-order-kept', 'user-order-kept', { permanently: 'left-out' }],
  ['permanent-deletes-all', 'permanent-deletes-all', { permanently: 'true' }],
  ['no-key-refused', 'no-key-refused', { wire: 'no-key' }],
  ['rest-keeps-order', 'rest-keeps-order', { preserveOrder: 'left-out' }],
])('%s: seen as %s with %j', (expected, seen, change) => {
  expect(attributed(seen, reset(change))).toBe(expected);
});

test.each<Names>([
  'prefix',
  'same-name',
  'infix',
  'case',
])('what needs ids that are alike is about them: %s', (names) => {
  expect(attributed('permanent-deletes-no-other', reset(), names)).toBe('look-alikes-apart');
  expect(attributed('status-200', reset(), names)).toBe('status-200');
  expect(attributed('user-order-kept', reset({ wire: 'chunked' }), names)).toBe('framing');
});

test('what needs a long id is about others that are alike only where it is about others', () => {
  expect(attributed('nothing-doubled-or-lost', reset(), 'long')).toBe('look-alikes-apart');
  expect(attributed('confirmed-did-it', reset(), 'long')).toBe('confirmed-did-it');
});

test('what needs several requests at once is about concurrency', () => {
  expect(attributed('nothing-doubled-or-lost', { do: 'together', acts: [reset({ wire: 'chunked' })] })).toBe(
    'quiet-after-concurrency',
  );
});

test('what shows after another step is what it was seen as', () => {
  expect(attributed('bystanders-untouched', { do: 'send', row: 0, from: 'other' }, 'prefix')).toBe(
    'bystanders-untouched',
  );
  expect(attribute('bystanders-untouched', sceneOf(reset({ wire: 'chunked' })), 7)).toBe('bystanders-untouched');
});

test('violations are looked into apart by requirement, wire and names', () => {
  const seen = (requirement: RequirementId, step = 1): Mismatch => ({
    requirement,
    step,
    summary: '',
    comparison: { of: 'answer', subject: '', expected: '', seen: '' },
    taints: true,
  });
  const buckets = [
    bucketOf(seen('status-200'), sceneOf(reset())),
    bucketOf(seen('media-type'), sceneOf(reset())),
    bucketOf(seen('status-200'), sceneOf(reset({ wire: 'spaced' }))),
    bucketOf(seen('status-200'), sceneOf(reset(), 'infix')),
    bucketOf(seen('status-200'), sceneOf({ do: 'together', acts: [] })),
    bucketOf(seen('status-200', -1), sceneOf(reset())),
  ];
  expect(new Set(buckets).size).toBe(buckets.length);
  expect(bucketOf(seen('status-200'), sceneOf(reset({ row: 5, preserveOrder: 'false' })))).toBe(buckets[0]);
});
