import { idOf } from '../naive-server.ts';
import { type Effect, type ResetStep, refusal } from '../varied-server.ts';
import {
  alsoFor,
  alsoHides,
  alsoResets,
  answering,
  asIf,
  bothSides,
  everybody,
  fault,
  orderLost,
  ownerOf,
  refusedButDone,
  saying,
  senderOf,
  sparing,
  withHeaders,
  withoutEffect,
} from './effects.ts';

const deletion = 'deleteMessagesPermanently';

/** Dimension: the flags, each true, false or absent. */
export const flags = [
  fault('both-flags-false-without-effect', 'SERVICE-2', {
    what: 'A user reset with both flags false is confirmed and does nothing.',
    when: ({ body }) => body[deletion] === false && body['preserveOrder'] === false,
    effect: withoutEffect,
  }),
  fault('group-order-true-by-default', 'GROUP-7', {
    what: 'A group reset without preserveOrder is one with preserveOrder true, unless the group is first in the list.',
    when: ({ kind, body, place }) => kind === 'group' && !('preserveOrder' in body) && place > 0,
    effect: asIf({ preserveOrder: true }),
  }),
  fault('order-true-by-default-with-permanent', 'USER-4', {
    what: 'A permanent deletion without preserveOrder in the body is one with preserveOrder true.',
    when: ({ body, permanent }) => permanent && !('preserveOrder' in body),
    effect: asIf({ preserveOrder: true }),
  }),
  fault('group-order-false-deletes-for-newest-sender', 'SERVICE-5', {
    what: 'A group reset with preserveOrder false hides the messages from who wrote last, too.',
    when: ({ kind, body }) => kind === 'group' && body['preserveOrder'] === false,
    effect: alsoHides(({ thread }) => [senderOf(thread?.messages.at(-1))]),
  }),
];

/** Dimension: the form of addressing. */
export const addressing = [
  fault('path-peer-order-lost-with-permanent', 'BODY-5', {
    what: 'With the other user in the path and nobody in the body, a permanent deletion loses the place in the list.',
    when: ({ form, preserve, permanent }) => form === 'path-peer' && preserve && permanent,
    effect: orderLost,
  }),
  fault('echo-resets-other-side-too', 'AUTHENTICATION-5', {
    what: 'With the other user in the path, the acting user in the body and preserveOrder false, both sides are reset.',
    when: ({ kind, form, body }) => kind === 'user' && form === 'path-peer-echo' && body['preserveOrder'] === false,
    effect: bothSides,
  }),
  fault('path-actor-deletes-own-messages-only', 'BODY-3', {
    what: 'With the acting user in the path, a permanent deletion spares the messages of the other user.',
    when: ({ form, permanent }) => form === 'path-actor' && permanent,
    effect: sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor)),
  }),
];

const isChunked = ({ request }: ResetStep) => request.header('transfer-encoding') === 'chunked';
const hasCharset = ({ request }: ResetStep) => request.header('content-type').includes('charset');

