import type { AnswerWords, CellWords, ListWords } from './failure-words.ts';
import type { Cell, Paragraph, Row, Table } from './page.ts';

/** What stood there before, what was expected and what was seen, for the forms that draw no picture of it. */
export function comparisonTable(words: AnswerWords | ListWords): readonly [Paragraph, Table, Paragraph] {
  const legend = words.of === 'answer' ? [] : [...words.legend.map(({ sign, meaning }) => `${sign} ${meaning}.`)];
  const remark = words.of === 'answer' ? '' : words.remark;
  return [
    { kind: 'text', text: words.subject },
    words.of === 'answer' ? answerTable(words) : listTable(words),
    { kind: 'text', text: [...legend, remark].join(' ').trim(), tone: 'faint' },
  ];
}

const answerTable = ({ expected, seen }: AnswerWords): Table => ({
  kind: 'table',
  head: ['', ''],
  rows: [
    { cells: ['expected', { text: expected, tone: 'good', isCode: true }] },
    { cells: ['seen', { text: seen, tone: 'bad', isCode: true }] },
  ],
});

/** A name has the room of a sign before it, and so have the headings. */
const listTable = ({ columns, rows }: ListWords): Table => ({
  kind: 'table',
  head: ['', ...columns.map(({ heading }) => `  ${heading}`)],
  isClipped: true,
  rows: rows.map((row): Row => {
    if ('leftOut' in row) return { cells: ['', { text: `  … ${row.leftOut} more`, tone: 'faint' }, '', ''] };
    const cells = row.cells.map((cell, column): Cell => {
      if (cell !== undefined) return entry(cell);
      const empty = row.place === 1 ? columns[column]?.empty : undefined;
      return { text: empty === undefined ? '' : `  ${empty}`, tone: 'faint' };
    });
    return { cells: [row.place, ...cells] };
  }),
});

const entry = ({ sign, mark, kind, name }: CellWords): Cell => ({
  text: [sign || ' ', kind, name].filter((part) => part !== undefined).join(' '),
  tone: sign === '' ? undefined : mark === 'free' ? 'faint' : 'bad',
});
