import { printableLines } from './printable.ts';

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
