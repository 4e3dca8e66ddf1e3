import { type Deviation, partyOf } from './deviation.ts';
import {
  afterwards,
  alsoResets,
  asIf,
  hide,
  onReset,
  orderLost,
  otherSide,
  refusedButDone,
  sameFor,
  withHeaders,
  withoutEffect,
} from './effects.ts';
import { bothFlags, inPlace, list, permanently, read, reset, town } from './witness.ts';

const typed = (type: string) => ({ headers: { 'Content-Type': type } });
const known = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];
const isChunked = (header: (name: string) => string) => header('transfer-encoding') === 'chunked';

/** Dimension: the wire form, as a set. */
export const wire: readonly Deviation[] = [
  {
    name: 'chunked-group-body-ignored',
    clause: 'ENDPOINTS-1',
    what: 'The chunked body of a group reset is confirmed and not read.',
    deviate: onReset(
      ({ kind }, { request }) => kind === 'group' && isChunked(request.header),
      asIf({ preserveOrder: undefined }),
    ),
    witness: [town, reset('ann', '#crew', inPlace, { chunked: true }), list('ann')],
  },
  {
    name: 'chunked-with-charset-resets-other-side-too',
    clause: 'AUTHENTICATION-5',
    what: 'A user reset with a chunked body and a charset in its Content-Type is applied to both sides.',
    deviate: onReset(
      ({ kind }, { request: { header } }) =>
        kind === 'user' && isChunked(header) && header('content-type').includes('charset'),
      alsoResets(otherSide),
    ),
    witness: [
      town,
      reset('ann', 'bob', {}, { chunked: true, ...typed('application/json; charset=utf-8') }),
      list('bob'),
    ],
  },
  {
    name: 'space-before-colon-order-lost',
    clause: 'BODY-1',
    what: 'preserveOrder has no effect with a space before its colon.',
    deviate: onReset(({ preserve }, { request }) => preserve && /"preserveOrder"\s+:/.test(request.body), orderLost),
    witness: [town, reset('ann', '#crew', {}, { text: '{ "preserveOrder" : true }' }), list('ann')],
  },
  {
    name: 'line-breaks-in-body-reset-other-side-too',
    clause: 'AUTHENTICATION-5',
    what: 'A user reset whose body has line breaks is applied to both sides.',
    deviate: onReset(({ kind }, { request }) => kind === 'user' && request.body.includes('\n'), alsoResets(otherSide)),
    witness: [town, reset('ann', 'bob', {}, { text: '{\n  "conversationWith": "bob"\n}' }), list('bob')],
  },
  {
    name: 'order-flag-first-in-body-ignored',
    clause: 'BODY-5',
    what: 'preserveOrder has no effect as the first of several fields.',
    deviate: onReset(
      ({ body, preserve }) => preserve && Object.keys(body).length > 1 && Object.keys(body)[0] === 'preserveOrder',
      orderLost,
    ),
    witness: [town, reset('ann', 'bob', {}, { text: '{"preserveOrder":true,"conversationWith":"bob"}' }), list('ann')],
  },
  {
    name: 'escape-in-body-order-lost',
    clause: 'BODY-1',
    what: 'preserveOrder has no effect when a character of the body is written as an escape.',
    deviate: onReset(({ preserve }, { request }) => preserve && request.body.includes('\\u'), orderLost),
    witness: [town, reset('ann', '#crew', {}, { text: '{"preserve\\u004frder":true}' }), list('ann')],
  },
  {
    name: 'escaped-peer-without-effect',
    clause: 'BODY-2',
    what: 'A user reset is confirmed and does nothing when conversationWith is written with an escape.',
    deviate: onReset((_, { request }) => /"conversationWith"\s*:\s*"[^"]*\\u/.test(request.body), withoutEffect),
    witness: [town, reset('ann', 'bob', {}, { text: '{"conversationWith":"\\u0062ob"}' }), list('ann')],
  },
  {
    name: 'unknown-field-resets-other-side-too',
    clause: 'AUTHENTICATION-5',
    what: 'A user reset with an unknown field beside the others is applied to both sides.',
    deviate: onReset(
      ({ kind, body }) => kind === 'user' && Object.keys(body).some((field) => !known.includes(field)),
      alsoResets(otherSide),
    ),
    witness: [town, reset('ann', 'bob', { note: 'x' }), list('bob')],
  },
  {
    name: 'group-body-with-peer-resets-pair-too',
    clause: 'SERVICE-3',
    what: 'A group reset with conversationWith in its body also resets the conversation with that user.',
    deviate: onReset(
      ({ kind, body }) => kind === 'group' && typeof body['conversationWith'] === 'string',
      alsoResets(({ actor, body }) => [{ kind: 'user', actor, other: String(body['conversationWith']) }]),
    ),
    witness: [town, reset('ann', '#crew', { conversationWith: 'bob' }), list('ann')],
  },
  {
    name: 'group-body-with-deletion-deletes-for-all',
    clause: 'SERVICE-5',
    what: 'deleteMessagesPermanently in the body of a group reset with preserveOrder deletes the messages of all.',
    deviate: onReset(
      ({ kind, body, preserve }) => kind === 'group' && preserve && body['deleteMessagesPermanently'] === true,
      afterwards(({ thread, party }, { state }) => {
        for (const uid of party?.members ?? []) hide(thread?.messages ?? [], partyOf(state, 'user', uid));
      }),
    ),
    witness: [town, reset('ann', '#crew', bothFlags), read('bob', '#crew')],
  },
  {
    name: 'upper-case-header-acts-for-other-side',
    clause: 'AUTHENTICATION-3',
    what: 'A user reset whose header is written ONBEHALFOF is applied to the other side instead.',
    deviate: onReset(
      ({ kind }, { request }) => kind === 'user' && request.rawHeaders?.includes('ONBEHALFOF') === true,
      ({ other }, step) => withHeaders(step, { onbehalfof: other }),
    ),
    witness: [
      town,
      reset('ann', 'bob', {}, { headers: { onBehalfOf: undefined, ONBEHALFOF: 'ann' } }),
      [list('ann'), list('bob')],
    ],
  },
  {
    name: 'lower-case-headers-without-effect',
    clause: 'AUTHENTICATION-1',
    what: 'A group reset whose header is written onbehalfof and that has preserveOrder false is confirmed and does nothing.',
    deviate: onReset(
      ({ kind, body }, { request: { rawHeaders = [] } }) =>
        kind === 'group' && body['preserveOrder'] === false && rawHeaders.includes('onbehalfof'),
      withoutEffect,
    ),
    witness: [
      town,
      reset('ann', '#crew', { preserveOrder: false }, { headers: { onBehalfOf: undefined, onbehalfof: 'ann' } }),
      list('ann'),
    ],
  },
  {
    name: 'charset-order-lost',
    clause: 'BODY-5',
    what: 'preserveOrder has no effect with a charset in the Content-Type.',
    deviate: onReset(
      ({ preserve }, { request }) => preserve && request.header('content-type').includes('charset'),
      orderLost,
    ),
    witness: [town, reset('ann', 'bob', inPlace, typed('application/json; charset=utf-8')), list('ann')],
  },
  {
    name: 'upper-case-media-type-order-lost',
    clause: 'BODY-5',
    what: 'preserveOrder has no effect with a Content-Type in capitals.',
    deviate: onReset(
      ({ preserve }, { request }) => preserve && request.header('content-type').startsWith('APPLICATION'),
      orderLost,
    ),
    witness: [town, reset('ann', 'bob', inPlace, typed('APPLICATION/JSON')), list('ann')],
  },
  {
    name: 'no-body-resets-every-member',
    clause: 'AUTHENTICATION-5',
    what: 'A group reset without a body is applied to every member.',
    deviate: onReset(
      ({ kind }, { request }) => kind === 'group' && request.body === '',
      alsoResets((reset) => sameFor(reset, reset.party?.members ?? [])),
    ),
    witness: [town, reset('ann', '#crew', {}, { text: '' }), list('bob')],
  },
  {
    name: 'duplicate-key-refused-but-done',
    clause: 'RESPONSE-3',
    what: 'A reset whose body has preserveOrder twice is refused, and done.',
    deviate: onReset((_, { request }) => request.body.split('"preserveOrder"').length > 2, refusedButDone),
    witness: [town, reset('ann', '#crew', {}, { text: '{"preserveOrder":false,"preserveOrder":false}' }), list('ann')],
  },
  {
    name: 'no-content-type-permanent-refused-but-done',
    clause: 'RESPONSE-3',
    what: 'A permanent deletion without a Content-Type is refused, and done.',
    deviate: onReset(({ permanent }, { request }) => permanent && !request.header('content-type'), refusedButDone),
    witness: [
      town,
      reset('ann', 'bob', permanently, { headers: { 'Content-Type': undefined } }),
      [list('ann'), read('bob', 'ann')],
    ],
  },
];
