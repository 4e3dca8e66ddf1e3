import { isObject } from '../second-catalogue/deviation.ts';
import { crowd, list, reset, town } from '../second-catalogue/witness.ts';
import { onAnswer, type Permitted } from './permitted.ts';

const typed = (type: string): Record<string, string> => ({ 'Content-Type': type });
const onError = (type: string, body: (status: number) => string) =>
  onAnswer(({ status }) => (status >= 400 ? { body: body(status), headers: typed(type) } : {}));
const onJson = (type: string, told: (json: unknown) => string) =>
  onAnswer(({ body }) => (isObject(body) ? { body: told(body), headers: typed(type) } : {}));

const escaped = (json: unknown) =>
  JSON.stringify(json).replace(/"[^"\\]*"/g, (text) =>
    text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  );
const turned = (json: unknown): unknown =>
  isObject(json)
    ? Object.fromEntries(
        Object.entries(json)
          .reverse()
          .map(([key, value]) => [key, turned(value)]),
      )
    : json;

const done = [town, reset('ann', 'bob')];
const refused = [town, reset('ann', 'nobody')];
/** The form of answers. */
export const answerForms: Readonly<Record<string, Permitted>> = {
  'charset-in-every-answer': {
    what: 'Every JSON answer names a charset in its Content-Type.',
    vary: onJson('application/json; charset=utf-8', JSON.stringify),
    witness: done,
  },
  'media-type-in-capitals': {
    what: 'The media type of every answer is in capitals.',
    vary: onJson('APPLICATION/JSON;CHARSET=UTF-8', JSON.stringify),
    witness: done,
  },
  'indented-answers': {
    what: 'Every JSON answer is indented and ends with a line break.',
    vary: onJson('application/json', (json) => `${JSON.stringify(json, null, 4)}\r\n`),
    witness: done,
  },
  'escaped-answers': {
    what: 'Every letter of every text in an answer, names of fields included, is written as an escape.',
    vary: onJson('application/json', escaped),
    witness: done,
  },
  'turned-fields': {
    what: 'The fields of every answer come in the opposite order.',
    vary: onJson('application/json', (json) => JSON.stringify(turned(json))),
    witness: done,
  },
  'error-null-beside-data': {
    what: 'Every answer that is no error has a field error that is null.',
    vary: onAnswer(({ body }) => (isObject(body) && 'data' in body ? { body: { error: null, ...body } } : {})),
    witness: done,
  },
  'extra-fields-and-numeric-ids': {
    what: 'There are extra fields everywhere, and ids of messages are numbers.',
    style: { extraFields: true, numericMessageIds: true },
    witness: done,
  },
  'extra-headers': {
    what: 'Every answer has headers that nobody asked for.',
    vary: onAnswer(() => ({ headers: { 'X-Rate-Limit-Remaining': '7', 'Set-Cookie': 'a=b; Path=/', ETag: '"x"' } })),
    witness: done,
  },
  'connection-closed-after-every-answer': {
    what: 'The connection is closed after every answer.',
    vary: onAnswer(() => ({ headers: { Connection: 'close' } })),
    witness: done,
  },
  'errors-in-html': {
    what: 'Errors are pages in HTML.',
    vary: onError('text/html', (code) => `<html><body><h1>${code}</h1></body></html>`),
    witness: refused,
  },
  'errors-as-problem-json': {
    what: 'Errors are problem documents.',
    vary: onError('application/problem+json', (code) => JSON.stringify({ type: 'about:blank', status: code })),
    witness: refused,
  },
  'errors-without-body': {
    what: 'Errors have no body.',
    style: { errorBody: 'empty' },
    witness: refused,
  },
  'refusals-as-200': {
    what: 'A refused reset is answered with 200 and success false.',
    style: { refusalsAs200: true },
    witness: refused,
  },
  'every-refusal-422': {
    what: 'Every refusal has the status 422.',
    vary: onAnswer(({ status: code }) => (code >= 400 ? { status: 422 } : {})),
    witness: refused,
  },
  'hidden-behind-404': {
    what: 'A wrong key is answered like a thing that does not exist.',
    vary: onAnswer(({ status: code }) => (code === 401 ? { status: 404 } : {})),
    witness: [town, reset('ann', 'bob', {}, { key: () => 'wrong' })],
  },
  'missing-key-as-500': {
    what: 'A request without a key is answered with 500.',
    style: { missingKey5xx: true },
    witness: [town, reset('ann', 'bob', {}, { key: () => '' })],
  },
  'confirmation-by-name': {
    what: 'The confirmation names the other side by the name that people read.',
    style: { confirmation: ({ actor, otherName }) => `[${actor}] cleared the chat with “${otherName}”` },
    witness: done,
  },
  'confirmation-of-few-words': {
    what: 'The confirmation is the id of the other side, an arrow and the id of the actor.',
    style: { confirmation: ({ actor, other }) => `${other}→${actor}` },
    witness: done,
  },
  'confirmation-in-another-language': {
    what: 'The confirmation is in another language, of several lines, and long.',
    style: {
      confirmation: ({ conversationId, actor }) =>
        `Unterhaltung: ${conversationId}\n\nGelöscht für:\t${actor}\n${'Ihre Nachrichten sind weg. '.repeat(60)}`,
    },
    witness: done,
  },
  'pages-of-10-without-totals': {
    what: 'Lists come in pages of 10, and do not say how many there are.',
    style: { pageSize: 10 },
    vary: onAnswer(({ body }) => (isObject(body) && 'meta' in body ? { body: { data: body['data'] } } : {})),
    witness: [town, crowd(12), list('ann')],
  },
};
