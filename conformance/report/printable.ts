/**
 * What a terminal would obey, what turns the direction of writing, what cannot be seen and what XML forbids. Text that
 * may come from a target holds none of it in any form of a report: each form spells it in a way of its own.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;

/** For one line of a terminal, or of a page. */
export const printable = (text: string): string => text.replace(unprintable, spelled);

/** As `printable`, with line breaks and tabs left in. */
export const printableLines = (text: string): string =>
  text.replace(unprintable, (char) => (char === '\n' || char === '\t' ? char : spelled(char)));

/** A document as JSON, for programs: it shows in an editor as it is, and is read back as it was. */
export const jsonText = (document: object): string =>
  `${JSON.stringify(document, null, 2).replace(unprintable, (char) => (char === '\n' ? char : escapedUnits(char)))}\n`;

/**
 * For Markdown, where a page makes a notice of `@somebody`, a link of `#1` and of an address, whatever is escaped: a
 * space without width parts them.
 */
export const unlinked = (text: string): string =>
  text.replace(/[@#]|\bGH-|\bwww\.|:(?=\/\/)|\b(?:mailto|xmpp):/giu, (mark) => `${mark}\u200b`);

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spelled(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return short[char] ?? (code > 0xffff ? `\\u{${hex(code)}}` : `\\u${hex(code)}`);
}

const escapedUnits = (char: string): string =>
  Array.from({ length: char.length }, (_, unit) => `\\u${hex(char.charCodeAt(unit))}`).join('');

const hex = (code: number): string => code.toString(16).padStart(4, '0');
