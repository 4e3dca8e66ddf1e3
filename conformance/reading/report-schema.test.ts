import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { Place } from '../../fixtures/problem.ts';
import { jsonText } from '../writers/json.ts';
import { sampleReports } from '../writers/sample-reports.ts';
import { reportSchema } from './report-schema.ts';
import { check, type JsonSchema } from './schema.ts';

// The schema for programs and editors is written from the one that reports are read with; its descriptions are the
// comments of the types. After a change: npx vitest run conformance/reading -u

/** The comment of each field, as `Interface.field`. */
function comments(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of ['../report/document.ts', '../scenario/scenario.ts']) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    for (const [, name, body = ''] of source.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)) {
      for (const [, comment = '', field] of body.matchAll(/\/\*\*([\s\S]*?)\*\/\n {2}readonly (\w+)/g)) {
        found.set(`${name}.${field}`, comment.replaceAll(/\s*\n?\s+\*? ?/g, ' ').trim());
      }
    }
  }
  return found;
}

/** `a reset` is described in the interface `Reset`. */
const interfaceOf = (title: string): string => title.replace(/^an? (\w)/, (_, letter: string) => letter.toUpperCase());

function described(schema: JsonSchema, texts: ReadonlyMap<string, string>): object {
  const inner = (one: JsonSchema) => described(one, texts);
  const { properties, items, additionalProperties: others, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? inner(others) : others }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => {
          const description = texts.get(`${interfaceOf(schema.title ?? '')}.${name}`);
          return [name, { ...(description && { description }), ...inner(value) }];
        }),
      ),
    }),
  };
}

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...described(reportSchema, comments()),
};

test('the schema file is the schema that reports are read with, described as the types are', async () => {
  expect(comments().get('Report.left')).toBe('What could not be removed; `--clean` with this report removes it.');
  expect(comments().get('Reset.conversation')).toBe('As the acting user sees it.');
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../report.schema.json');
});

const validate = new Ajv2020({ allErrors: false }).compile(schema);
const fits = (value: unknown): boolean => {
  const place = new Place();
  check(place, reportSchema, value);
  return place.problems.length === 0;
};

test.each(Object.entries(sampleReports))('%s fits the schema', (_name, report) => {
  const read = JSON.parse(jsonText(report)) as unknown;
  validate(read);
  expect(validate.errors).toBeNull();
  expect(fits(read)).toBe(true);
});

/** Where each value stands in the document. */
function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, key]);
}

function withChange(
  document: unknown,
  path: readonly string[],
  change: (at: Record<string, unknown>, key: string) => void,
) {
  const copy = structuredClone(document);
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  change(at, path.at(-1) ?? '');
  return copy;
}

test('our reader and an independent one agree on every report with one value replaced or missing', () => {
  const failed = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail').slice(0, 2);
  const document = { ...sampleReports.violates, requirements: failed };
  let refused = 0;
  for (const path of pathsIn(document)) {
    if (path.length === 0) continue;
    const changes = [
      withChange(document, path, (at, key) => delete at[key]),
      ...[null, -1, 'x', [3]].map((value) =>
        withChange(document, path, (at, key) => {
          at[key] = value;
        }),
      ),
    ];
    for (const changed of changes) {
      // What is deleted from a list leaves a hole, which JSON has not.
      const read = JSON.parse(JSON.stringify(changed)) as unknown;
      const verdict = validate(read);
      if (fits(read) !== verdict)
        throw new Error(`${path.join('.')}: ajv says ${verdict} of ${JSON.stringify(read).slice(0, 90)}`);
      refused += verdict ? 0 : 1;
    }
  }
  expect(refused).toBeGreaterThan(300);
});
