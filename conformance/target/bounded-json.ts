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

/** Whether brackets and commas outside of strings stay within the limits; in one pass. */
function isSmall(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
      case comma:
        values += 1;
    }
    if (depth > deepest || values > mostValues) return false;
  }
  return true;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The place of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}
