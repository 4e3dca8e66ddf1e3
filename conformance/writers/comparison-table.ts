import type { Counterexample } from '../report/document.ts';
import { type DiffRow, listDiff, signs } from './list-diff.ts';
import type { Cell, Paragraph, Row, Table } from './page.ts';

/** What stood there before, what was expected and what was seen, for the forms that draw no picture of it. */
export function comparisonTable({ comparison, scenario }: Counterexample): readonly (Paragraph | Table)[] {
  if (comparison.of === 'answer') {
    const expected = { text: comparison.expected, tone: 'good', isCode: true } as const;
    const seen = { text: comparison.seen, tone: 'bad', isCode: true } as const;
    // What was answered stands above: it is the operation.
    return [{ kind: 'table', head: ['', ''], rows: [{ cells: ['expected', expected] }, { cells: ['seen', seen] }] }];
  }
  const { headings, rows, legend } = listDiff(comparison, scenario);
  // A name has the room of a sign before it, and so have the headings.
  const head = ['', ...headings.map((heading) => `  ${heading}`)];
  return [
    { kind: 'text', text: comparison.subject },
    { kind: 'table', head, rows: rows.map(tableRow) },
    ...(legend.length === 0 ? [] : [{ kind: 'text', text: legend.join(' · '), tone: 'faint' } as const]),
  ];
}

function tableRow(row: DiffRow): Row {
  if ('leftOut' in row) return { cells: ['', { text: `  … ${row.leftOut} more`, tone: 'faint' }, '', ''] };
  const cells = row.cells.map((cell): Cell => {
    if (cell === undefined) return '';
    const sign = signs[cell.mark];
    const text = `${sign || ' '} ${cell.text.replace(/^(user|group):/u, '$1 ')}`;
    return { text, tone: cell.mark === 'free' || cell.mark === 'empty' ? 'faint' : sign === '' ? undefined : 'bad' };
  });
  return { cells: [row.place, ...cells] };
}
