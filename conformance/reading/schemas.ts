import { published } from '../../fixtures/schemas.ts';
import type { JsonSchema } from '../../fixtures/shape.ts';
import { comparisonShape, reportShape } from './report-shape.ts';

/** Where the types of reports are declared, beside this file. */
export const declarations = ['report/document', 'target/driver', 'scenario/scenario', 'compare/compare-reports'].map(
  (name) => `../${name}`,
);

/**
 * The schemas of the JSON that the suite writes, made of the shapes by which it reads reports; their descriptions are
 * the comments in these sources of their types.
 */
export function reportSchemas(sources: readonly string[]): Readonly<Record<'report' | 'comparison', JsonSchema>> {
  const texts = commentsIn(sources);
  const of = ({ schema }: { readonly schema: JsonSchema }) => described(schema, texts) as JsonSchema;
  return {
    report: published('report', 'The report of a run', of(reportShape)),
    comparison: published('comparison', 'Several reports compared', of(comparisonShape)),
  };
}

/** The comment of each field, as `Interface.field`; what is taken from another interface is described there. */
function commentsIn(sources: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const interfaces = /^export interface (\w+)(?: extends (?:Omit|Pick)<(\w+),.*>)? \{\n([\s\S]*?)^\}/gm;
  for (const [, name, base, body = ''] of sources.flatMap((source) => [...source.matchAll(interfaces)])) {
    const inherited = [...found].filter(([key]) => key.startsWith(`${base}.`));
    for (const [key, comment] of inherited) found.set(key.replace(`${base}.`, `${name}.`), comment);
    for (const [, comment = '', field] of body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+readonly (\w+)/g)) {
      found.set(`${name}.${field}`, comment.replaceAll(/\s*\n?\s+\*? ?/g, ' ').trim());
    }
  }
  return found;
}

/** `a reset` is described in the interface `Reset`. */
const interfaceOf = (title: string): string => title.replace(/^an? (\w)/, (_, letter: string) => letter.toUpperCase());

interface Titled {
  readonly title?: string;
}

/** The schema with a description at each property that has a comment. */
function described(schema: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, texts));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title = '' } = schema as Titled;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties') return [key, described(value, texts)];
      const properties = Object.entries(value as Readonly<Record<string, object>>).map(([name, inner]) => {
        const description = texts.get(`${interfaceOf(title)}.${name}`);
        return [name, { ...(description && { description }), ...(described(inner, texts) as object) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}
