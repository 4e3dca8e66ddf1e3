import { printable, unlinked } from '../report/printable.ts';
import { escaped } from './markup.ts';

/** Running text in which nothing is markup, not even at its beginning, and nothing is a link. */
export const text = (raw: string): string =>
  unlinked(inline(raw))
    .replace(/^(\s*)([-+#])/u, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/u, '$1\\$2');

/** An apostrophe is none of its marks; as an entity it would hold one. */
const inline = (raw: string): string =>
  escaped(printable(raw))
    .replaceAll('&#39;', "'")
    .replace(/[\\`*_[\]|~$]/gu, '\\$&');

/** HTML's own element, since a code span cannot hold every text in a table. */
export const code = (raw: string): string => `<code>${inline(raw)}</code>`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.trim()).join(' | ')} |`)
    .join('\n');

/** Blocks that open with a click on the summary. */
export const folded = (summary: string, blocks: readonly string[], isOpen = false): readonly string[] => [
  `<details${isOpen ? ' open' : ''}><summary>${text(summary)}</summary>`,
  ...blocks,
  '</details>',
];

export function fenced(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${content.trimEnd()}\n${fence}`;
}
