import { type Behaviour, type Result, refuse } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { decode, Fields } from './decode-fields.ts';
import { type JsonObject, parseJsonObject, whyNoObject } from './decode-json.ts';
import type { HttpRequest } from './http-message.ts';
import { answersUnder, type Refusal } from './refusal.ts';

export const userResetFields: readonly string[] = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];
export const groupResetFields: readonly string[] = ['preserveOrder'];

/**
 * Reads a reset's body, whose fields are `known`. The spec is silent on all that can be wrong with it: axes `emptyBody`,
 * `missingContentType`, `unknownField` and `wrongType`, and the status of `malformedBody`, where 200 makes it count as
 * `{}`.
 */
export function decodeReset<Command>(
  { headers, body }: HttpRequest,
  behaviour: Behaviour,
  known: readonly string[],
  read: (fields: Fields) => Command,
): Result<Command, Refusal> {
  if (body === '' && behaviour.emptyBody === 'rejected') return refuse({ kind: 'emptyBody' });
  if (body !== '' && behaviour.missingContentType === 'rejected' && !isJson(headers['content-type'])) {
    return refuse({ kind: 'missingContentType' });
  }
  const object = body === '' ? {} : parseJsonObject(body);
  if (object === undefined && answersUnder(behaviour.statuses).malformedBody.accepted !== 'passed') {
    return refuse({ kind: 'malformedBody', hint: whyNoObject(body) });
  }
  const problems = behaviour.unknownField === 'rejected' ? unknownFields(object ?? {}, known) : [];
  if (problems.length > 0) return refuse({ kind: 'unknownField', details: Object.fromEntries(problems) });
  return decode(new Fields(object ?? {}, behaviour.wrongType), read, 'wrongType');
}

/** `application/json`, with or without parameters such as a charset. */
const isJson = (contentType: string | undefined): boolean => /^\s*application\/json\s*(;|$)/i.test(contentType ?? '');

const unknownFields = (
  object: JsonObject,
  known: readonly string[],
): readonly (readonly [string, readonly string[]])[] =>
  Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => [name, [`is not a field of this call, which knows ${known.join(', ')}${didYouMean(name, known)}`]]);

export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
