import type { Behaviour, Result } from '../core/index.ts';
import { isJsonObject, type JsonObject } from './decode-json.ts';
import type { Details } from './refusal.ts';

type WrongType = Behaviour['wrongType'];

/**
 * Reads the fields of a body, or the parameters of a query, and notes what is wrong with any of them. Each method
 * answers undefined for what is absent or wrong. A class, as one is made for each request.
 */
export class Fields {
  readonly #object: JsonObject;
  readonly #wrongType: WrongType;
  readonly #prefix: string;
  readonly #details: Record<string, string[]>;

  constructor(
    object: JsonObject,
    wrongType: WrongType = 'rejected',
    prefix = '',
    details: Record<string, string[]> = {},
  ) {
    this.#object = object;
    this.#wrongType = wrongType;
    this.#prefix = prefix;
    this.#details = details;
  }

  text(name: string): string | undefined {
    return this.#read(name, 'must be a string', asText, numberAsText);
  }

  /** Neither absent nor empty. */
  requiredText(name: string): string | undefined {
    return this.#required(
      name,
      this.#read(name, 'must be a string that is not empty', (given) => asText(given) || undefined),
    );
  }

  /** An id for something new, so that it has to keep to the alphabet that `parse` knows. */
  newId<Id>(name: string, parse: (raw: string) => Result<Id, string>): Id | undefined {
    const raw = this.#required(name, this.#read(name, 'must be a string', asText));
    if (raw === undefined) return undefined;
    const id = parse(raw);
    return id.ok ? id.value : this.#wrong(name, `must be ${id.refusal}`);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const problem = `must be one of ${values.join(', ')}`;
    return this.#read(name, problem, (given) => values.find((value) => value === given));
  }

  requiredOneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    return this.#required(name, this.oneOf(name, values));
  }

  /** True or false as JSON has it. */
  flag(name: string): boolean | undefined {
    return this.#read(name, 'must be true or false', asFlag, (given) => coercedFlags.get(given));
  }

  /** The same, or as a query spells it. */
  spelledFlag(name: string): boolean | undefined {
    return this.#read(name, 'must be true or false', (given) => asFlag(given) ?? spelledFlags.get(given));
  }

  /** From 1 to `most`. */
  count(name: string, most: number): number | undefined {
    return this.#read(name, `must be a whole number from 1 to ${most}`, (given) => {
      const number = asDigits(given);
      return number !== undefined && number >= 1 && number <= most ? number : undefined;
    });
  }

  /** Digits, as text or as a number. */
  messageId(name: string): number | undefined {
    return this.#read(name, 'must be the id of a message, which is all digits', asDigits);
  }

  texts(name: string): readonly string[] | undefined {
    return this.#read(name, 'must be an array of strings', (given) =>
      Array.isArray(given) && given.every((item): item is string => typeof item === 'string') ? given : undefined,
    );
  }

  /** Reads the object in a field; what is wrong there is noted here, under `name.field`. */
  inside(name: string): Fields {
    const object = this.#read(name, 'must be an object', (given) => (isJsonObject(given) ? given : undefined));
    return new Fields(object ?? {}, this.#wrongType, `${this.#prefix}${name}.`, this.#details);
  }

  /** All that is wrong; undefined when nothing is. */
  problems(): Details | undefined {
    for (const _ in this.#details) return this.#details;
    return undefined;
  }

  #read<Value>(
    name: string,
    problem: string,
    reading: (given: unknown) => Value | undefined,
    coercion: (given: unknown) => Value | undefined = reading,
  ): Value | undefined {
    const given = this.#object[name];
    if (given === undefined) return undefined;
    const value = reading(given);
    if (value !== undefined || this.#wrongType === 'ignored') return value;
    return (this.#wrongType === 'coerced' ? coercion(given) : undefined) ?? this.#wrong(name, problem);
  }

  #required<Value>(name: string, value: Value | undefined): Value | undefined {
    return this.#object[name] === undefined ? this.#wrong(name, 'is required') : value;
  }

  #wrong(name: string, problem: string): undefined {
    this.#details[this.#prefix + name] = [problem];
  }
}

const asText = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined);
const numberAsText = (given: unknown): string | undefined => (typeof given === 'number' ? String(given) : undefined);
const asFlag = (given: unknown): boolean | undefined => (typeof given === 'boolean' ? given : undefined);

const spelledFlags: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const coercedFlags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...spelledFlags,
  [1, true],
  [0, false],
  ['', false],
]);

function asDigits(given: unknown): number | undefined {
  const digits = typeof given === 'number' ? String(given) : given;
  return typeof digits === 'string' && /^\d+$/.test(digits) ? Number(digits) : undefined;
}
