import { expect, test } from 'vitest';
import { answered, lost } from '../testing/sample-replies.ts';
import { answerOf, isSuccessful } from './answer.ts';
import type { WireReply } from './http-client.ts';

const empty = (status: number): WireReply => ({ ...answered(status), text: '', data: {} });
const done = { data: { success: true, message: 'ok' } };

test.each([
  ['confirmed', answered(200, done)],
  ['refused', answered(201, done)],
  ['refused', answered(200, { data: { success: 'true' } })],
  ['refused', answered(200, { data: { success: false } })],
  ['refused', answered(200, { success: true })],
  ['refused', empty(200)],
  ['refused', answered(302, done)],
  ['refused', answered(404, {})],
  ['indeterminate', answered(500, done)],
  ['indeterminate', { ...answered(200), cut: true as const }],
  ['indeterminate', lost],
])('%s: %j', (answer, reply) => {
  expect(answerOf(reply)).toBe(answer);
});

test.each([
  [199, false],
  [204, true],
  [300, false],
])('whether %i is a success: %s', (status, isSuccess) => {
  expect(isSuccessful(empty(status))).toBe(isSuccess);
});
