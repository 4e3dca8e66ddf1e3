import { idOf } from '../naive-server.ts';
import * as when from '../parts/conditions.ts';
import * as does from '../parts/effects.ts';
import { everybody, ownerOf, senderOf } from '../parts/state.ts';
import { type Condition, type Effect, onReset, type ResetStep, refusal } from '../varied-server.ts';

const hidingFromNewestSender = does.alsoHides(({ thread }) => [senderOf(thread?.messages.at(-1))]);
const [order, deletion] = ['preserveOrder', 'deleteMessagesPermanently'];
const orderFalse = when.saying(order, false);

/** The flags, each true, false or absent. */
export const flags = {
  'both-flags-false-without-effect': onReset(does.withoutEffect, when.saying(deletion, false), orderFalse),
  'group-order-true-by-default': onReset(does.orderKept, when.ofGroup, when.omitting(order), when.beyondPlace(1)),
  'order-true-by-default-with-permanent': onReset(does.orderKept, when.permanent, when.omitting(order)),
  'group-order-false-deletes-for-newest-sender': onReset(hidingFromNewestSender, when.ofGroup, orderFalse),
};

const ofOther = does.sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor));

const namingPeer = when.saidAs('path-peer');

/** The form of addressing. */
export const addressing = {
  'path-peer-order-lost-with-permanent': onReset(does.orderLost, namingPeer, when.preserved, when.permanent),
  'echo-resets-other-side-too': onReset(does.bothSides, when.saidAs('path-peer-echo'), orderFalse),
  'path-actor-deletes-own-messages-only': onReset(ofOther, when.saidAs('path-actor'), when.permanent),
};

const pairWithPeerInBody = does.alsoResets(({ actor, body }) => [
  { kind: 'user', actor, other: String(body['conversationWith']) },
]);
const hidingFromAll = does.alsoHides(everybody);
const refusedButDone = does.answering(() => refusal());
const fieldsIgnored = does.asIf({ preserveOrder: undefined });
const forOtherSide: Effect = (it) => does.withHeaders(it, { onbehalfof: it.other });
const askingForDeletion = when.saying(deletion, true);
const inLowerCase = when.spelled('onbehalfof');
const withoutType = when.withType((type) => type === '');

/** The wire form, as a set. */
export const wire = {
  'chunked-with-charset-resets-other-side-too': onReset(does.bothSides, when.ofUser, when.chunked, when.withCharset),
  'space-before-colon-order-lost': onReset(does.orderLost, when.preserved, when.written(/"preserveOrder"\s+:/)),
  'escaped-peer-without-effect': onReset(does.withoutEffect, when.written(/"conversationWith"\s*:\s*"[^"]*\\u/)),
  'group-body-with-peer-resets-pair-too': onReset(pairWithPeerInBody, when.ofGroup, when.withText('conversationWith')),
  'group-body-with-deletion-deletes-for-all': onReset(hidingFromAll, askingForDeletion, when.ofGroup, when.preserved),
  'lower-case-headers-without-effect': onReset(does.withoutEffect, when.ofGroup, orderFalse, inLowerCase),
  'no-body-resets-every-member': onReset(does.alsoFor(everybody), when.ofGroup, when.withoutBody),
  'no-content-type-permanent-refused-but-done': onReset(refusedButDone, when.permanent, withoutType),
  'chunked-group-body-ignored': onReset(fieldsIgnored, when.ofGroup, when.chunked),
  'upper-case-header-acts-for-other-side': onReset(forOtherSide, when.ofUser, when.spelled('ONBEHALFOF')),
  'charset-order-lost': onReset(does.orderLost, when.preserved, when.withCharset),
};

/** Does what is asked with the right key. */
const done: Effect = (it) => does.withHeaders(it, { apikey: it.apiKey });
const doneForPath: Effect = (it) => does.withHeaders(it, { apikey: it.apiKey, onbehalfof: it.path });
const doneForPeer: Effect = (it) => does.withHeaders(it, { onbehalfof: String(it.body['conversationWith']) });
const doneForOwner: Effect = (it) => does.withHeaders(it, { onbehalfof: ownerOf(it) });
const doneWithoutFields: Effect = (it) => done({ ...it, next: (changes) => it.next({ ...changes, json: {} }) });

/** Does it, and denies it. */
const denied = (effect: Effect, status: number) => (it: ResetStep) => {
  effect(it);
  return refusal(status);
};

const deniedWithoutFields = denied(doneWithoutFields, 401);

const withWrongKey: Condition = ({ request, apiKey }) => !['', apiKey].includes(request.header('apikey'));
const withKeyOfAnyCase: Condition = ({ request, apiKey }) =>
  request.header('apikey').toLowerCase() === apiKey.toLowerCase();
const [withoutKey, withoutActor] = [when.lacking('apikey'), when.lacking('onbehalfof')];

/** The credentials, each missing, empty or wrong, alone and together. */
export const credentials = {
  'missing-key-done-silently-in-place': onReset(deniedWithoutFields, when.ofGroup, when.preserved, withoutKey),
  'empty-actor-acts-for-user-in-body': onReset(doneForPeer, when.ofUser, when.withEmpty('onbehalfof')),
  'missing-actor-acts-for-group-owner': onReset(denied(doneForOwner, 400), when.ofGroup, withoutActor),
  'both-missing-accepted': onReset(doneForPath, when.ofUser, withoutKey, withoutActor),
  'key-of-other-case-accepted-for-groups': onReset(done, when.ofGroup, withKeyOfAnyCase),
  'wrong-key-without-actor-done': onReset(denied(doneForPath, 401), when.ofUser, withWrongKey, withoutActor),
  'empty-key-accepted-for-groups': onReset(done, when.ofGroup, when.withEmpty('apikey')),
  'missing-key-accepted-for-permanent': onReset(done, when.permanent, withoutKey),
};

const answering204 = does.answering(() => ({ status: 204, body: '' }));
const successFalse = does.answering((data) => ({ body: { data: { ...data, success: false } } }));
const namingRowAbove = does.saying((message, { actor, rows, place }) => {
  const { other = '', thread } = rows[place - 1] ?? {};
  return `${message} ${idOf(thread?.kind ?? 'user', actor, other)} is next.`;
});
/** The user conversation that the actor has reset before. */
const namingFormer = does.saying((message, { actor, other, resets }) => {
  const last = resets.findLast((it) => it.actor === actor);
  if (!last || last.kind === 'group') return message;
  return message.replace(`group_${other}`, idOf('user', actor, last.other));
});
const byLater: Condition = ({ actor, other }) => actor > other;
const withoutFlags: Condition = ({ body }) => Object.keys(body).length === 1;

/** The answers. */
export const answers = {
  'status-204-for-only-conversation': onReset(answering204, when.inListOf(1)),
  'success-false-but-done': onReset(successFalse, when.permanent, when.withUnread(1)),
  'later-name-confirmed-without-effect': onReset(does.withoutEffect, when.saidAs('path-actor'), byLater, withoutFlags),
  'message-names-conversation-above-too': onReset(namingRowAbove, when.ofGroup, when.beyondPlace(1)),
  'message-names-former-conversation': onReset(namingFormer, when.ofGroup),
};
