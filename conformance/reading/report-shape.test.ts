import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { Place } from '../../fixtures/problem.ts';
import { undescribed } from '../../fixtures/testing/undescribed.ts';
import { compareReports } from '../compare/compare-reports.ts';
import { jsonText } from '../report/printable.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { reportShape } from './report-shape.ts';
import { declarations, reportSchemas } from './schemas.ts';

const read = (path: string): string => readFileSync(new URL(`${path}.ts`, import.meta.url), 'utf8');
const schemas = reportSchemas(declarations.map(read));

test.each(Object.entries(schemas))('the schema of a %s says what each field means, as the types do', (name, schema) => {
  expect(schema['$id']).toBe(`urn:conversation-reset:schema:${name}`);
  expect(undescribed(schema)).toEqual([]);
  expect(JSON.stringify(schema)).toContain('What could not be removed; `--clean` with this report removes it.');
  expect(JSON.stringify(schema)).toContain('As the acting user sees it.');
});

test('a comparison fits its schema', () => {
  const check = new Ajv2020().compile(schemas.comparison);
  check(JSON.parse(jsonText(compareReports(Object.values(sampleReports)))));
  expect(check.errors).toBeNull();
  expect(check({ schemaVersion: 1, reports: [{}], requirements: [], behaviours: [] })).toBe(false);
});

const validate = new Ajv2020({ allErrors: false }).compile(schemas.report);
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
