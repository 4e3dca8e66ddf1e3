import type { Deviation } from '../varied-server.ts';
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

const isChunked = (header: (name: string) => string) => header('transfer-encoding') === 'chunked';

/** Dimension: the wire form, as a set. */
export const wire: Readonly<Record<string, Deviation>> = {
  'chunked-with-charset-resets-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'A user reset with a chunked body and a charset in its Content-Type is applied to both sides.',
    when: ({ kind }, { request: { header } }) =>
      kind === 'user' && isChunked(header) && header('content-type').includes('charset'),
    effect: bothSides,
  },
  'space-before-colon-order-lost': {
    clause: 'BODY-1',
    what: 'preserveOrder has no effect with a space before its colon.',
    when: ({ preserve }, { request }) => preserve && /"preserveOrder"\s+:/.test(request.body),
    effect: orderLost,
  },
  'escaped-peer-without-effect': {
    clause: 'BODY-2',
    what: 'A user reset is confirmed and does nothing when conversationWith is written with an escape.',
    when: (_, { request }) => /"conversationWith"\s*:\s*"[^"]*\\u/.test(request.body),
    effect: withoutEffect,
  },
  'group-body-with-peer-resets-pair-too': {
    clause: 'SERVICE-3',
    what: 'A group reset with conversationWith in its body also resets the conversation with that user.',
    when: ({ kind, body }) => kind === 'group' && typeof body['conversationWith'] === 'string',
    effect: alsoResets(({ actor, body }) => [{ kind: 'user', actor, other: String(body['conversationWith']) }]),
  },
  'group-body-with-deletion-deletes-for-all': {
    clause: 'SERVICE-5',
    what: 'deleteMessagesPermanently in the body of a group reset with preserveOrder deletes the messages of all.',
    when: ({ kind, body, preserve }) => kind === 'group' && preserve && body['deleteMessagesPermanently'] === true,
    effect: alsoHides(everybody),
  },
  'lower-case-headers-without-effect': {
    clause: 'AUTHENTICATION-1',
    what: 'A group reset whose header is written onbehalfof and that has preserveOrder false is confirmed and does nothing.',
    when: ({ kind, body }, { request: { rawHeaders = [] } }) =>
      kind === 'group' && body['preserveOrder'] === false && rawHeaders.includes('onbehalfof'),
    effect: withoutEffect,
  },
  'no-body-resets-every-member': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset without a body is applied to every member.',
    when: ({ kind }, { request }) => kind === 'group' && request.body === '',
    effect: alsoFor(everybody),
  },
  'no-content-type-permanent-refused-but-done': {
    clause: 'RESPONSE-3',
    what: 'A permanent deletion without a Content-Type is refused, and done.',
    when: ({ permanent }, { request }) => permanent && !request.header('content-type'),
    effect: refusedButDone,
  },
  'chunked-group-body-ignored': {
    clause: 'ENDPOINTS-1',
    what: 'The chunked body of a group reset is confirmed and not read.',
    when: ({ kind }, { request }) => kind === 'group' && isChunked(request.header),
    effect: asIf({ preserveOrder: undefined }),
  },
  'upper-case-header-acts-for-other-side': {
    clause: 'AUTHENTICATION-3',
    what: 'A user reset whose header is written ONBEHALFOF is applied to the other side instead.',
    when: ({ kind }, { request }) => kind === 'user' && request.rawHeaders?.includes('ONBEHALFOF') === true,
    effect: ({ other }, step) => withHeaders(step, { onbehalfof: other }),
  },
  'charset-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect with a charset in the Content-Type.',
    when: ({ preserve }, { request }) => preserve && request.header('content-type').includes('charset'),
    effect: orderLost,
  },
};
