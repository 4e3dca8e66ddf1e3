import { setTimeout as sleep } from 'node:timers/promises';
import { referenceBehaviour } from '../../../core/index.ts';
import type { Answer } from '../naive-server.ts';
import type { Deviate, Done, Step } from '../second-catalogue/deviation.ts';
import { onReset, refusal, sameThread, seenIn } from '../second-catalogue/effects.ts';
import { group, inPlace, list, reset, say, times, together, town, users } from '../second-catalogue/witness.ts';
import { confirmed, type Permitted } from './permitted.ts';

/** Answers each request of this number so, and does nothing. */
const everyNth =
  (nth: number, isMeant: (asked: Pick<Done, 'reset'>) => boolean, answer: Answer): Deviate =>
  (step) =>
    isMeant(step) && step.past.filter(isMeant).length % nth === nth - 1 ? answer : step.next();

const later = (status: number): Answer => ({ ...refusal(status), headers: { 'Retry-After': '1' } });
const newId = ({ request: { method, url, json } }: Step): string => {
  const { uid, guid } = (method === 'POST' && /^\/v3\/(users|groups)$/.test(url) ? json : {}) as Record<
    string,
    unknown
  >;
  return String(uid ?? guid ?? '');
};
const isRepeated = (body: string) => {
  const names = body.match(/"\w+"(?=\s*:)/g) ?? [];
  return new Set(names).size < names.length;
};

/** What is refused, and what is confirmed without effect, where the specification asks for neither. */
export const refused: readonly Permitted[] = [
  {
    name: 'chunked-refused-with-411',
    what: 'A reset with a chunked body is refused with 411.',
    vary: onReset(
      (_, { request }) => request.header('transfer-encoding') !== '',
      () => refusal(411),
    ),
    witness: [town, reset('ann', 'bob', {}, { chunked: true })],
  },
  {
    name: 'charset-refused-with-415',
    what: 'A reset whose Content-Type is not to the letter application/json is refused with 415.',
    vary: onReset(
      (_, { request }) => !['', 'application/json'].includes(request.header('content-type')),
      () => refusal(415),
    ),
    witness: [town, reset('ann', 'bob', {}, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })],
  },
  {
    name: 'repeated-fields-refused',
    what: 'A reset whose body has a field twice is refused.',
    vary: onReset(
      (_, { request }) => isRepeated(request.body),
      () => refusal(),
    ),
    witness: [town, reset('ann', '#crew', {}, { text: '{"preserveOrder":true,"preserveOrder":true}' })],
  },
  {
    name: 'unknown-field-refused-for-groups-only',
    what: 'A group reset with an unknown field is refused, a user reset is not.',
    vary: onReset(
      ({ kind, body }) => kind === 'group' && Object.keys(body).some((name) => name !== 'preserveOrder'),
      () => refusal(),
    ),
    witness: [town, reset('ann', '#crew', { note: 1 }), reset('ann', 'bob', { note: 1 })],
  },
  {
    name: 'no-body-refused-for-users-only',
    what: 'A user reset without a body is refused, a group reset is not.',
    vary: onReset(
      ({ kind }, { request }) => kind === 'user' && request.body === '',
      () => refusal(),
    ),
    witness: [town, reset('ann', 'bob', {}, { form: 'path-peer', text: '' }), reset('ann', '#crew', {}, { text: '' })],
  },
  {
    name: 'wrong-order-type-ignored-alone',
    what: 'preserveOrder of a wrong type is ignored; the other fields of a wrong type are refused.',
    vary: onReset(
      ({ body }) => 'preserveOrder' in body && typeof body['preserveOrder'] !== 'boolean',
      ({ body: { preserveOrder, ...others } }, { next }) => next({ json: others }),
    ),
    witness: [town, reset('ann', '#crew', { preserveOrder: 'yes' }), list('ann')],
  },
  {
    name: 'busy-conversation-refused-with-409',
    what: 'While a reset is under way, another one of the same conversation is refused with 409.',
    vary: onReset(
      () => true,
      async ({ thread }, step) => {
        if ([...step.open].some((it) => it !== step && sameThread(it.reset?.thread, thread))) return refusal(409);
        await sleep(10);
        return step.next();
      },
    ),
    witness: [town, together(reset('ann', '#crew', inPlace), reset('bob', '#crew', inPlace))],
  },
  {
    name: 'emptied-refused',
    what: 'A reset of a conversation that is emptied already is refused.',
    vary: onReset(
      (it) => it.row !== undefined && seenIn(it).length === 0,
      () => refusal(404),
    ),
    witness: [town, reset('ann', 'bob', inPlace), reset('ann', 'bob', inPlace)],
  },
  {
    name: 'repeated-reset-confirmed',
    what: 'A reset of a conversation that is reset already is confirmed; one that never was is refused, a permanent one too.',
    vary: onReset(
      ({ row, permanent, actor, thread }, { past }) =>
        !row &&
        !permanent &&
        past.some((it) => it.isConfirmed && it.reset?.actor === actor && sameThread(it.reset.thread, thread)),
      (it, { next }) => (next().status === 404 && seenIn(it).length === 0 ? confirmed(it) : next()),
    ),
    witness: [town, reset('ann', 'bob'), reset('ann', 'bob')],
  },
  {
    name: 'oneself-confirmed',
    what: 'A reset of the conversation with oneself is confirmed, and does nothing.',
    vary: onReset(
      ({ kind, me, actor, other }, { request, apiKey }) =>
        kind === 'user' && me !== undefined && actor === other && request.header('apikey') === apiKey,
      (it) => confirmed(it),
    ),
    witness: [town, reset('ann', 'ann')],
  },
  {
    name: 'unknown-ones-confirmed',
    what: 'Resets with users and groups that do not exist are confirmed, and do nothing.',
    behaviour: { statuses: { ...referenceBehaviour.statuses, unknownUser: 200, unknownGroup: 200 } },
    witness: [town, reset('ann', 'nobody')],
  },
  {
    name: 'long-ids-refused',
    what: 'Nobody can have an id of more than 64 characters.',
    vary: (step) => (newId(step).length > 64 ? refusal() : step.next()),
    witness: users('x'.repeat(65)),
  },
  {
    name: 'infix-in-ids-refused',
    what: 'Nobody can have an id with _user_ in it.',
    vary: (step) => (newId(step).includes('_user_') ? refusal() : step.next()),
    witness: [town, group('#a_user_b', 'ann')],
  },
  {
    name: 'every-400th-request-429',
    what: 'Every 400th request is answered with 429 and Retry-After.',
    vary: everyNth(400, () => true, later(429)),
    witness: [town, times(400, () => say('ann', 'bob'))],
  },
  {
    name: 'every-40th-reset-503',
    what: 'Every 40th reset is answered with 503 and Retry-After, and does nothing.',
    vary: everyNth(40, (it) => it.reset !== undefined, later(503)),
    witness: [town, times(40, () => reset('ann', 'bob', inPlace))],
  },
];
