import type { Counterexample } from '../report/document.ts';
import { type Entry, listDiff, signs } from './list-diff.ts';
import type { Cell, Paragraph, Table } from './page.ts';

/** What stood there before, what was expected and what was seen, for the forms that draw no picture of it. */
export function comparisonTable({ comparison, scenario }: Counterexample): readonly (Paragraph | Table)[] {
  if (comparison.of === 'answer') {
    const expected = { text: comparison.expected, tone: 'good', isCode: true } as const;
    const seen = { text: comparison.seen, tone: 'bad', isCode: true } as const;
    // What was answered stands above: it is the operation.
    return [{ kind: 'table', head: ['', ''], rows: [{ cells: ['expected', expected] }, { cells: ['seen', seen] }] }];
  }
  const { headings, rows, legend } = listDiff(comparison, scenario);
  return [
    { kind: 'text', text: comparison.subject },
    {
      kind: 'table',
      // A name has the room of a sign before it, and so have the headings.
      head: ['', ...headings.map((heading) => `  ${heading}`)],
      rows: rows.map(({ place, entries }) => ({ cells: [place, ...entries.map(cellOf)] })),
    },
    ...(legend === '' ? [] : [{ kind: 'text', text: legend, tone: 'faint' } as const]),
  ];
}

function cellOf({ text, mark }: Entry): Cell {
  const tone = mark === 'same' ? undefined : mark === 'free' || mark === 'none' ? 'faint' : 'bad';
  return { text: text === '' ? '' : `${signs[mark] || ' '} ${text}`, tone };
}
