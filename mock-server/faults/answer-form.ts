import { faultsOf } from './fault.ts';
import { answering, answeringWith } from './parts/actions.ts';
import { ofGroup, ofUser, permanent, preserved } from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';

const withStatus = (status: number) => answering((reply) => ({ ...reply, status }));
const withType = (contentType: string) => answering((reply) => ({ ...reply, contentType }));
const withoutData = answeringWith((data) => data);
const withSuccess = (success: unknown) => answeringWith((data) => ({ data: { ...data, success } }));

/** The answer to a reset that was done is not 200, not JSON, or does not say so. */
export const answerForm = faultsOf({
  'status-200': {
    'status-204': onReset(withStatus(204), ofUser),
    'status-201-for-groups': onReset(withStatus(201), ofGroup),
    'status-202-for-permanent-deletion': onReset(withStatus(202), permanent),
  },
  'media-type': {
    'answer-as-plain-text': onReset(withType('text/plain; charset=utf-8'), ofUser),
    'answer-as-html-for-groups': onReset(withType('text/html'), ofGroup),
    'answer-without-type': onReset(withType(''), preserved),
  },
  'success-true': {
    'success-as-text': onReset(withSuccess('true'), ofUser),
    'success-as-number-for-groups': onReset(withSuccess(1), ofGroup),
    'success-left-out-with-order': onReset(withSuccess(undefined), preserved),
    'answer-without-data': onReset(withoutData, ofUser),
  },
});
