import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../naive-server.ts';
import { beside, sameThread, seenIn } from '../second-catalogue/effects.ts';
import { confirmation, refusal, type Step, type Vary, variation } from '../varied-server.ts';

const isRepeated = (body: string) => {
  const names = body.match(/"\w+"(?=\s*:)/g) ?? [];
  return new Set(names).size < names.length;
};

/** Creates no user and no group with such an id. */
const refusing =
  (isRefused: (id: string) => boolean): Vary =>
  ({ call, request: { json }, next }: Step) => {
    const isCreation = /^POST \/v3\/(users|groups)$/.test(call) && isObject(json);
    return isCreation && isRefused(String(json['uid'] ?? json['guid'])) ? refusal() : next();
  };

/** What is refused, and what is confirmed without effect, where the specification asks for neither. */
export const refused = [
  variation('chunked-refused-with-411', {
    what: 'A reset with a chunked body is refused with 411.',
    when: ({ request }) => request.header('transfer-encoding') !== '',
    effect: () => refusal(411),
  }),
  variation('charset-refused-with-415', {
    what: 'A reset whose Content-Type is not to the letter application/json is refused with 415.',
    when: ({ request }) => !['', 'application/json'].includes(request.header('content-type')),
    effect: () => refusal(415),
  }),
  variation('repeated-fields-refused', {
    what: 'A reset whose body has a field twice is refused.',
    when: ({ request }) => isRepeated(request.body),
    effect: () => refusal(),
  }),
  variation('unknown-field-refused-for-groups-only', {
    what: 'A group reset with an unknown field is refused, a user reset is not.',
    when: ({ kind, body }) => kind === 'group' && Object.keys(body).some((name) => name !== 'preserveOrder'),
    effect: () => refusal(),
  }),
  variation('no-body-refused-for-users-only', {
    what: 'A user reset without a body is refused, a group reset is not.',
    when: ({ kind, request }) => kind === 'user' && request.body === '',
    effect: () => refusal(),
  }),
  variation('wrong-order-type-ignored-alone', {
    what: 'preserveOrder of a wrong type is ignored; the other fields of a wrong type are refused.',
    when: ({ body }) => 'preserveOrder' in body && typeof body['preserveOrder'] !== 'boolean',
    effect: ({ body: { preserveOrder, ...others }, next }) => next({ json: others }),
  }),
  variation('busy-conversation-refused-with-409', {
    what: 'While a reset is under way, another one of the same conversation is refused with 409.',
    effect: async (it) => {
      if (beside(it).length > 0) return refusal(409);
      await sleep(10);
      return it.next();
    },
  }),
  variation('emptied-refused', {
    what: 'A reset of a conversation that is emptied already is refused.',
    when: (it) => it.row !== undefined && seenIn(it).length === 0,
    effect: () => refusal(404),
  }),
  variation('repeated-reset-confirmed', {
    what: 'A reset of a conversation that is reset already is confirmed; one that never was is refused, a permanent one too.',
    when: ({ row, permanent, actor, thread, resets }) =>
      !row && !permanent && resets.some((it) => it.actor === actor && sameThread(it.thread, thread)),
    effect: (it) => (it.next().status === 404 && seenIn(it).length === 0 ? confirmation(it) : it.next()),
  }),
  variation('oneself-confirmed', {
    what: 'A reset of the conversation with oneself is confirmed, and does nothing.',
    when: ({ kind, me, actor, other, request, apiKey }) =>
      kind === 'user' && me !== undefined && actor === other && request.header('apikey') === apiKey,
    effect: confirmation,
  }),
  variation('long-ids-refused', {
    what: 'Nobody can have an id of more than 64 characters.',
    vary: refusing((id) => id.length > 64),
  }),
  variation('infix-in-ids-refused', {
    what: 'Nobody can have an id with _user_ in it.',
    vary: refusing((id) => id.includes('_user_')),
  }),
  variation('every-40th-reset-503', {
    what: 'Every 40th reset is answered with 503 and Retry-After, and does nothing.',
    when: ({ past }) => past.filter(({ reset }) => reset !== undefined).length % 40 === 39,
    effect: () => ({ ...refusal(503), headers: { 'Retry-After': '1' } }),
  }),
];
