const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/**
 * Text that may come from a target, made harmless for one line: what a terminal would obey, what turns the direction
 * of writing and what XML forbids is spelled out.
 */
export const printable = (text: string): string => text.replace(unprintable, spelled);

/** As `printable`, with line breaks and tabs left in. */
export const printableLines = (text: string): string =>
  text.replace(unprintable, (char) => (char === '\n' || char === '\t' ? char : spelled(char)));

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const spelled = (char: string): string =>
  short[char] ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
