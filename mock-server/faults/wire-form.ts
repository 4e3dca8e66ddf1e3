import type { HttpRequest } from '../http-message.ts';
import { type AskedReset, isObject, parsed, readReset, withHeader } from './asked-reset.ts';
import { every, ofGroup, ofUser, omitting, permanent, preserved } from './conditions.ts';
import { answering, refusal, refusing } from './deeds.ts';
import type { FaultsByName, FaultyReply, FaultyRequest, Misbehaviour, Trespass } from './fault.ts';
import { isConfirmed, onReset } from './scene.ts';

const withStatus = (status: number) => answering((reply) => ({ ...reply, status }));
const withType = (contentType: string) => answering((reply) => ({ ...reply, contentType }));
const withData = (change: (data: Readonly<Record<string, unknown>>) => unknown) =>
  answering((reply) => {
    const whole = parsed(reply.body);
    const data = isObject(whole) && isObject(whole['data']) ? whole['data'] : {};
    return { ...reply, body: JSON.stringify(change(data)) };
  });

/** Takes certain requests for others, or refuses them. Reached where a healthy server would have confirmed. */
const mistaking =
  (
    isConcerned: (request: FaultyRequest, reset: AskedReset) => boolean,
    mistake: (request: HttpRequest) => HttpRequest | FaultyReply,
  ): Misbehaviour<Trespass> =>
  async (request, next, context) => {
    const reset = readReset(request);
    if (reset === undefined || !isConcerned(request, reset)) return next(request);
    if (request.headers['apikey'] === context.apiKey && reset.actor !== '') context.reached();
    const mistaken = mistake(request);
    return 'status' in mistaken ? mistaken : next(mistaken);
  };

const isChunked = ({ headers }: FaultyRequest): boolean => headers['transfer-encoding'] !== undefined;
const namesOf = ({ rawHeaders = [] }: FaultyRequest): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0);

/** Whether the header came in a spelling that is neither the specification’s nor all in small letters. */
const isOddlySpelled = (request: FaultyRequest, name: string): boolean =>
  namesOf(request).some(
    (given) => given.toLowerCase() === name.toLowerCase() && given !== name && given !== name.toLowerCase(),
  );

const encoded = (url: string): string => url.replaceAll('%', '%25');

