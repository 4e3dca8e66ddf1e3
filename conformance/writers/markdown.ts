import { comparisonTable } from './comparison-table.ts';
import { code, fenced, folded, table, text } from './markdown-text.ts';
import { type Block, type Cell, cellText, type Failure, type Page, type Tone } from './page.ts';

/** A page as a CI system shows it under a job: GitHub-flavoured Markdown. */
export function markdownText({ headline, tone, lead, facts = [], blocks, again = '' }: Page): string {
  const [first = '', ...rest] = lead;
  return `${[
    `# ${tone === undefined ? '' : `${signs[tone]} `}${text(headline)}`,
    text(first),
    facts.map(({ label, value }) => `${label} ${code(value)}`).join(' · '),
    ...rest.map(text),
    ...blocks.flatMap(written),
    text(again),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

const signs: Readonly<Record<Tone, string>> = { good: '✅', bad: '❌', open: '⚠️', faint: '➖' };

function written(block: Block): readonly string[] {
  switch (block.kind) {
    case 'section':
      return [`## ${text(block.title)}`, ...block.blocks.flatMap(written)];
    case 'text':
      return [text(block.text)];
    case 'list':
      return [block.items.map((item) => `- ${text(item)}`).join('\n')];
    case 'table':
      return [
        table(
          block.head.map(text),
          block.rows.map(({ cells }) => cells.map(cellMarkdown)),
        ),
      ];
    case 'fold':
      return block.isEmpty ? [] : folded(block.summary, block.blocks.flatMap(written), block.isOpen);
    case 'failure':
      return failure(block);
  }
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell !== 'object') return text(cellText(cell));
  const { isCode, note } = cell;
  return [isCode ? code(cell.text) : text(cell.text), ...(note === undefined ? [] : [text(note)])].join(' ');
}

/** One violation: diagnosis, operation, comparison, and the script behind a click. */
function failure({ id, level, clause, title, diagnosis, marks, shown, of }: Failure): readonly string[] {
  const rule = `${text(title)} _(${level}; ${text(clause)})_`;
  const heading = `## ❌ ${text(of === undefined ? id : `${id} of ${of}`)}`;
  if (shown === undefined) return [heading, rule];
  return [
    heading,
    [`**${text(diagnosis)}**`, ...marks.map((mark) => `(${text(mark)})`)].join(' '),
    rule,
    text(shown.operation),
    ...comparisonTable(shown.comparison).flatMap(written),
    text(shown.reproduction),
    ...folded('Shell script', [fenced(shown.script)]),
  ];
}
