const deepest = 64;
const mostValues = 50_000;

/** What a text is as JSON: nothing where it is none, or where it is more than anybody here will walk through. */
interface Parsed {
  readonly json?: unknown;
  readonly isTooMuch?: true;
}

/** Parses what a target sent; the result is small enough for everything that is recursive or counts. */
export function parseBounded(text: string): Parsed {
  try {
    const json: unknown = JSON.parse(text);
    return isSmall(json, { values: mostValues }) ? { json } : { isTooMuch: true };
  } catch {
    return {};
  }
}

function isSmall(value: unknown, left: { values: number }, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  const inner = Object.values(value);
  left.values -= inner.length;
  return left.values >= 0 && inner.every((one) => isSmall(one, left, depth + 1));
}

/** The first so many characters of a text, by way of their bytes: a part of a text keeps the whole of it in memory. */
export const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
