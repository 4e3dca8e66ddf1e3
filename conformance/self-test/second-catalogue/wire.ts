import type { Deviation } from './deviation.ts';
import {
  alsoFor,
  alsoHides,
  alsoResets,
  asIf,
  bothSides,
  everybody,
  orderLost,
  refusedButDone,
  withHeaders,
  withoutEffect,
} from './effects.ts';
import { bothFlags, inPlace, list, permanently, read, reset, town } from './witness.ts';

const typed = (type: string) => ({ headers: { 'Content-Type': type } });
const known = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];
const isChunked = (header: (name: string) => string) => header('transfer-encoding') === 'chunked';

/** Dimension: the wire form, as a set. */
export const wire: Readonly<Record<string, Deviation>> = {
  'chunked-group-body-ignored': {
    clause: 'ENDPOINTS-1',
    what: 'The chunked body of a group reset is confirmed and not read.',
    when: ({ kind }, { request }) => kind === 'group' && isChunked(request.header),
    effect: asIf({ preserveOrder: undefined }),
    witness: [town, reset('ann', '#crew', inPlace, { chunked: true }), list('ann')],
  },
  'chunked-with-charset-resets-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'A user reset with a chunked body and a charset in its Content-Type is applied to both sides.',
    when: ({ kind }, { request: { header } }) =>
      kind === 'user' && isChunked(header) && header('content-type').includes('charset'),
    effect: bothSides,
    witness: [
      town,
      reset('ann', 'bob', {}, { chunked: true, ...typed('application/json; charset=utf-8') }),
      list('bob'),
    ],
  },
  'space-before-colon-order-lost': {
    clause: 'BODY-1',
    what: 'preserveOrder has no effect with a space before its colon.',
    when: ({ preserve }, { request }) => preserve && /"preserveOrder"\s+:/.test(request.body),
    effect: orderLost,
    witness: [town, reset('ann', '#crew', {}, { text: '{ "preserveOrder" : true }' }), list('ann')],
  },
  'line-breaks-in-body-reset-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'A user reset whose body has line breaks is applied to both sides.',
    when: ({ kind }, { request }) => kind === 'user' && request.body.includes('\n'),
    effect: bothSides,
    witness: [town, reset('ann', 'bob', {}, { text: '{\n  "conversationWith": "bob"\n}' }), list('bob')],
  },
  'order-flag-first-in-body-ignored': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect as the first of several fields.',
    when: ({ body, preserve }) => preserve && Object.keys(body).length > 1 && Object.keys(body)[0] === 'preserveOrder',
    effect: orderLost,
    witness: [town, reset('ann', 'bob', {}, { text: '{"preserveOrder":true,"conversationWith":"bob"}' }), list('ann')],
  },
  'escape-in-body-order-lost': {
    clause: 'BODY-1',
    what: 'preserveOrder has no effect when a character of the body is written as an escape.',
    when: ({ preserve }, { request }) => preserve && request.body.includes('\\u'),
    effect: orderLost,
    witness: [town, reset('ann', '#crew', {}, { text: '{"preserve\\u004frder":true}' }), list('ann')],
  },
  'escaped-peer-without-effect': {
    clause: 'BODY-2',
    what: 'A user reset is confirmed and does nothing when conversationWith is written with an escape.',
    when: (_, { request }) => /"conversationWith"\s*:\s*"[^"]*\\u/.test(request.body),
    effect: withoutEffect,
    witness: [town, reset('ann', 'bob', {}, { text: '{"conversationWith":"\\u0062ob"}' }), list('ann')],
  },
  'unknown-field-resets-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'A user reset with an unknown field beside the others is applied to both sides.',
    when: ({ kind, body }) => kind === 'user' && Object.keys(body).some((field) => !known.includes(field)),
    effect: bothSides,
    witness: [town, reset('ann', 'bob', { note: 'x' }), list('bob')],
  },
  'group-body-with-peer-resets-pair-too': {
    clause: 'SERVICE-3',
    what: 'A group reset with conversationWith in its body also resets the conversation with that user.',
    when: ({ kind, body }) => kind === 'group' && typeof body['conversationWith'] === 'string',
    effect: alsoResets(({ actor, body }) => [{ kind: 'user', actor, other: String(body['conversationWith']) }]),
    witness: [town, reset('ann', '#crew', { conversationWith: 'bob' }), list('ann')],
  },
  'group-body-with-deletion-deletes-for-all': {
    clause: 'SERVICE-5',
    what: 'deleteMessagesPermanently in the body of a group reset with preserveOrder deletes the messages of all.',
    when: ({ kind, body, preserve }) => kind === 'group' && preserve && body['deleteMessagesPermanently'] === true,
    effect: alsoHides(everybody),
    witness: [town, reset('ann', '#crew', bothFlags), read('bob', '#crew')],
  },
  'upper-case-header-acts-for-other-side': {
    clause: 'AUTHENTICATION-3',
    what: 'A user reset whose header is written ONBEHALFOF is applied to the other side instead.',
    when: ({ kind }, { request }) => kind === 'user' && request.rawHeaders?.includes('ONBEHALFOF') === true,
    effect: ({ other }, step) => withHeaders(step, { onbehalfof: other }),
    witness: [
      town,
      reset('ann', 'bob', {}, { headers: { onBehalfOf: undefined, ONBEHALFOF: 'ann' } }),
      [list('ann'), list('bob')],
    ],
  },
  'lower-case-headers-without-effect': {
    clause: 'AUTHENTICATION-1',
    what: 'A group reset whose header is written onbehalfof and that has preserveOrder false is confirmed and does nothing.',
    when: ({ kind, body }, { request: { rawHeaders = [] } }) =>
      kind === 'group' && body['preserveOrder'] === false && rawHeaders.includes('onbehalfof'),
    effect: withoutEffect,
    witness: [
      town,
      reset('ann', '#crew', { preserveOrder: false }, { headers: { onBehalfOf: undefined, onbehalfof: 'ann' } }),
      list('ann'),
    ],
  },
  'charset-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect with a charset in the Content-Type.',
    when: ({ preserve }, { request }) => preserve && request.header('content-type').includes('charset'),
    effect: orderLost,
    witness: [town, reset('ann', 'bob', inPlace, typed('application/json; charset=utf-8')), list('ann')],
  },
  'upper-case-media-type-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect with a Content-Type in capitals.',
    when: ({ preserve }, { request }) => preserve && request.header('content-type').startsWith('APPLICATION'),
    effect: orderLost,
    witness: [town, reset('ann', 'bob', inPlace, typed('APPLICATION/JSON')), list('ann')],
  },
  'no-body-resets-every-member': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset without a body is applied to every member.',
    when: ({ kind }, { request }) => kind === 'group' && request.body === '',
    effect: alsoFor(everybody),
    witness: [town, reset('ann', '#crew', {}, { text: '' }), list('bob')],
  },
  'duplicate-key-refused-but-done': {
    clause: 'RESPONSE-3',
    what: 'A reset whose body has preserveOrder twice is refused, and done.',
    when: (_, { request }) => request.body.split('"preserveOrder"').length > 2,
    effect: refusedButDone,
    witness: [town, reset('ann', '#crew', {}, { text: '{"preserveOrder":false,"preserveOrder":false}' }), list('ann')],
  },
  'no-content-type-permanent-refused-but-done': {
    clause: 'RESPONSE-3',
    what: 'A permanent deletion without a Content-Type is refused, and done.',
    when: ({ permanent }, { request }) => permanent && !request.header('content-type'),
    effect: refusedButDone,
    witness: [
      town,
      reset('ann', 'bob', permanently, { headers: { 'Content-Type': undefined } }),
      [list('ann'), read('bob', 'ann')],
    ],
  },
};
