import type { Keys } from '../authenticate.ts';

/** Takes the keys out of all texts of data, wherever a caller may have put them. */
export type KeyRemover = <Data>(data: Data) => Data;

export function keyRemover({ apiKey, authOnlyKey }: Keys): KeyRemover {
  const patterns = [apiKey, authOnlyKey].flatMap((key) => (key === undefined ? [] : [patternOf(key)]));
  const clean = (text: string): string => patterns.reduce((rest, pattern) => rest.replace(pattern, '[key]'), text);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [clean(name), walk(part)]));
  };
  return <Data>(data: Data) => walk(data) as Data;
}

/** A short key is looked for as a whole word only, as every other text holds its letters. */
function patternOf(key: string): RegExp {
  const either = [...new Set([key, encodeURIComponent(key)])].map((spelling) =>
    spelling.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  );
  const spelled = `(?:${either.join('|')})`;
  return new RegExp(key.length < 6 ? `(?<![\\w-])${spelled}(?![\\w-])` : spelled, 'gi');
}
