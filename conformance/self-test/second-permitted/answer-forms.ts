import { isObject } from '../naive-server.ts';
import { onAnswer } from '../second-catalogue/effects.ts';
import { variation } from '../varied-server.ts';

const onJson = (type: string, bodyOf: (json: unknown) => string) =>
  onAnswer(({ body }) => (isObject(body) ? { body: bodyOf(body), headers: { 'Content-Type': type } } : {}));

const escaped = (json: unknown) =>
  JSON.stringify(json).replace(/"[^"\\]*"/g, (text) =>
    text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  );
const turned = (json: unknown): unknown => {
  if (!isObject(json)) return json;
  const fields = Object.entries(json).map(([key, value]) => [key, turned(value)] as const);
  return Object.fromEntries(fields.reverse());
};

/** The form of answers. */
export const answerForms = [
  variation('media-type-in-capitals', {
    what: 'The media type of every answer is in capitals.',
    vary: onJson('APPLICATION/JSON;CHARSET=UTF-8', JSON.stringify),
  }),
  variation('escaped-answers', {
    what: 'Every letter of every text in an answer, names of fields included, is written as an escape.',
    vary: onJson('application/json', escaped),
  }),
  variation('turned-fields', {
    what: 'The fields of every answer come in the opposite order.',
    vary: onJson('application/json', (json) => JSON.stringify(turned(json))),
  }),
  variation('error-null-beside-data', {
    what: 'Every answer that is no error has a field error that is null.',
    vary: onAnswer(({ body }) => (isObject(body) && 'data' in body ? { body: { error: null, ...body } } : {})),
  }),
  variation('connection-closed-after-every-answer', {
    what: 'The connection is closed after every answer.',
    vary: onAnswer(() => ({ headers: { Connection: 'close' } })),
  }),
  variation('confirmation-in-another-language', {
    what: 'The confirmation is in another language, of several lines, and long.',
    style: {
      confirmation: ({ conversationId, actor }) =>
        `Unterhaltung: ${conversationId}\n\nGelöscht für:\t${actor}\n${'Ihre Nachrichten sind weg. '.repeat(60)}`,
    },
  }),
  variation('pages-of-10-without-totals', {
    what: 'Lists come in pages of 10, and do not say how many there are.',
    style: { pageSize: 10 },
    vary: onAnswer(({ body }) => (isObject(body) && 'meta' in body ? { body: { data: body['data'] } } : {})),
  }),
];
