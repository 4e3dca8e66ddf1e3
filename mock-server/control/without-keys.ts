import type { Keys } from '../authenticate.ts';

/** Takes the keys out of all texts of data, wherever a caller may have put them. */
export type KeyRemover = <Data>(data: Data) => Data;

export function keyRemover({ apiKey, authOnlyKey }: Keys): KeyRemover {
  // The longer one first, as it may begin with the other.
  const keys = [apiKey, authOnlyKey ?? apiKey].sort((one, other) => other.length - one.length);
  const shortest = keys.at(-1)?.length ?? 0;
  const pattern = new RegExp(keys.map(patternOf).join('|'), 'gi');
  const clean = (text: string): string => (text.length < shortest ? text : text.replace(pattern, '[key]'));
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [clean(name), walk(part)]));
  };
  return <Data>(data: Data) => walk(data) as Data;
}

/** A short key is looked for as a whole word only, as every other text holds its letters. */
function patternOf(key: string): string {
  const either = [...new Set([key, encodeURIComponent(key)])].map((spelling) =>
    spelling.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  );
  const spelled = `(?:${either.join('|')})`;
  return key.length < 6 ? `(?<![\\w-])${spelled}(?![\\w-])` : spelled;
}
