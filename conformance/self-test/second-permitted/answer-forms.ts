import { onAnswer } from '../second-catalogue/effects.ts';
import { type Choice, isObject } from '../varied-server.ts';

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

/** The form of answers. */
export const answerForms: Readonly<Record<string, Choice>> = {
  'media-type-in-capitals': {
    what: 'The media type of every answer is in capitals.',
    vary: onJson('APPLICATION/JSON;CHARSET=UTF-8', JSON.stringify),
  },
  'escaped-answers': {
    what: 'Every letter of every text in an answer, names of fields included, is written as an escape.',
    vary: onJson('application/json', escaped),
  },
  'turned-fields': {
    what: 'The fields of every answer come in the opposite order.',
    vary: onJson('application/json', (json) => JSON.stringify(turned(json))),
  },
  'error-null-beside-data': {
    what: 'Every answer that is no error has a field error that is null.',
    vary: onAnswer(({ body }) => (isObject(body) && 'data' in body ? { body: { error: null, ...body } } : {})),
  },
  'connection-closed-after-every-answer': {
    what: 'The connection is closed after every answer.',
    vary: onAnswer(() => ({ headers: { Connection: 'close' } })),
  },
  'errors-in-html': {
    what: 'Errors are pages in HTML.',
    vary: onError('text/html', (code) => `<html><body><h1>${code}</h1></body></html>`),
  },
  'hidden-behind-404': {
    what: 'A wrong key is answered like a thing that does not exist.',
    vary: onAnswer(({ status: code }) => (code === 401 ? { status: 404 } : {})),
  },
  'confirmation-of-few-words': {
    what: 'The confirmation is the id of the other side, an arrow and the id of the actor.',
    style: { confirmation: ({ actor, other }) => `${other}→${actor}` },
  },
  'confirmation-in-another-language': {
    what: 'The confirmation is in another language, of several lines, and long.',
    style: {
      confirmation: ({ conversationId, actor }) =>
        `Unterhaltung: ${conversationId}\n\nGelöscht für:\t${actor}\n${'Ihre Nachrichten sind weg. '.repeat(60)}`,
    },
  },
  'pages-of-10-without-totals': {
    what: 'Lists come in pages of 10, and do not say how many there are.',
    style: { pageSize: 10 },
    vary: onAnswer(({ body }) => (isObject(body) && 'meta' in body ? { body: { data: body['data'] } } : {})),
  },
};
