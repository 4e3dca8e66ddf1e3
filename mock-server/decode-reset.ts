import { accept, type Behaviour, type Result, refuse } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { type JsonObject, parseJsonObject, whyNoObject } from './decode-json.ts';
import { isAccepted } from './encode-reply.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

/** The body fields of the resets; what was left out is absent. */
export interface ResetFields {
  readonly conversationWith?: string;
  readonly deleteMessagesPermanently?: boolean;
  readonly preserveOrder?: boolean;
}

export const userResetFields = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'] as const;
export const groupResetFields = ['preserveOrder'] as const;

/**
 * Reads a reset's body. The spec is silent on all that can be wrong with it: axes `emptyBody`, `missingContentType`,
 * `unknownField` and `wrongType`, and the status of `malformedBody`, where 200 makes it count as `{}`.
 */
export function decodeReset(
  { headers, body }: HttpRequest,
  known: readonly (keyof ResetFields)[],
  behaviour: Behaviour,
): Result<ResetFields, Refusal> {
  if (body === '') return behaviour.emptyBody === 'accepted' ? accept({}) : refuse({ kind: 'emptyBody' });
  if (behaviour.missingContentType === 'rejected' && !isJson(headers['content-type'])) {
    return refuse({ kind: 'missingContentType' });
  }
  const object = parseJsonObject(body);
  if (object === undefined) {
    if (isAccepted('malformedBody', behaviour)) return accept({});
    return refuse({ kind: 'malformedBody', hint: whyNoObject(body) });
  }
  if (behaviour.unknownField === 'rejected') {
    const unknown = Object.keys(object).filter((name) => !known.some((field) => field === name));
    if (unknown.length > 0) {
      const problems = unknown.map((name) => [name, [unknownFieldProblem(name, known)]]);
      return refuse({ kind: 'unknownField', details: Object.fromEntries(problems) });
    }
  }
  return readFields(object, known, behaviour.wrongType);
}

function unknownFieldProblem(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `is not a field of this call, which knows ${known.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** `application/json`, with or without parameters such as a charset. */
const isJson = (contentType: string | undefined): boolean => /^\s*application\/json\s*(;|$)/i.test(contentType ?? '');

type WrongType = Behaviour['wrongType'];

function readFields(
  object: JsonObject,
  known: readonly (keyof ResetFields)[],
  wrongType: WrongType,
): Result<ResetFields, Refusal> {
  const fields: { -readonly [Name in keyof ResetFields]: ResetFields[Name] } = {};
  const details: Record<string, string[]> = {};
  for (const name of known) {
    const given = object[name];
    if (given === undefined) continue;
    if (name === 'conversationWith') {
      const text = readString(given, wrongType);
      if (text !== undefined) fields[name] = text;
      else if (wrongType !== 'ignored') details[name] = ['must be a string'];
    } else {
      const flag = readBoolean(given, wrongType);
      if (flag !== undefined) fields[name] = flag;
      else if (wrongType !== 'ignored') details[name] = ['must be true or false'];
    }
  }
  for (const _ in details) return refuse({ kind: 'wrongType', details });
  return accept(fields);
}

function readString(given: unknown, wrongType: WrongType): string | undefined {
  if (typeof given === 'string') return given;
  return wrongType === 'coerced' && typeof given === 'number' ? String(given) : undefined;
}

const booleansByCoercion = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
  ['', false],
]);

function readBoolean(given: unknown, wrongType: WrongType): boolean | undefined {
  if (typeof given === 'boolean') return given;
  return wrongType === 'coerced' ? booleansByCoercion.get(given) : undefined;
}