/** Answers and requests do not look on the wire as the specification and HTTP have them. */
export const wireFaults: FaultsByName = {
  'status-204': {
    about: 'A user reset that was done is answered with status 204.',
    requirement: 'status-200',
    misbehave: onReset(ofUser, withStatus(204)),
  },
  'status-201-for-groups': {
    about: 'A group reset that was done is answered with status 201.',
    requirement: 'status-200',
    misbehave: onReset(ofGroup, withStatus(201)),
  },
  'status-202-for-permanent-deletion': {
    about: 'A permanent deletion that was done is answered with status 202.',
    requirement: 'status-200',
    misbehave: onReset(permanent, withStatus(202)),
  },
  'success-as-text': {
    about: 'data.success is the text "true".',
    requirement: 'success-true',
    misbehave: onReset(
      ofUser,
      withData((data) => ({ data: { ...data, success: 'true' } })),
    ),
  },
  'success-as-number-for-groups': {
    about: 'data.success is the number 1 in the answer to a group reset.',
    requirement: 'success-true',
    misbehave: onReset(
      ofGroup,
      withData((data) => ({ data: { ...data, success: 1 } })),
    ),
  },
  'success-left-out-with-order': {
    about: 'data.success is left out when preserveOrder is true.',
    requirement: 'success-true',
    misbehave: onReset(
      preserved,
      withData(({ message }) => ({ data: { message } })),
    ),
  },
  'answer-without-data': {
    about: 'success and message stand in the answer without data around them.',
    requirement: 'success-true',
    misbehave: onReset(
      ofUser,
      withData((data) => data),
    ),
  },
  'answer-as-plain-text': {
    about: 'The answer is of the type text/plain.',
    requirement: 'media-type',
    misbehave: onReset(ofUser, withType('text/plain; charset=utf-8')),
  },
  'answer-as-html-for-groups': {
    about: 'The answer to a group reset is of the type text/html.',
    requirement: 'media-type',
    misbehave: onReset(ofGroup, withType('text/html')),
  },
  'answer-without-type': {
    about: 'The answer has no Content-Type when preserveOrder is true.',
    requirement: 'media-type',
    misbehave: onReset(preserved, withType('')),
  },
  'chunked-body-ignored': {
    about: 'A body that comes in chunks counts as empty.',
    requirement: 'framing',
    misbehave: mistaking(isChunked, (request) => ({ ...request, body: '' })),
  },
  'chunked-body-refused-with-effect': {
    about: 'A reset whose body comes in chunks is refused and performed.',
    requirement: 'framing',
    misbehave: async (request, next, context) => {
      const reply = await next(request);
      if (readReset(request) === undefined || !isChunked(request) || !isConfirmed(reply)) return reply;
      context.reached();
      return refusal(411);
    },
  },
  'percent-encoding-taken-literally': {
    about: 'Percent-encoded characters of the path are not decoded.',
    requirement: 'percent-encoding',
    misbehave: mistaking(
      ({ url }) => url.includes('%'),
      (request) => ({ ...request, url: encoded(request.url) }),
    ),
  },
  'percent-encoding-taken-literally-for-groups': {
    about: 'Percent-encoded characters of a guid are not decoded.',
    requirement: 'percent-encoding',
    misbehave: mistaking(
      ({ url }, { kind }) => kind === 'group' && url.includes('%'),
      (request) => ({ ...request, url: encoded(request.url) }),
    ),
  },
  'key-header-in-one-spelling': {
    about: 'The header apikey is not recognised in other capitals.',
    requirement: 'header-case',
    misbehave: mistaking(
      (request) => isOddlySpelled(request, 'apikey'),
      (request) => withHeader(request, 'apikey', undefined),
    ),
  },
  'actor-header-in-one-spelling': {
    about: 'The header onBehalfOf is not recognised in other capitals.',
    requirement: 'header-case',
    misbehave: mistaking(
      (request) => isOddlySpelled(request, 'onBehalfOf'),
      (request) => withHeader(request, 'onbehalfof', undefined),
    ),
  },
  'white-space-refused': {
    about: 'A body with white space around its object is refused.',
    requirement: 'body-form',
    misbehave: mistaking(
      ({ body }) => body !== body.trim(),
      () => refusal(400),
    ),
  },
  'white-space-hides-fields': {
    about: 'A field is not found when white space stands around its colon.',
    requirement: 'body-form',
    misbehave: mistaking(
      ({ body }) => /"preserveOrder":\s|"preserveOrder"\s/.test(body),
      (request) => ({ ...request, body: request.body.replace('"preserveOrder"', '"unread"') }),
    ),
  },
  'fields-in-one-order': {
    about: 'preserveOrder counts only as the last field of the body.',
    requirement: 'body-form',
    misbehave: mistaking(
      (_, { fields }) => fields['preserveOrder'] === true && Object.keys(fields).at(-1) !== 'preserveOrder',
      (request) => ({ ...request, body: request.body.replace('"preserveOrder"', '"ignored"') }),
    ),
  },
  'escapes-unread': {
    about: 'Escaped letters in the body are not read as what they stand for.',
    requirement: 'body-form',
    misbehave: mistaking(
      ({ body }) => body.includes('\\u00'),
      (request) => ({ ...request, body: request.body.replaceAll('\\u00', 'u00') }),
    ),
  },
  'omitted-order-refused': {
    about: 'A user reset without preserveOrder is refused.',
    requirement: 'optional-fields',
    misbehave: onReset(every(ofUser, omitting('preserveOrder')), refusing(400)),
  },
  'omitted-deletion-refused': {
    about: 'A user reset without deleteMessagesPermanently is refused.',
    requirement: 'optional-fields',
    misbehave: onReset(every(ofUser, omitting('deleteMessagesPermanently')), refusing(400)),
  },
  'omitted-group-order-refused': {
    about: 'A group reset without preserveOrder is refused.',
    requirement: 'optional-fields',
    misbehave: onReset(every(ofGroup, omitting('preserveOrder')), refusing(422)),
  },
};
