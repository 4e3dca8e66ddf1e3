import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { Place } from '../../fixtures/problem.ts';
import { jsonText } from '../writers/json.ts';
import { sampleReports } from '../writers/sample-reports.ts';
import { reportShape } from './report-shape.ts';

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

interface Schema {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The schema with a description at each property that has a comment. */
function described(schema: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, texts));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title = '' } = schema as Schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties') return [key, described(value, texts)];
      const properties = Object.entries(value as NonNullable<Schema['properties']>).map(([name, inner]) => {
        const description = texts.get(`${interfaceOf(title)}.${name}`);
        return [name, { ...(description && { description }), ...(described(inner, texts) as object) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(described(reportShape.schema, comments()) as object),
};

test('the schema file is the schema that reports are read with, described as the types are', async () => {
  expect(comments().get('Report.left')).toBe('What could not be removed; `--clean` with this report removes it.');
  expect(comments().get('Reset.conversation')).toBe('As the acting user sees it.');
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../report.schema.json');
});

const validate = new Ajv2020({ allErrors: false }).compile(schema);
const fits = (value: unknown): boolean => {
  const place = new Place();
  reportShape.read(place, value);
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
