import type { Behaviour, Result } from '../core/index.ts';
import { isMap } from '../fixtures/plain-data.ts';
import type { JsonObject } from './decode-json.ts';
import type { Details } from './refusal.ts';

interface Kind<Value> {
  /** Behind "must be". */
  readonly words: string;
  /** Undefined for what it may not be. */
  readonly read: (given: unknown) => Value | undefined;
  /** The same where the wrong type is coerced. */
  readonly coerce?: (given: unknown) => Value | undefined;
}

/**
 * Reads the fields of a body, or the parameters of a query, and notes what is wrong with any of them: what it answers is
 * undefined then, as for what is absent. A class, as one is made for each request.
 */
export class Fields {
  readonly #object: JsonObject;
  readonly #wrongType: Behaviour['wrongType'];
  readonly #prefix: string;
  readonly #details: Record<string, string[]>;

  constructor(object: JsonObject, wrongType: Behaviour['wrongType'], prefix = '', details = {}) {
    this.#object = object;
    this.#wrongType = wrongType;
    this.#prefix = prefix;
    this.#details = details;
  }

  get<Value>(name: string, { words, read, coerce = read }: Kind<Value>): Value | undefined {
    const given = this.#object[name];
    if (given === undefined) return undefined;
    const value = this.#wrongType === 'coerced' ? (read(given) ?? coerce(given)) : read(given);
    return value === undefined && this.#wrongType !== 'ignored' ? this.#wrong(name, `must be ${words}`) : value;
  }

  /** Absent, it is wrong. */
  required<Value>(name: string, kind: Kind<Value>): Value | undefined {
    return this.#object[name] === undefined ? this.#wrong(name, 'is required') : this.get(name, kind);
  }

  /** An id for something new, so that it has to keep to the alphabet that `parse` knows. */
  newId<Id>(name: string, parse: (raw: string) => Result<Id, string>): Id | undefined {
    const raw = this.required(name, text);
    if (raw === undefined) return undefined;
    const id = parse(raw);
    return id.ok ? id.value : this.#wrong(name, `must be ${id.refusal}`);
  }

  /** Reads the object in a field; what is wrong there is noted here, under `name.field`. */
  inside(name: string): Fields {
    return new Fields(this.get(name, object) ?? {}, this.#wrongType, `${this.#prefix}${name}.`, this.#details);
  }

  /** All that is wrong; undefined when nothing is. */
  problems(): Details | undefined {
    for (const _ in this.#details) return this.#details;
    return undefined;
  }

  #wrong(name: string, problem: string): undefined {
    this.#details[this.#prefix + name] = [problem];
  }
}

export const text: Kind<string> = {
  words: 'a string',
  read: (given) => (typeof given === 'string' ? given : undefined),
  coerce: (given) => (typeof given === 'number' ? String(given) : undefined),
};

export const filledText: Kind<string> = {
  words: 'a string that is not empty',
  read: (given) => text.read(given) || undefined,
};

export const texts: Kind<readonly string[]> = {
  words: 'an array of strings',
  read: (given) => (Array.isArray(given) && given.every((item) => typeof item === 'string') ? given : undefined),
};

const object: Kind<JsonObject> = {
  words: 'an object',
  read: (given) => (isMap(given) ? given : undefined),
};

export const oneOf = <const Value extends string>(...values: readonly Value[]): Kind<Value> => ({
  words: `one of ${values.join(', ')}`,
  read: (given) => values.find((value) => value === given),
});

const spelled = new Map<unknown, boolean>([
  ...[true, 'true', '1'].map((given) => [given, true] as const),
  ...[false, 'false', '0'].map((given) => [given, false] as const),
]);
const coerced = new Map<unknown, boolean>([...spelled, [1, true], [0, false], ['', false]]);

export const flag: Kind<boolean> = {
  words: 'true or false',
  read: (given) => (typeof given === 'boolean' ? given : undefined),
  coerce: (given) => coerced.get(given),
};

/** The same, or as a query spells it. */
export const spelledFlag: Kind<boolean> = { words: flag.words, read: (given) => spelled.get(given) };

/** Digits, as text or as a number. */
export const messageId: Kind<number> = { words: 'the id of a message, which is all digits', read: asDigits };

export const upTo = (most: number): Kind<number> => ({
  words: `a whole number from 1 to ${most}`,
  read: (given) => {
    const number = asDigits(given) ?? 0;
    return number >= 1 && number <= most ? number : undefined;
  },
});

function asDigits(given: unknown): number | undefined {
  const digits = typeof given === 'number' ? String(given) : given;
  return typeof digits === 'string' && /^\d+$/.test(digits) ? Number(digits) : undefined;
}
