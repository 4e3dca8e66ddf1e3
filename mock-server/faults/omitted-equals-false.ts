import { faultsOf } from './fault.ts';
import { preservingOrder } from './parts/actions.ts';
import { ofGroup, ofUser, omitting, permanent, resetBefore, saying, withoutBody } from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';

const omitted = omitting('preserveOrder');

/** `preserveOrder` left out, or false, keeps the position of the conversation. */
export const omittedEqualsFalse = faultsOf({
  'omitted-equals-false': {
    'omitted-order-means-true': onReset(preservingOrder, ofUser, omitted),
    'omitted-group-order-means-true': onReset(preservingOrder, ofGroup, omitted),
    'omitted-order-means-true-with-permanent-deletion': onReset(preservingOrder, permanent, omitted),
    'omitted-order-means-the-same-again': onReset(preservingOrder, omitted, resetBefore),
    'order-kept-without-a-body': { ...onReset(preservingOrder, ofUser, withoutBody), budget: 'default' },
    'false-order-means-true': onReset(preservingOrder, saying('preserveOrder', false)),
  },
});
