import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readAs } from '../../fixtures/shape.ts';
import { undescribed } from '../../fixtures/testing/undescribed.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { reportShape } from './document.ts';

// Built by `pretest`: the schema and the types as they are shipped.
const shipped = (path: string) => readFileSync(new URL(`../../dist/${path}`, import.meta.url), 'utf8');
const schema: AnySchemaObject = JSON.parse(shipped('fixtures/schemas/report.schema.json'));

test('the schema says what each field means, and so do the types, which are written out', () => {
  expect(schema['$id']).toBe('urn:conversation-reset:schema:report');
  expect(undescribed(schema)).toEqual([]);
  const [report, scenario] = ['report/document', 'scenario/scenario'].map((name) =>
    shipped(`conformance/${name}.d.ts`),
  );
  expect(report).toContain(
    '/** What could not be removed; `--clean` with this report removes it. */\n  readonly left?: ',
  );
  expect(scenario).toContain('/** As the acting user sees it. */\n  readonly conversation: Peer;');
  expect(`${report}${scenario}`).not.toContain('extends ValueOf');
});

const validate = new Ajv2020({ allErrors: false }).compile(schema);

/** What an independent reader says of it, with which ours has to agree. */
function fits(value: unknown): boolean {
  const verdict = validate(value);
  if (verdict !== readAs(reportShape, value).ok) throw new Error(`ajv says ${verdict} of ${JSON.stringify(value)}`);
  return verdict;
}

/** The document with each of its values replaced, or left out, in turn. */
function* changed(value: unknown): Generator<unknown> {
  for (const other of [undefined, null, -1, 'x', [3]]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const one of changed(inner)) {
      // What is left out of a list is null in JSON.
      yield Array.isArray(value) ? value.with(Number(key), one ?? null) : { ...value, [key]: one };
    }
  }
}

test('our reader and an independent one agree on every report with one value replaced or missing', () => {
  const failed = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail').slice(0, 2);
  const others = [...changed({ ...sampleReports.violates, requirements: failed })].slice(1);
  const documents = [...Object.values(sampleReports), ...others];
  const refused = documents.filter((document) => !fits(JSON.parse(JSON.stringify(document))));
  expect(refused.length).toBeGreaterThan(300);
});
