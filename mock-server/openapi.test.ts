import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { referenceBehaviour } from '../core/index.ts';
import { isMap } from '../fixtures/plain-data.ts';
import { type Exchange, type ExchangeSequence, exchangeFiles } from '../fixtures/testing/exchanges.ts';
import { parseJsonObject } from './decode-json.ts';
import { findRoute, routes } from './route.ts';
import { startMockServer } from './start-mock-server.ts';
import { executeSequence } from './testing/execute-sequence.ts';
import { errorCodes } from './wire-types.ts';

// fixtures/openapi.yaml, held to the routes and to every exchange: to its request, and to the mock server's answer.

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: object };

const validator = new Validator();
const validity = await validator.validate(fileURLToPath(new URL('../fixtures/openapi.yaml', import.meta.url)));
const document = validator.resolveRefs();
const ajv = new Ajv2020({ strict: false });
/** Where numbers and flags are texts. */
const inQuery = new Ajv2020({ strict: false, coerceTypes: true });

/** What stands at a path in plain data. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isMap(inner) ? inner[key] : undefined), value);
const schemaAt = (value: unknown, ...path: readonly string[]): ValidateFunction =>
  ajv.compile(at(value, ...path, 'content', 'application/json', 'schema') as object);
const parametersOf = (value: unknown): readonly Parameter[] => (at(value, 'parameters') ?? []) as readonly Parameter[];

type Operation = ReturnType<typeof checksOf>;
const checksOf = (item: unknown, operation: unknown) => ({
  parameters: [...parametersOf(item), ...parametersOf(operation)],
  required: at(operation, 'requestBody', 'required') === true,
  body: at(operation, 'requestBody') === undefined ? undefined : schemaAt(operation, 'requestBody'),
  answer: schemaAt(operation, 'responses', '200'),
  error: schemaAt(operation, 'responses', 'default'),
});

const operations = new Map(
  Object.entries<object>(document['paths'] as Record<string, object>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      method === 'parameters' ? [] : [[`${method.toUpperCase()} ${path}`, checksOf(item, operation)] as const],
    ),
  ),
);

/** What of a request the document does not allow. */
function strayIn({ request }: Exchange, { parameters, required, body }: Operation): readonly string[] {
  const { url, headers, body: text } = request;
  const query = new URL(url, 'http://x').searchParams;
  const strayParameters = parameters.filter(({ name, in: where, required: isNeeded, schema }) => {
    if (where === 'path') return false;
    const written = where === 'query' ? (query.get(name) ?? undefined) : headers[name.toLowerCase()];
    return written === undefined ? isNeeded === true : !inQuery.validate(schema, written);
  });
  const strayBody = text === '' ? required : body !== undefined && !body(parseJsonObject(text));
  return [...strayParameters.map(({ name }) => name), ...(strayBody ? ['body'] : [])];
}

const sequences = exchangeFiles.flatMap(({ sequences }) => sequences);

const execute = (sequence: ExchangeSequence) =>
  executeSequence(sequence).map(({ step, reply }) => {
    const found = findRoute(step.request);
    const { method, path } = found.ok ? found.value.route : { method: '', path: '' };
    return { step, reply, operation: operations.get(`${method} ${path}`) };
  });

it('should be served to whoever asks, with the address of the server that serves it', async () => {
  await using mock = await startMockServer({ control: false });
  const origin = 'http://localhost:5173';
  const url = new URL('/openapi.yaml', mock.url);
  for (const answer of [await fetch(url, { headers: { origin } }), await mock.handle(new Request(url))]) {
    expect(answer.headers.get('content-type')).toBe('application/yaml');
    const served = parse(await answer.text());
    expect(await new Validator().validate(served)).toMatchObject({ valid: true });
    expect(new URL(served.servers[0].url, url).href).toBe(mock.url);
  }
  expect((await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin')).toBe(origin);
  expect((await fetch(url, { method: 'POST' })).status).toBe(401);
});

it('should be OpenAPI 3.1', () => {
  expect([validity, validator.version]).toEqual([{ valid: true }, '3.1']);
});

it('should hold every call, and no other', () => {
  expect([...operations.keys()].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

it('should hold every error code, and no other', () => {
  const codes = at(document, 'components', 'schemas', 'ErrorObject', 'properties', 'code', 'enum');
  expect(codes).toEqual(errorCodes);
});

it.each(sequences)('should allow every answer of: $title', (sequence) => {
  const anyError = operations.get('GET /conversations')?.error;
  for (const { step, operation, reply } of execute(sequence)) {
    if (step.request.method === 'HEAD') continue;
    const check = reply.status === 200 ? operation?.answer : (operation?.error ?? anyError);
    const errors = check?.(JSON.parse(reply.body)) ? [] : check?.errors;
    expect(errors, `${step.line}: ${reply.body}`).toEqual([]);
  }
});

it('should allow the requests that are fulfilled, and none that is refused for its fields', () => {
  const reference = JSON.stringify(referenceBehaviour);
  const ofReference = sequences.filter(({ behaviour }) => JSON.stringify(behaviour) === reference);
  const requests = ofReference.flatMap(execute).flatMap(({ step, operation, reply }) => {
    if (operation === undefined) return [];
    const isAllowed = strayIn(step, operation).length === 0;
    const details = at(parseJsonObject(reply.body), 'error', 'details');
    return [{ request: step.request, status: reply.status, isAllowed, details }];
  });
  const fulfilled = requests.filter(({ status }) => status === 200);
  const refused = requests.filter(({ details }) => details !== undefined);
  expect([fulfilled.length > 100, refused.length > 10]).toEqual([true, true]);
  expect(fulfilled.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
  expect(refused.filter(({ isAllowed }) => isAllowed)).toEqual([]);
});
