import { readFileSync, writeFileSync } from 'node:fs';
import { declarations, reportSchemas } from './schemas.ts';

/** Run after the compiler: puts the schemas of reports beside those of worlds and behaviours. */
const sources = declarations.map((path) => readFileSync(new URL(`${path}.d.ts`, import.meta.url), 'utf8'));
for (const [name, schema] of Object.entries(reportSchemas(sources))) {
  const file = new URL(`../../fixtures/schemas/${name}.schema.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(schema, undefined, 2)}\n`);
}