/** Dimension: the wire form, as a set. */
export const wire = [
  fault('chunked-with-charset-resets-other-side-too', 'AUTHENTICATION-5', {
    what: 'A user reset with a chunked body and a charset in its Content-Type is applied to both sides.',
    when: (it) => it.kind === 'user' && isChunked(it) && hasCharset(it),
    effect: bothSides,
  }),
  fault('space-before-colon-order-lost', 'BODY-1', {
    what: 'preserveOrder has no effect with a space before its colon.',
    when: ({ preserve, request }) => preserve && /"preserveOrder"\s+:/.test(request.body),
    effect: orderLost,
  }),
  fault('escaped-peer-without-effect', 'BODY-2', {
    what: 'A user reset is confirmed and does nothing when conversationWith is written with an escape.',
    when: ({ request }) => /"conversationWith"\s*:\s*"[^"]*\\u/.test(request.body),
    effect: withoutEffect,
  }),
  fault('group-body-with-peer-resets-pair-too', 'SERVICE-3', {
    what: 'A group reset with conversationWith in its body also resets the conversation with that user.',
    when: ({ kind, body }) => kind === 'group' && typeof body['conversationWith'] === 'string',
    effect: alsoResets(({ actor, body }) => [{ kind: 'user', actor, other: String(body['conversationWith']) }]),
  }),
  fault('group-body-with-deletion-deletes-for-all', 'SERVICE-5', {
    what: 'deleteMessagesPermanently in the body of a group reset with preserveOrder deletes the messages of all.',
    when: ({ kind, body, preserve }) => kind === 'group' && preserve && body[deletion] === true,
    effect: alsoHides(everybody),
  }),
  fault('lower-case-headers-without-effect', 'AUTHENTICATION-1', {
    what: 'A group reset whose header is written onbehalfof and that has preserveOrder false is confirmed and does nothing.',
    when: ({ kind, body, request: { rawHeaders = [] } }) =>
      kind === 'group' && body['preserveOrder'] === false && rawHeaders.includes('onbehalfof'),
    effect: withoutEffect,
  }),
  fault('no-body-resets-every-member', 'AUTHENTICATION-5', {
    what: 'A group reset without a body is applied to every member.',
    when: ({ kind, request }) => kind === 'group' && request.body === '',
    effect: alsoFor(everybody),
  }),
  fault('no-content-type-permanent-refused-but-done', 'RESPONSE-3', {
    what: 'A permanent deletion without a Content-Type is refused, and done.',
    when: ({ permanent, request }) => permanent && !request.header('content-type'),
    effect: refusedButDone,
  }),
  fault('chunked-group-body-ignored', 'ENDPOINTS-1', {
    what: 'The chunked body of a group reset is confirmed and not read.',
    when: (it) => it.kind === 'group' && isChunked(it),
    effect: asIf({ preserveOrder: undefined }),
  }),
  fault('upper-case-header-acts-for-other-side', 'AUTHENTICATION-3', {
    what: 'A user reset whose header is written ONBEHALFOF is applied to the other side instead.',
    when: ({ kind, request }) => kind === 'user' && request.rawHeaders?.includes('ONBEHALFOF') === true,
    effect: (it) => withHeaders(it, { onbehalfof: it.other }),
  }),
  fault('charset-order-lost', 'BODY-5', {
    what: 'preserveOrder has no effect with a charset in the Content-Type.',
    when: (it) => it.preserve && hasCharset(it),
    effect: orderLost,
  }),
];

const lacks = ({ request }: ResetStep, header: string) => request.headers[header] === undefined;
const isEmpty = ({ request }: ResetStep, header: string) => request.headers[header] === '';
const hasWrongKey = ({ request, apiKey }: ResetStep) => !['', apiKey].includes(request.header('apikey'));

/** Does what is asked with the right key. */
const done: Effect = (it) => withHeaders(it, { apikey: it.apiKey });
const doneForPath: Effect = (it) => withHeaders(it, { apikey: it.apiKey, onbehalfof: it.path });

/** Does it, and denies it. */
const denied =
  (effect: Effect, status: number): Effect =>
  (it) => {
    effect(it);
    return refusal(status);
  };

