import type { AnswerComparison } from '../report/document.ts';
import type { CellWords, ListWords } from './failure-words.ts';
import type { Cell, Paragraph, Row, Table } from './page.ts';

/** What stood there before, what was expected and what was seen, for the forms that draw no picture of it. */
export function comparisonTable(words: AnswerComparison | ListWords): readonly (Paragraph | Table)[] {
  // What was answered stands above: it is the operation.
  if (words.of === 'answer') return [answerTable(words)];
  const legend = words.legend.join(' · ');
  return [
    { kind: 'text', text: words.subject },
    listTable(words),
    ...(legend === '' ? [] : [{ kind: 'text', text: legend, tone: 'faint' } as const]),
  ];
}

const answerTable = ({ expected, seen }: AnswerComparison): Table => ({
  kind: 'table',
  head: ['', ''],
  rows: [
    { cells: ['expected', { text: expected, tone: 'good', isCode: true }] },
    { cells: ['seen', { text: seen, tone: 'bad', isCode: true }] },
  ],
});

/** A name has the room of a sign before it, and so have the headings. */
const listTable = ({ headings, rows }: ListWords): Table => ({
  kind: 'table',
  head: ['', ...headings.map((heading) => `  ${heading}`)],
  isClipped: true,
  rows: rows.map(
    (row): Row =>
      'leftOut' in row
        ? { cells: ['', { text: `  … ${row.leftOut} more`, tone: 'faint' }, '', ''] }
        : { cells: [row.place, ...row.cells.map((cell) => (cell === undefined ? '' : entry(cell)))] },
  ),
});

const entry = ({ sign, mark, kind, name }: CellWords): Cell => ({
  text: [sign || ' ', kind, name].filter((part) => part !== undefined).join(' '),
  tone: mark === 'free' || mark === 'empty' ? 'faint' : sign === '' ? undefined : 'bad',
});
