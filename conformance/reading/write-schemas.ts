import { readFileSync, writeFileSync } from 'node:fs';
import { published } from '../../fixtures/schemas.ts';
import { reportShape } from './report-shape.ts';

/**
 * Run after the compiler: puts the schema of reports beside those of worlds and behaviours. It is made of the shape by
 * which reports are read; its descriptions are the comments of the types.
 */
const declarations = ['report/document', 'target/driver', 'scenario/scenario'];

const comments = new Map<string, string>();
for (const path of declarations) collect(readFileSync(new URL(`../${path}.d.ts`, import.meta.url), 'utf8'));

const schema = published('report', 'The report of a run', described(reportShape.schema) as typeof reportShape.schema);
const file = new URL('../../fixtures/schemas/report.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(schema, undefined, 2)}\n`);

/** The comment of each field, as `Interface.field`. */
function collect(source: string): void {
  for (const [, name, body = ''] of source.matchAll(/^export interface (\w+).*? \{\n([\s\S]*?)^\}/gm)) {
    for (const [, comment = '', field] of body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+readonly (\w+)/g)) {
      comments.set(`${name}.${field}`, comment.replaceAll(/\s*\n?\s+\*? ?/g, ' ').trim());
    }
  }
}

/** The schema with a description at each property that has a comment. */
function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title = '' } = schema as { readonly title?: string };
  // `a reset` is described in the interface `Reset`.
  const declared = title.replace(/^an? (\w)/, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties') return [key, described(value)];
      const properties = Object.entries(value as Readonly<Record<string, object>>).map(([name, inner]) => {
        const description = comments.get(`${declared}.${name}`);
        return [name, { ...(description && { description }), ...(described(inner) as object) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}
