import { printable } from '../../fixtures/printable.ts';
import { escaped } from './markup.ts';
import { type Block, type Cell, cellText, type Page, type Table, type Tone } from './page.ts';

/** A page as a CI system shows it under a job: GitHub-flavoured Markdown. */
export function markdownText({ headline, tone, lead, facts = [], blocks, again = '' }: Page): string {
  const [first = '', ...rest] = lead;
  return `${[
    `# ${tone === undefined ? '' : `${signs[tone]} `}${text(headline)}`,
    text(first),
    facts.map(([label, value]) => `${label} ${code(value)}`).join(' · '),
    ...rest.map(text),
    ...blocks.flatMap(written),
    text(again),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

const signs: Readonly<Record<Tone, string>> = { good: '✅', bad: '❌', open: '⚠️', faint: '➖', strong: '' };

function written(block: Block): readonly string[] {
  switch (block.kind) {
    case 'section': {
      const { title, fold, blocks } = block;
      const inner = blocks.flatMap(written);
      return fold === undefined ? [`## ${text(title)}`, ...inner] : folded(title, inner, fold === 'open');
    }
    case 'failure': {
      const { id, level, diagnosis, of, blocks } = block;
      const name = of === undefined ? id : `${id} of ${of.name}`;
      return [`## ❌ ${text(name)}`, `**${text(diagnosis)}** (${level})`, ...blocks.flatMap(written)];
    }
    case 'text':
    case 'act':
      return [text(block.text)];
    case 'list':
      return [listMarkdown(block.items)];
    case 'steps':
      return folded('Steps', [listMarkdown(block.items)]);
    case 'script':
      return folded('Shell script', [fenced(block.items.join('\n'))]);
    case 'table':
      return [tableMarkdown(block)];
  }
}

const listMarkdown = (items: readonly string[]): string => items.map((item) => `- ${text(item)}`).join('\n');

const tableMarkdown = ({ head, rows }: Table): string =>
  [head.map(text), head.map(() => '---'), ...rows.map(({ cells }) => cells.map(cellMarkdown))]
    .map((cells) => `| ${cells.map((cell) => cell.trim()).join(' | ')} |`)
    .join('\n');

function cellMarkdown(cell: Cell): string {
  if (typeof cell !== 'object') return text(cellText(cell));
  return `${cell.isCode ? code(cell.text) : text(cellText(cell))} ${text(cell.note ?? '')}`;
}

/** Running text in which nothing is markup, not even at its beginning, and nothing is a link. */
const text = (raw: string): string =>
  unlinked(inline(raw))
    .replace(/^(\s*)([-+#])/u, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/u, '$1\\$2');

/**
 * Markdown makes a notice of `@somebody`, and a link of `#1` and of an address, whatever is escaped: a space without
 * width parts them.
 */
export const unlinked = (text: string): string =>
  text.replace(/[@#]|\bGH-|\bwww\.|:(?=\/\/)|\b(?:mailto|xmpp):/giu, (mark) => `${mark}\u200b`);

/** An apostrophe is none of its marks; as an entity it would hold one. */
const inline = (raw: string): string =>
  escaped(printable(raw))
    .replaceAll('&#39;', "'")
    .replace(/[\\`*_[\]|~$]/gu, '\\$&');

/** HTML's own element, since a code span cannot hold every text in a table. */
const code = (raw: string): string => `<code>${inline(raw)}</code>`;

/** Blocks that open with a click on the summary. */
const folded = (summary: string, blocks: readonly string[], isOpen = false): readonly string[] => [
  `<details${isOpen ? ' open' : ''}><summary>${text(summary)}</summary>`,
  ...blocks,
  '</details>',
];

function fenced(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${content}\n${fence}`;
}
