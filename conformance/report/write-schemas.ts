import { readFileSync, writeFileSync } from 'node:fs';
import { published } from '../../fixtures/schemas.ts';
import type { JsonSchema } from '../../fixtures/shape.ts';
import { reportShape } from './document.ts';

// Run after the compiler: what the shape of reports says is put where other programs and editors look for it.

// The JSON Schema, beside those of worlds and behaviours.
const schema = published('report', 'The report of a run', reportShape.schema);
const schemaFile = new URL('../../fixtures/schemas/report.schema.json', import.meta.url);
writeFileSync(schemaFile, `${JSON.stringify(schema, undefined, 2)}\n`);

// The declarations of the types: an editor shows no descriptions of what TypeScript derives from a shape, so that each
// type is written out there.
const interfaces = new Map<string, string>();
typeOf(reportShape.schema);
for (const name of ['document.d.ts', '../scenario/scenario.d.ts']) {
  const file = new URL(name, import.meta.url);
  const derived = /interface (\w+) extends ValueOf<typeof \w+> \{\s*\}/g;
  const declared = readFileSync(file, 'utf8').replace(derived, (_, name) => {
    const written = interfaces.get(name);
    if (written === undefined) throw new Error(`No shape in the report has the title of the interface ${name}.`);
    return written;
  });
  writeFileSync(file, declared);
}

/** What such a schema describes, as TypeScript; a map whose title is a name becomes an interface. */
function typeOf(part: JsonSchema): string {
  const { type = 'unknown', oneOf, anyOf = oneOf, items, properties, additionalProperties, required = [] } = part;
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (items) return `ReadonlyArray<${typeOf(items)}>`;
  if (!properties && additionalProperties) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (!properties) return type === 'integer' ? 'number' : type;
  const fields = Object.entries(properties).map(([field, inner]) => {
    const comment = inner.description === undefined ? '' : `  /** ${inner.description} */\n`;
    return `${comment}  readonly ${field}${required.includes(field) ? '' : '?'}: ${typeOf(inner)};\n`;
  });
  const body = `{\n${fields.join('')}}`;
  // The interface `Reset` has the title `a reset`.
  const name = part.title?.replace(/^a (\w)/, (_, letter: string) => letter.toUpperCase()) ?? '';
  if (!/^[A-Z]/.test(name)) return body;
  interfaces.set(name, `interface ${name} ${body}`);
  return name;
}
