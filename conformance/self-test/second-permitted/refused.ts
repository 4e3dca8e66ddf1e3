import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../naive-server.ts';
import * as when from '../second-catalogue/conditions.ts';
import { sameThread, seenIn, underWay } from '../second-catalogue/effects.ts';
import { type Condition, confirmation, type Effect, onReset, refusal, type Variation } from '../varied-server.ts';

const refusing = (...conditions: readonly Condition[]) => onReset(() => refusal(), ...conditions);
const refusingWith = (status: number, ...conditions: readonly Condition[]) =>
  onReset(() => refusal(status), ...conditions);

const repeatingAField: Condition = ({ request }) => {
  const names = request.body.match(/"\w+"(?=\s*:)/g) ?? [];
  return new Set(names).size < names.length;
};
const withAnotherField: Condition = ({ body }) => Object.keys(body).some((name) => name !== 'preserveOrder');
const notToTheLetter = when.withType((type) => !['', 'application/json'].includes(type));
const withWrongOrder: Condition = ({ body }) => 'preserveOrder' in body && typeof body['preserveOrder'] !== 'boolean';
const withRightKey: Condition = ({ me, request, apiKey }) => me !== undefined && request.header('apikey') === apiKey;

const refusingTheSecond: Effect = async (it) => {
  if (underWay(it.thread, it).length > 0) return refusal(409);
  await sleep(10);
  return it.next();
};

/** For what was never reset, as every permanent deletion of what is not there, the refusal stays. */
const confirmingAgain: Effect = (it) =>
  it.next().status === 404 && seenIn(it).length === 0 ? confirmation(it) : it.next();
const resetBefore: Condition = ({ row, permanent, actor, thread, resets }) =>
  !row && !permanent && resets.some((it) => it.actor === actor && sameThread(it.thread, thread));

/** Nobody can have such an id. */
const refusingIds = (isRefused: (id: string) => boolean): Variation => ({
  vary: ({ call, request: { json }, next }) => {
    const isCreation = /^POST \/v3\/(users|groups)$/.test(call) && isObject(json);
    return isCreation && isRefused(String(json['uid'] ?? json['guid'])) ? refusal() : next();
  },
});

/** What is refused, and what is confirmed without effect, where the specification asks for neither. */
export const refused: Readonly<Record<string, Variation>> = {
  'chunked-refused-with-411': refusingWith(411, when.chunked),
  'charset-refused-with-415': refusingWith(415, notToTheLetter),
  'repeated-fields-refused': refusing(repeatingAField),
  'unknown-field-refused-for-groups-only': refusing(when.ofGroup, withAnotherField),
  'no-body-refused-for-users-only': refusing(when.ofUser, when.withoutBody),
  'wrong-order-type-ignored-alone': onReset(
    ({ body: { preserveOrder, ...others }, next }) => next({ json: others }),
    withWrongOrder,
  ),
  'busy-conversation-refused-with-409': onReset(refusingTheSecond),
  'emptied-refused': refusingWith(404, when.emptied),
  'repeated-reset-confirmed': onReset(confirmingAgain, resetBefore),
  'oneself-confirmed': onReset(confirmation, when.withOneself, withRightKey),
  'long-ids-refused': refusingIds((id) => id.length > 64),
  'infix-in-ids-refused': refusingIds((id) => id.includes('_user_')),
  'every-40th-reset-503': onReset(
    () => ({ ...refusal(503), headers: { 'Retry-After': '1' } }),
    ({ past }) => past.filter(({ reset }) => reset !== undefined).length % 40 === 39,
  ),
};
