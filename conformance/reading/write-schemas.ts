import { readFileSync, writeFileSync } from 'node:fs';
import { published } from '../../fixtures/schemas.ts';
import { comparisonShape, reportShape } from './report-shape.ts';

/**
 * Run after the compiler: puts the schemas of the JSON that the suite writes beside those of worlds and behaviours. They
 * are made of the shapes by which it reads reports; their descriptions are the comments of the types.
 */
const declarations = ['report/document', 'target/driver', 'scenario/scenario', 'compare/compare-reports'];

const comments = new Map<string, string>();
for (const path of declarations) collect(readFileSync(new URL(`../${path}.d.ts`, import.meta.url), 'utf8'));

for (const [name, title, { schema }] of [
  ['report', 'The report of a run', reportShape],
  ['comparison', 'Several reports compared', comparisonShape],
] as const) {
  const text = JSON.stringify(published(name, title, described(schema) as typeof schema), undefined, 2);
  writeFileSync(new URL(`../../fixtures/schemas/${name}.schema.json`, import.meta.url), `${text}\n`);
}

/** The comment of each field, as `Interface.field`; what is taken from another interface is described there. */
function collect(source: string): void {
  const interfaces = /^export interface (\w+)(?: extends (?:Omit|Pick)<(\w+),.*>)? \{\n([\s\S]*?)^\}/gm;
  for (const [, name, base, body = ''] of source.matchAll(interfaces)) {
    const inherited = [...comments].filter(([key]) => key.startsWith(`${base}.`));
    for (const [key, comment] of inherited) comments.set(key.replace(`${base}.`, `${name}.`), comment);
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
