const deepest = 64;
const mostValues = 50_000;

/** What a text is as JSON: nothing where it is none, or where it is more than anybody here will walk through. */
interface Parsed {
  readonly json?: unknown;
  readonly isTooMuch?: true;
}

/** Parses what a target sent. Each value takes two characters, so that a shorter text need not be looked through. */
export function parseBounded(text: string): Parsed {
  try {
    const json: unknown = JSON.parse(text);
    const isSmall = text.length <= 2 * mostValues || hasFew(json, { values: mostValues });
    return isSmall ? { json } : { isTooMuch: true };
  } catch {
    return {};
  }
}

function hasFew(value: unknown, left: { values: number }, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  const inner = Object.values(value);
  left.values -= inner.length;
  return left.values >= 0 && inner.every((one) => hasFew(one, left, depth + 1));
}