/** Dimension: the credentials, each missing, empty or wrong, alone and together. */
export const credentials = [
  fault('missing-key-done-silently-in-place', 'ENDPOINTS-2', {
    what: 'A group reset with preserveOrder and without apikey is refused, and done without preserveOrder.',
    when: (it) => it.kind === 'group' && it.preserve && lacks(it, 'apikey'),
    effect: denied((it) => done({ ...it, next: (changes) => it.next({ ...changes, json: {} }) }), 401),
  }),
  fault('empty-actor-acts-for-user-in-body', 'AUTHENTICATION-3', {
    what: 'A user reset with an empty onBehalfOf is done for the user in conversationWith.',
    when: (it) => it.kind === 'user' && isEmpty(it, 'onbehalfof'),
    effect: (it) => withHeaders(it, { onbehalfof: String(it.body['conversationWith']) }),
  }),
  fault('missing-actor-acts-for-group-owner', 'AUTHENTICATION-3', {
    what: 'A group reset without onBehalfOf is refused, and done for the owner of the group.',
    when: (it) => it.kind === 'group' && lacks(it, 'onbehalfof'),
    effect: denied((it) => withHeaders(it, { onbehalfof: ownerOf(it) }), 400),
  }),
  fault('both-missing-accepted', 'AUTHENTICATION-4', {
    what: 'A user reset with neither header is done for the user in the path.',
    when: (it) => it.kind === 'user' && lacks(it, 'apikey') && lacks(it, 'onbehalfof'),
    effect: doneForPath,
  }),
  fault('key-of-other-case-accepted-for-groups', 'AUTHENTICATION-1', {
    what: 'For a group reset the case of the key does not count.',
    when: ({ kind, request, apiKey }) =>
      kind === 'group' && request.header('apikey').toLowerCase() === apiKey.toLowerCase(),
    effect: done,
  }),
  fault('wrong-key-without-actor-done', 'AUTHENTICATION-4', {
    what: 'A user reset with a wrong key and no onBehalfOf is refused, and done for the user in the path.',
    when: (it) => it.kind === 'user' && hasWrongKey(it) && lacks(it, 'onbehalfof'),
    effect: denied(doneForPath, 401),
  }),
  fault('empty-key-accepted-for-groups', 'AUTHENTICATION-1', {
    what: 'A group reset with an empty apikey is confirmed and done.',
    when: (it) => it.kind === 'group' && isEmpty(it, 'apikey'),
    effect: done,
  }),
  fault('missing-key-accepted-for-permanent', 'AUTHENTICATION-1', {
    what: 'A permanent deletion without apikey is confirmed and done.',
    when: (it) => it.permanent && lacks(it, 'apikey'),
    effect: done,
  }),
];

/** Dimension: the answers. */
export const answers = [
  fault('status-204-for-only-conversation', 'RESPONSE-2', {
    what: 'A reset of the only conversation in a list is answered with 204 and no body.',
    when: ({ rows }) => rows.length === 1,
    effect: answering(() => ({ status: 204, body: '' })),
  }),
  fault('success-false-but-done', 'RESPONSE-3', {
    what: 'A permanent deletion of a conversation with unread messages is answered with success false, and done.',
    when: ({ permanent, row }) => permanent && (row?.unread ?? 0) > 0,
    effect: answering((data) => ({ body: { data: { ...data, success: false } } })),
  }),
  fault('later-name-confirmed-without-effect', 'RESPONSE-3', {
    what: 'A user reset with the acting user in the path and no flags is confirmed and does nothing when the actor sorts after the other user.',
    when: ({ form, actor, other, body }) => form === 'path-actor' && actor > other && Object.keys(body).length === 1,
    effect: withoutEffect,
  }),
  fault('message-names-conversation-above-too', 'RESPONSE-4', {
    what: 'The confirmation of a group reset also names the conversation above.',
    when: ({ kind, place }) => kind === 'group' && place > 0,
    effect: saying((message, { actor, rows, place }) => {
      const { other = '', thread } = rows[place - 1] ?? {};
      return `${message} ${idOf(thread?.kind ?? 'user', actor, other)} is next.`;
    }),
  }),
  fault('message-names-former-conversation', 'RESPONSE-4', {
    what: 'The confirmation of a group reset names the conversation that the same user reset before.',
    when: ({ kind }) => kind === 'group',
    effect: saying((message, { actor, other, resets }) => {
      const last = resets.findLast((it) => it.actor === actor);
      if (!last || last.kind === 'group') return message;
      return message.replace(`group_${other}`, idOf('user', actor, last.other));
    }),
  }),
];
