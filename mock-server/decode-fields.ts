import { accept, type Result, refuse } from '../core/index.ts';
import { isJsonObject, type JsonObject, parseJsonObject, whyNoObject } from './decode-json.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

/**
 * Reads the fields of a body, or the parameters of a query, and notes what is wrong with any of them. A reading
 * function answers undefined for what is absent or wrong.
 */
export interface FieldReader {
  readonly text: (name: string) => string | undefined;
  /** Neither absent nor empty. */
  readonly requiredText: (name: string) => string | undefined;
  /** An id for something new, so that it has to keep to the alphabet that `parse` knows. */
  readonly newId: <Id>(name: string, parse: (raw: string) => Result<Id, string>) => Id | undefined;
  readonly oneOf: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  readonly requiredOneOf: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  /** True or false, as JSON has it or as a query spells it. */
  readonly flag: (name: string) => boolean | undefined;
  /** From 1 to `most`. */
  readonly count: (name: string, most: number) => number | undefined;
  /** Digits, as text or as a number. */
  readonly messageId: (name: string) => number | undefined;
  readonly texts: (name: string) => readonly string[] | undefined;
  /** Reads the object in a field; what is wrong there is noted here, under `name.field`. */
  readonly inside: (name: string) => FieldReader;
  readonly isValid: () => boolean;
  /** All that is wrong. */
  readonly refusal: () => Refusal;
}

/** The fields of a body; no bytes count as `{}`. */
export function bodyFields({ body }: HttpRequest): Result<FieldReader, Refusal> {
  const object = body === '' ? {} : parseJsonObject(body);
  return object === undefined
    ? refuse({ kind: 'malformedBody', hint: whyNoObject(body) })
    : accept(fieldReader(object));
}

export const queryFields = (query: string): FieldReader =>
  fieldReader(query === '' ? {} : Object.fromEntries(new URLSearchParams(query)));

function fieldReader(object: JsonObject, prefix = '', details: Record<string, string[]> = {}): FieldReader {
  const wrong = (name: string, problem: string): undefined => {
    details[prefix + name] = [problem];
  };
  const read = <Value>(name: string, problem: string, reading: (given: unknown) => Value | undefined) => {
    const given = object[name];
    return given === undefined ? undefined : (reading(given) ?? wrong(name, problem));
  };
  const required = <Value>(name: string, value: Value | undefined): Value | undefined =>
    object[name] === undefined ? wrong(name, 'is required') : value;
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    read(name, `must be one of ${values.join(', ')}`, (given) => values.find((value) => value === given));

  return {
    text: (name) => read(name, 'must be a string', asText),
    requiredText: (name) =>
      required(
        name,
        read(name, 'must be a string that is not empty', (given) => asText(given) || undefined),
      ),
    newId: (name, parse) => {
      const raw = required(name, read(name, 'must be a string', asText));
      if (raw === undefined) return undefined;
      const id = parse(raw);
      return id.ok ? id.value : wrong(name, `must be ${id.refusal}`);
    },
    oneOf,
    requiredOneOf: (name, values) => required(name, oneOf(name, values)),
    flag: (name) => read(name, 'must be true or false', (given) => flags.get(given)),
    count: (name, most) =>
      read(name, `must be a whole number from 1 to ${most}`, (given) => {
        const number = asDigits(given);
        return number !== undefined && number >= 1 && number <= most ? number : undefined;
      }),
    messageId: (name) => read(name, 'must be the id of a message, which is all digits', asDigits),
    texts: (name) =>
      read(name, 'must be an array of strings', (given) =>
        Array.isArray(given) && given.every((item): item is string => typeof item === 'string') ? given : undefined,
      ),
    inside: (name) =>
      fieldReader(
        read(name, 'must be an object', (given) => (isJsonObject(given) ? given : undefined)) ?? {},
        `${prefix}${name}.`,
        details,
      ),
    isValid: () => Object.keys(details).length === 0,
    refusal: () => ({ kind: 'invalidField', details }),
  };
}

const asText = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined);

const flags = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['0', false],
]);

function asDigits(given: unknown): number | undefined {
  const digits = typeof given === 'number' ? String(given) : given;
  return typeof digits === 'string' && /^\d+$/.test(digits) ? Number(digits) : undefined;
}
