const deepest = 64;
const mostValues = 50_000;

/** What a text is as JSON. `too-much` is deeper or holds more than anybody here will walk through. */
export type BoundedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'no-json' }
  | { readonly kind: 'too-much' };

/** Parses what a target sent, once it is known to be small enough for everything that is recursive or counts. */
export function parseBounded(text: string): BoundedJson {
  // Brackets of a page in HTML say nothing.
  if (!/^\s*[[{"\-\dtfn]/u.test(text)) return { kind: 'no-json' };
  if (!isSmall(text)) return { kind: 'too-much' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'no-json' };
  }
}

/** Whether brackets and commas outside of strings stay within the limits; in one pass, that ends with the first too many. */
function isSmall(text: string): boolean {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isInString = !isInString;
    else if (char === '\\' && isInString) at += 1;
    else if (isInString) continue;
    else if (char === ',') values += 1;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > deepest || values > mostValues) return false;
  }
  return true;
}

/** The first so many characters of a text, by way of their bytes: a part of a text keeps the whole of it in memory. */
export const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
