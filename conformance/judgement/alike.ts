/**
 * Whether two different ids look alike: one begins like the other, is a pattern for it, differs in case alone or in one
 * end alone, or holds the mark between the two users of a conversation id.
 */
export function alike(one: string, other: string): boolean {
  if (one === other) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.startsWith(short) || long.includes('_user_')) return true;
  if (short.toLowerCase() === long.toLowerCase()) return true;
  if (short.length === long.length && [...short].every((char, at) => char === '_' || char === long[at])) return true;
  return short.length > 40 && (long.slice(0, 40) === short.slice(0, 40) || long.endsWith(short.slice(-40)));
}
