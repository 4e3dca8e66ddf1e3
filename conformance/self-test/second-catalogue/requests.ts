import { idOf } from '../naive-server.ts';
import * as when from '../parts/conditions.ts';
import {
  alsoFor,
  alsoHides,
  alsoResets,
  answering,
  asIf,
  bothSides,
  everybody,
  orderKept,
  orderLost,
  ownerOf,
  saying,
  senderOf,
  sparing,
  withHeaders,
  withoutEffect,
} from '../parts/effects.ts';
import { type Condition, type Effect, onReset, type ResetStep, refusal } from '../varied-server.ts';

const alsoHidesFromNewestSender = alsoHides(({ thread }) => [senderOf(thread?.messages.at(-1))]);
const [order, deletion] = ['preserveOrder', 'deleteMessagesPermanently'];

/** The flags, each true, false or absent. */
export const flags = {
  'both-flags-false-without-effect': onReset(withoutEffect, when.saying(deletion, false), when.saying(order, false)),
  'group-order-true-by-default': onReset(orderKept, when.ofGroup, when.omitting(order), when.beyondPlace(1)),
  'order-true-by-default-with-permanent': onReset(orderKept, when.permanent, when.omitting(order)),
  'group-order-false-deletes-for-newest-sender': onReset(
    alsoHidesFromNewestSender,
    when.ofGroup,
    when.saying(order, false),
  ),
};

const ofOther = sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor));

/** The form of addressing. */
export const addressing = {
  'path-peer-order-lost-with-permanent': onReset(orderLost, when.saidAs('path-peer'), when.preserved, when.permanent),
  'echo-resets-other-side-too': onReset(bothSides, when.saidAs('path-peer-echo'), when.saying(order, false)),
  'path-actor-deletes-own-messages-only': onReset(ofOther, when.saidAs('path-actor'), when.permanent),
};

const pairWithPeerInBody = alsoResets(({ actor, body }) => [
  { kind: 'user', actor, other: String(body['conversationWith']) },
]);
const refusedButDone = answering(() => refusal());
const fieldsIgnored = asIf({ preserveOrder: undefined });
const forOtherSide: Effect = (it) => withHeaders(it, { onbehalfof: it.other });

/** The wire form, as a set. */
export const wire = {
  'chunked-with-charset-resets-other-side-too': onReset(bothSides, when.ofUser, when.chunked, when.withCharset),
  'space-before-colon-order-lost': onReset(orderLost, when.preserved, when.written(/"preserveOrder"\s+:/)),
  'escaped-peer-without-effect': onReset(withoutEffect, when.written(/"conversationWith"\s*:\s*"[^"]*\\u/)),
  'group-body-with-peer-resets-pair-too': onReset(
    pairWithPeerInBody,
    when.ofGroup,
    ({ body }) => typeof body['conversationWith'] === 'string',
  ),
  'group-body-with-deletion-deletes-for-all': onReset(
    alsoHides(everybody),
    when.ofGroup,
    when.preserved,
    when.saying(deletion, true),
  ),
  'lower-case-headers-without-effect': onReset(
    withoutEffect,
    when.ofGroup,
    when.saying(order, false),
    when.spelled('onbehalfof'),
  ),
  'no-body-resets-every-member': onReset(alsoFor(everybody), when.ofGroup, when.withoutBody),
  'no-content-type-permanent-refused-but-done': onReset(
    refusedButDone,
    when.permanent,
    when.withType((type) => type === ''),
  ),
  'chunked-group-body-ignored': onReset(fieldsIgnored, when.ofGroup, when.chunked),
  'upper-case-header-acts-for-other-side': onReset(forOtherSide, when.ofUser, when.spelled('ONBEHALFOF')),
  'charset-order-lost': onReset(orderLost, when.preserved, when.withCharset),
};

/** Does what is asked with the right key. */
const done: Effect = (it) => withHeaders(it, { apikey: it.apiKey });
const doneForPath: Effect = (it) => withHeaders(it, { apikey: it.apiKey, onbehalfof: it.path });
const doneForPeer: Effect = (it) => withHeaders(it, { onbehalfof: String(it.body['conversationWith']) });
const doneForOwner: Effect = (it) => withHeaders(it, { onbehalfof: ownerOf(it) });
const doneWithoutFields: Effect = (it) => done({ ...it, next: (changes) => it.next({ ...changes, json: {} }) });

/** Does it, and denies it. */
const denied =
  (effect: Effect, status: number): Effect =>
  (it) => {
    effect(it);
    return refusal(status);
  };

const withWrongKey: Condition = ({ request, apiKey }) => !['', apiKey].includes(request.header('apikey'));
const withKeyOfAnyCase: Condition = ({ request, apiKey }) =>
  request.header('apikey').toLowerCase() === apiKey.toLowerCase();
const [withoutKey, withoutActor] = [when.lacking('apikey'), when.lacking('onbehalfof')];

/** The credentials, each missing, empty or wrong, alone and together. */
export const credentials = {
  'missing-key-done-silently-in-place': onReset(
    denied(doneWithoutFields, 401),
    when.ofGroup,
    when.preserved,
    withoutKey,
  ),
  'empty-actor-acts-for-user-in-body': onReset(doneForPeer, when.ofUser, when.withEmpty('onbehalfof')),
  'missing-actor-acts-for-group-owner': onReset(denied(doneForOwner, 400), when.ofGroup, withoutActor),
  'both-missing-accepted': onReset(doneForPath, when.ofUser, withoutKey, withoutActor),
  'key-of-other-case-accepted-for-groups': onReset(done, when.ofGroup, withKeyOfAnyCase),
  'wrong-key-without-actor-done': onReset(denied(doneForPath, 401), when.ofUser, withWrongKey, withoutActor),
  'empty-key-accepted-for-groups': onReset(done, when.ofGroup, when.withEmpty('apikey')),
  'missing-key-accepted-for-permanent': onReset(done, when.permanent, withoutKey),
};

const answering204 = answering(() => ({ status: 204, body: '' }));
const successFalse = answering((data) => ({ body: { data: { ...data, success: false } } }));
const namingRowAbove = saying((message, { actor, rows, place }) => {
  const { other = '', thread } = rows[place - 1] ?? {};
  return `${message} ${idOf(thread?.kind ?? 'user', actor, other)} is next.`;
});
/** The user conversation that the actor has reset before. */
const namingFormer = saying((message, { actor, other, resets }) => {
  const last = resets.findLast((it) => it.actor === actor);
  if (!last || last.kind === 'group') return message;
  return message.replace(`group_${other}`, idOf('user', actor, last.other));
});
const byLater: Condition = ({ actor, other }) => actor > other;
const withoutFlags: Condition = ({ body }: ResetStep) => Object.keys(body).length === 1;

/** The answers. */
export const answers = {
  'status-204-for-only-conversation': onReset(answering204, when.inListOf(1)),
  'success-false-but-done': onReset(successFalse, when.permanent, when.withUnread(1)),
  'later-name-confirmed-without-effect': onReset(withoutEffect, when.saidAs('path-actor'), byLater, withoutFlags),
  'message-names-conversation-above-too': onReset(namingRowAbove, when.ofGroup, when.beyondPlace(1)),
  'message-names-former-conversation': onReset(namingFormer, when.ofGroup),
};
