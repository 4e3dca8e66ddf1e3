import type { Place } from '../../fixtures/problem.ts';

/**
 * What a document must look like, as JSON Schema (2020-12) of which this uses a part. `Value` is the type of what fits,
 * for the compiler alone.
 */
export type Schema<Value> = JsonSchema & { readonly [fits]?: Value };
declare const fits: unique symbol;

export interface JsonSchema {
  readonly title?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | JsonSchema;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | true)[];
  /** Objects that are told apart by the first property of each, which is a constant; or a list and something else. */
  readonly oneOf?: readonly JsonSchema[];
}

type Fields = Readonly<Record<string, JsonSchema>>;
type Fitting<S> = S extends Schema<infer Value> ? Value : never;
type Needed<F> = { readonly [Name in keyof F]: Fitting<F[Name]> };
type Optional<F> = { readonly [Name in keyof F]?: Fitting<F[Name]> };

export const text: Schema<string> = { type: 'string' };
export const flag: Schema<boolean> = { type: 'boolean' };
export const anything: Schema<unknown> = {};

export const matching = (pattern: string): Schema<string> => ({ type: 'string', pattern });

export const whole = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER): Schema<number> => ({
  type: 'integer',
  minimum,
  maximum,
});

export const oneOf = <const Value extends string | number | true>(...values: readonly Value[]): Schema<Value> => ({
  enum: values,
});

export const list = <S extends JsonSchema>(
  items: S,
  maxItems: number,
  minItems = 0,
): Schema<readonly Fitting<S>[]> => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});

/** A map with any keys. */
export const record = <S extends JsonSchema>(
  value: S,
  maxProperties: number,
): Schema<Readonly<Record<string, Fitting<S>>>> => ({
  type: 'object',
  additionalProperties: value,
  maxProperties,
});

/** Keys that are not named may stand there too, and mean nothing. */
export const object = <N extends Fields, O extends Fields>(
  title: string,
  needed: N,
  optional: O,
): Schema<Needed<N> & Optional<O>> => ({
  title,
  type: 'object',
  properties: { ...needed, ...optional },
  required: Object.keys(needed),
});

/** No other keys: what they would mean would be lost. */
export const closed = <N extends Fields, O extends Fields>(
  title: string,
  needed: N,
  optional: O,
): Schema<Needed<N> & Optional<O>> => ({ ...object(title, needed, optional), additionalProperties: false });

export const either = <const S extends readonly JsonSchema[]>(...schemas: S): Schema<Fitting<S[number]>> => ({
  oneOf: schemas,
});

type Check = (place: Place, schema: JsonSchema, value: unknown, what: string) => void;

/** Notes at the place what keeps the value from fitting the schema; after a first problem it may overlook others. */
export function check(place: Place, schema: JsonSchema, value: unknown, what = schema.title ?? 'it'): void {
  const { oneOf: schemas, enum: values, type } = schema;
  if (schemas !== undefined) checkOneOf(place, schemas, value, what);
  else if (values !== undefined) checkEnum(place, values, value, what);
  else if (type !== undefined) checks[type](place, schema, value, what);
  else if (!isSmall(value)) place.problem(`${what} must be smaller: at most ${mostNodes} values, ${mostDepth} deep.`);
}

const checks: Readonly<Record<NonNullable<JsonSchema['type']>, Check>> = {
  string: checkText,
  integer: (place, { minimum = 0, maximum }, value, what) => place.whole(value, what, minimum, maximum),
  boolean: (place, _schema, value, what) => place.flag(value, what),
  array: checkList,
  object: checkObject,
};

function checkText(place: Place, { pattern }: JsonSchema, value: unknown, what: string): void {
  const found = place.text(value, what);
  if (typeof value !== 'string' || pattern === undefined || new RegExp(pattern, 'u').test(found)) return;
  place.problem(`${what} cannot be ${JSON.stringify(found.slice(0, 60))}; it must match ${pattern}.`);
}

function checkEnum(place: Place, values: readonly (string | number | true)[], value: unknown, what: string): void {
  if (!values.some((allowed) => allowed === value)) place.choice(value, what, values.map(String));
}

function checkList(place: Place, schema: JsonSchema, value: unknown, what: string): void {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (Array.isArray(value) && (value.length < minItems || value.length > maxItems)) {
    place.problem(`${what} must have ${minItems} to ${maxItems} entries, not ${value.length}.`);
    return;
  }
  place.list(value, what, (inner, item) => check(inner, items, item, items.title ?? 'an entry'));
}

function checkObject(place: Place, schema: JsonSchema, value: unknown, what: string): void {
  const { properties = {}, required = [], additionalProperties: others, maxProperties } = schema;
  const known = Object.keys(properties);
  const entries = others === false ? place.map(value, what, known) : place.entries(value, what);
  const count = Object.keys(entries).length;
  if (maxProperties !== undefined && count > maxProperties) {
    place.problem(`${what} must have at most ${maxProperties} entries, not ${count}.`);
    return;
  }
  if (place.problems.length > 0) return;
  for (const [name, inner] of Object.entries(properties)) {
    const isGiven = Object.hasOwn(entries, name);
    if (isGiven || required.includes(name)) check(place.in(name), inner, isGiven ? entries[name] : undefined, name);
  }
  if (typeof others !== 'object') return;
  for (const name of Object.keys(entries).filter((key) => !known.includes(key))) {
    check(place.in(name), others, entries[name], name);
  }
}

/** The constant of the first property says which one is meant. */
function checkOneOf(place: Place, schemas: readonly JsonSchema[], value: unknown, what: string): void {
  const ofLists = schemas.find(({ type }) => type === 'array');
  if (ofLists !== undefined) {
    const other = schemas.find((schema) => schema !== ofLists) ?? ofLists;
    check(place, Array.isArray(value) ? ofLists : other, value, what);
    return;
  }
  const entries = place.entries(value, what);
  if (place.problems.length > 0) return;
  const key = schemas[0]?.required?.[0] ?? '';
  const constants = schemas.flatMap(({ properties = {} }) => properties[key]?.enum ?? []).map(String);
  if (place.in(key).choice(entries[key], key, constants) === undefined) return;
  const meant = schemas.find(({ properties = {} }) => properties[key]?.enum?.some((one) => one === entries[key]));
  if (meant !== undefined) check(place, meant, value);
}

const mostNodes = 200;
const mostDepth = 8;

function isSmall(value: unknown): boolean {
  let nodes = 0;
  const isWithin = (inner: unknown, depth: number): boolean => {
    nodes += 1;
    if (nodes > mostNodes || depth > mostDepth) return false;
    if (typeof inner === 'string') return inner.length <= 10_000;
    if (typeof inner !== 'object' || inner === null) return true;
    return Object.entries(inner).every(([key, part]) => key.length <= 100 && isWithin(part, depth + 1));
  };
  return isWithin(value, 0);
}
