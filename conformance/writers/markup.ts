import { printable, printableLines } from '../../fixtures/printable.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as content or attribute of HTML or XML 1.0, which has no way to write a control character. */
export const escaped = (text: string): string =>
  printableLines(text).replace(/[&<>"']/gu, (char) => entities[char] ?? char);

/** Markup that is whole and safe; only `html` and `verbatim` make it. */
export interface Html {
  readonly markup: string;
}

/** Undefined and `false` are nothing. */
type Value = string | number | Html | undefined | false | readonly Value[];

/** A template in which everything that is not markup already is escaped, each text as one line. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: literals.reduce((text, literal, index) => text + markupOf(values[index - 1]) + literal) };
}

/** For text of our own that no escaping may touch, such as a style sheet. */
export const verbatim = (markup: string): Html => ({ markup });

function markupOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return typeof value === 'object' ? (value as Html).markup : escaped(printable(String(value)));
}
