import { isObject } from '../naive-server.ts';
import { onAnswer } from '../second-catalogue/effects.ts';
import type { Variation } from '../varied-server.ts';

const onJson = (type: string, bodyOf: (json: unknown) => string) => ({
  vary: onAnswer(({ body }) => (isObject(body) ? { body: bodyOf(body), headers: { 'Content-Type': type } } : {})),
});

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
export const answerForms: Readonly<Record<string, Variation>> = {
  'media-type-in-capitals': onJson('APPLICATION/JSON;CHARSET=UTF-8', JSON.stringify),
  // Names of fields, too.
  'escaped-answers': onJson('application/json', escaped),
  'turned-fields': onJson('application/json', (json) => JSON.stringify(turned(json))),
  'error-null-beside-data': {
    vary: onAnswer(({ body }) => (isObject(body) && 'data' in body ? { body: { error: null, ...body } } : {})),
  },
  'connection-closed-after-every-answer': { vary: onAnswer(() => ({ headers: { Connection: 'close' } })) },
  'confirmation-in-another-language': {
    style: {
      confirmation: ({ conversationId, actor }) =>
        `Unterhaltung: ${conversationId}\n\nGelöscht für:\t${actor}\n${'Ihre Nachrichten sind weg. '.repeat(60)}`,
    },
  },
  'pages-of-10-without-totals': {
    style: { pageSize: 10 },
    vary: onAnswer(({ body }) => (isObject(body) && 'meta' in body ? { body: { data: body['data'] } } : {})),
  },
};
