/** How two ids look alike that are not the same. */
type Likeness = 'beginning' | 'infix' | 'case' | 'pattern' | 'end';

export interface Alike {
  readonly how: Likeness | 'name';
  /** The shorter id, and the longer one. */
  readonly ids: readonly [string, string];
}

/**
 * How two different ids look alike, if they do: one begins like the other, holds the mark between the two users of a
 * conversation id, differs in case alone, is a pattern for it, or differs at one end of many characters alone.
 */
export function alike(one: string, other: string): Alike | undefined {
  if (one === other) return undefined;
  const [short, long] =
    one.length < other.length || (one.length === other.length && one < other) ? [one, other] : [other, one];
  const how = likenessOf(short, long);
  return how && { how, ids: [short, long] };
}

function likenessOf(short: string, long: string): Likeness | undefined {
  if (long.startsWith(short)) return 'beginning';
  if (long.includes('_user_')) return 'infix';
  if (short.toLowerCase() === long.toLowerCase()) return 'case';
  if (isPattern(short, long) || isPattern(long, short)) return 'pattern';
  const isLong = short.length > 40;
  return isLong && (long.slice(0, 40) === short.slice(0, 40) || long.endsWith(short.slice(-40))) ? 'end' : undefined;
}

/** Whether each character is the same, or the mark that stands for any. */
const isPattern = (one: string, other: string): boolean =>
  one.length === other.length && [...one].every((char, at) => char === '_' || char === other[at]);
