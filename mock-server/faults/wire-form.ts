import type { HttpRequest } from '../http-message.ts';
import { type AskedReset, readReset, withHeader } from './asked-reset.ts';
import { every, ofGroup, ofUser, omitting, permanent, preserved } from './conditions.ts';
import { answering, answeringWith, refusal, refusing } from './deeds.ts';
import type { FaultsByName, FaultyReply, Misbehaviour, Trespass } from './fault.ts';
import { isConfirmed, onReset } from './scene.ts';

const withStatus = (status: number) => answering((reply) => ({ ...reply, status }));
const withType = (contentType: string) => answering((reply) => ({ ...reply, contentType }));

/**
 * Takes requests for others, or refuses them, unless `mistake` makes nothing of one.
 * Reached where a healthy server would have confirmed.
 */
const mistaking =
  (
    mistake: (request: HttpRequest, reset: AskedReset) => HttpRequest | FaultyReply | undefined,
  ): Misbehaviour<Trespass> =>
  async (request, next, context) => {
    const reset = readReset(request);
    const mistaken = reset && mistake(request, reset);
    if (mistaken === undefined) return next(request);
    if (request.headers['apikey'] === context.apiKey && reset?.actor !== '') context.reached();
    return 'status' in mistaken ? mistaken : next(mistaken);
  };

const isChunked = ({ headers }: HttpRequest): boolean => headers['transfer-encoding'] !== undefined;
const namesOf = ({ rawHeaders = [] }: HttpRequest): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0);

/** Without the header, where it came in a spelling that is neither the specification’s nor all in small letters. */
const withoutOddHeader = (request: HttpRequest, name: string): HttpRequest | undefined =>
  namesOf(request).some(
    (given) => given.toLowerCase() === name.toLowerCase() && ![name, name.toLowerCase()].includes(given),
  )
    ? withHeader(request, name.toLowerCase(), undefined)
    : undefined;

const undecoded = (request: HttpRequest): HttpRequest | undefined =>
  request.url.includes('%') ? { ...request, url: request.url.replaceAll('%', '%25') } : undefined;

const withoutOrder = (request: HttpRequest): HttpRequest => ({
  ...request,
  body: request.body.replace('"preserveOrder"', '"ignored"'),
});

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
    misbehave: answeringWith(ofUser, (data) => ({ data: { ...data, success: 'true' } })),
  },
  'success-as-number-for-groups': {
    about: 'data.success is the number 1 in the answer to a group reset.',
    requirement: 'success-true',
    misbehave: answeringWith(ofGroup, (data) => ({ data: { ...data, success: 1 } })),
  },
  'success-left-out-with-order': {
    about: 'data.success is left out when preserveOrder is true.',
    requirement: 'success-true',
    misbehave: answeringWith(preserved, ({ message }) => ({ data: { message } })),
  },
  'answer-without-data': {
    about: 'success and message stand in the answer without data around them.',
    requirement: 'success-true',
    misbehave: answeringWith(ofUser, (data) => data),
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
    misbehave: mistaking((request) => (isChunked(request) ? { ...request, body: '' } : undefined)),
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
    misbehave: mistaking(undecoded),
  },
  'percent-encoding-taken-literally-for-groups': {
    about: 'Percent-encoded characters of a guid are not decoded.',
    requirement: 'percent-encoding',
    misbehave: mistaking((request, { kind }) => (kind === 'group' ? undecoded(request) : undefined)),
  },
  'key-header-in-one-spelling': {
    about: 'The header apikey is not recognised in other capitals.',
    requirement: 'header-case',
    misbehave: mistaking((request) => withoutOddHeader(request, 'apikey')),
  },
  'actor-header-in-one-spelling': {
    about: 'The header onBehalfOf is not recognised in other capitals.',
    requirement: 'header-case',
    misbehave: mistaking((request) => withoutOddHeader(request, 'onBehalfOf')),
  },
  'white-space-refused': {
    about: 'A body with white space around its object is refused.',
    requirement: 'body-form',
    misbehave: mistaking(({ body }) => (body === body.trim() ? undefined : refusal(400))),
  },
  'white-space-hides-fields': {
    about: 'A field is not found when white space stands around its colon.',
    requirement: 'body-form',
    misbehave: mistaking((request) =>
      /"preserveOrder":\s|"preserveOrder"\s/.test(request.body) ? withoutOrder(request) : undefined,
    ),
  },
  'fields-in-one-order': {
    about: 'preserveOrder counts only as the last field of the body.',
    requirement: 'body-form',
    misbehave: mistaking((request, { fields }) =>
      fields['preserveOrder'] === true && Object.keys(fields).at(-1) !== 'preserveOrder'
        ? withoutOrder(request)
        : undefined,
    ),
  },
  'escapes-unread': {
    about: 'Escaped letters in the body are not read as what they stand for.',
    requirement: 'body-form',
    misbehave: mistaking((request) =>
      request.body.includes('\\u00') ? { ...request, body: request.body.replaceAll('\\u00', 'u00') } : undefined,
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
