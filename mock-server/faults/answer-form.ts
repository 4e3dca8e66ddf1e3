import { faultsOf } from './fault.ts';
import { answering, answeringWith } from './parts/actions.ts';
import { ofGroup, ofUser, permanent, preserved } from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';

const withStatus = (status: number) =>
  answering(`What was done is answered with status ${status}`, (reply) => ({ ...reply, status }));

const withType = (words: string, contentType: string) => answering(words, (reply) => ({ ...reply, contentType }));

const withSuccess = (words: string, success: unknown) =>
  answeringWith(words, (data) => ({ data: { ...data, success } }));

const withoutData = answeringWith('success and message stand in the answer without data', (data) => data);

/** The answer to a reset that was done is not 200, not JSON, or does not say so. */
export const answerForm = faultsOf({
  'status-200': {
    'status-204': onReset(withStatus(204), ofUser),
    'status-201-for-groups': onReset(withStatus(201), ofGroup),
    'status-202-for-permanent-deletion': onReset(withStatus(202), permanent),
  },
  'media-type': {
    'answer-as-plain-text': onReset(withType('The answer is plain text', 'text/plain; charset=utf-8'), ofUser),
    'answer-as-html-for-groups': onReset(withType('The answer is of the type text/html', 'text/html'), ofGroup),
    'answer-without-type': onReset(withType('The answer has no Content-Type', ''), preserved),
  },
  'success-true': {
    'success-as-text': onReset(withSuccess('data.success is the text "true"', 'true'), ofUser),
    'success-as-number-for-groups': onReset(withSuccess('data.success is the number 1', 1), ofGroup),
    'success-left-out-with-order': onReset(withSuccess('data.success is left out', undefined), preserved),
    'answer-without-data': onReset(withoutData, ofUser),
  },
});
