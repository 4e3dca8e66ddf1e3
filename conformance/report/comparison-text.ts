import type { Counterexample, ListComparison } from '../report.ts';
import { columnsOf, padded, wrapped } from './columns.ts';
import { type Cell, type ListDiff, listDiff, shownRows } from './list-diff.ts';
import { emptyWords, expectedHeading, meaningOf, signs } from './list-words.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import type { ShortNames } from './short-names.ts';

/** What was expected and what was seen, in lines of at most `columns`. */
export function comparisonText(
  counterexample: Counterexample,
  names: ShortNames,
  columns: number,
  paint: Paint,
): readonly string[] {
  const { comparison } = counterexample;
  if (comparison.of === 'answer') {
    return [
      ...wrapped(`The answer: ${names.text(comparison.subject)}`, columns),
      ...labelled('expected', comparison.expected, columns, paint.good),
      ...labelled('seen', comparison.seen, columns, paint.bad),
    ];
  }
  const diff = listDiff(comparison, counterexample);
  const write = ({ text, mark }: Cell): string => {
    const { kind, name } = names.entry(text);
    return [signs[mark] || ' ', kind, name].filter((part) => part !== undefined).join(' ');
  };
  const headings = { before: 'before', expected: expectedHeading(comparison), seen: 'seen' };
  const table = { diff, headings, none: emptyWords[comparison.of], write };
  return [
    ...wrapped(names.text(comparison.subject), columns),
    ...(sideBySide(table, columns, paint) ?? stacked(table, columns, paint)),
    ...wrapped(legend(diff, comparison), columns).map(paint.faint),
  ];
}

interface Table {
  readonly diff: ListDiff;
  readonly headings: Readonly<Record<keyof ListDiff, string>>;
  /** What stands in place of a list without entries. */
  readonly none: string;
  readonly write: (cell: Cell) => string;
}

/** Undefined when the columns are too narrow for what stands in them. */
function sideBySide(
  { diff, headings, none, write }: Table,
  columns: number,
  paint: Paint,
): readonly string[] | undefined {
  const lists = [diff.before, diff.expected, diff.seen];
  const rows = shownRows(diff);
  const rowNumber = Math.max(...lists.map((list) => list.length)).toString().length;
  const width = Math.floor((columns - rowNumber - 2 - 4) / 3);
  const cells = rows.flatMap((shown) => ('row' in shown ? lists.map((list) => list[shown.row]) : []));
  if (cells.some((cell) => cell !== undefined && columnsOf(write(cell)) > width)) return undefined;

  const line = (number: string, texts: readonly string[], paints: readonly ((text: string) => string)[]) =>
    [
      number.padStart(rowNumber),
      ...texts.map((text, i) => (paints[i] ?? paint.faint)(text) + ' '.repeat(Math.max(0, width - columnsOf(text)))),
    ]
      .join('  ')
      .trimEnd();
  return [
    line(
      '',
      [headings.before, headings.expected, headings.seen].map((heading) => `  ${heading}`),
      [paint.faint, paint.faint, paint.faint],
    ),
    ...rows.map((shown, index) =>
      'row' in shown
        ? line(
            String(shown.row + 1),
            lists.map((list) => {
              const cell = list[shown.row];
              return cell !== undefined ? write(cell) : index === 0 && list.length === 0 ? `  ${none}` : '';
            }),
            lists.map((list) => (list.length === 0 ? paint.faint : painter(list[shown.row], paint))),
          )
        : paint.faint(`${' '.repeat(rowNumber)}  … ${shown.leftOut} more`),
    ),
  ];
}

function stacked({ diff, headings, none, write }: Table, columns: number, paint: Paint): readonly string[] {
  const rows = shownRows(diff);
  return (['before', 'expected', 'seen'] as const).flatMap((title) => {
    const list = diff[title];
    const lines = rows.flatMap((shown) => {
      if ('leftOut' in shown) return [paint.faint(`    … ${shown.leftOut} more`)];
      const cell = list[shown.row];
      if (cell === undefined) return [];
      const number = `${shown.row + 1}`.padStart(4);
      return wrapped(write(cell), columns - 6).map(
        (text, index) => `${index === 0 ? number : '    '}  ${painter(cell, paint)(text)}`,
      );
    });
    return [paint.faint(headings[title]), ...(lines.length === 0 ? [paint.faint(`      ${none}`)] : lines)];
  });
}

const painter = (cell: Cell | undefined, paint: Paint): ((text: string) => string) =>
  cell === undefined || cell.mark === 'same' ? (text) => text : cell.mark === 'free' ? paint.faint : paint.bad;

function legend(diff: ListDiff, comparison: ListComparison): string {
  const marks = new Set([...diff.expected, ...diff.seen].map(({ mark }) => mark));
  return [
    ...[...marks].filter((mark) => mark !== 'same').map((mark) => `${signs[mark]} ${meaningOf(mark, comparison)}.`),
    ...(comparison.of === 'messages' ? ['The order of messages is not judged.'] : []),
  ].join(' ');
}

function labelled(label: string, text: string, columns: number, paint: (text: string) => string): readonly string[] {
  return wrapped(printable(text), columns - 12).map(
    (line, index) => `${padded(index === 0 ? `  ${label}` : '', 12)}${paint(line)}`,
  );
}
