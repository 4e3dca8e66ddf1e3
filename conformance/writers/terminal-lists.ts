import type { Counterexample, ListComparison } from '../report/document.ts';
import { clipped, columnsOf, padded, wrapped } from './columns.ts';
import { type Cell, type ListDiff, listDiff, shownRows } from './list-diff.ts';
import type { Paint } from './paint.ts';
import { emptyWords, expectedHeading, markSigns, meaningOf, orderIsFree } from './report-words.ts';
import { entryName, type ShortNames } from './short-names.ts';

/** What stood there before, what was expected and what was seen, in lines of at most `columns`. */
export function comparisonLines(
  { comparison, scenario }: Counterexample,
  names: ShortNames,
  columns: number,
  paint: Paint,
): readonly string[] {
  const subject = wrapped(names(comparison.subject), columns);
  if (comparison.of === 'answer') {
    return [
      ...subject,
      ...labelled('expected', names(comparison.expected), columns, paint.good),
      ...labelled('seen', names(comparison.seen), columns, paint.bad),
    ];
  }
  const diff = listDiff(comparison, scenario);
  const write = ({ text, mark }: Cell): string => {
    const { kind, name } = comparison.of === 'list' ? entryName(text) : { kind: undefined, name: text };
    return [markSigns[mark] || ' ', kind, names(name)].filter((part) => part !== undefined).join(' ');
  };
  return [
    ...subject,
    ...sideBySide(comparison, diff, write, columns, paint),
    ...wrapped(legend(diff, comparison), columns).map(paint.faint),
  ];
}

const lists = ['before', 'expected', 'seen'] as const satisfies readonly (keyof ListDiff)[];

function sideBySide(
  comparison: ListComparison,
  diff: ListDiff,
  write: (cell: Cell) => string,
  columns: number,
  paint: Paint,
): readonly string[] {
  const none = `  ${emptyWords[comparison.of]}`;
  const headings = { before: '  before', expected: `  ${expectedHeading(comparison)}`, seen: '  seen' };
  const rows = shownRows(diff);
  const numberWidth = String(Math.max(...lists.map((list) => diff[list].length))).length;
  const cellAt = (list: keyof ListDiff, row: number): readonly [string, Colour] => {
    const cell = diff[list][row];
    if (cell !== undefined) return [write(cell), colourOf(cell, paint)];
    return [row === 0 ? none : '', paint.faint];
  };
  const texts = rows.flatMap((shown) => ('row' in shown ? lists.map((list) => cellAt(list, shown.row)[0]) : []));
  const widest = Math.max(...[...Object.values(headings), ...texts].map(columnsOf));
  const width = Math.min(widest, Math.floor((columns - numberWidth - 6) / 3));
  const line = (number: string, cells: readonly (readonly [string, Colour])[]): string => {
    const fitted = cells.map(([text, colour]) => {
      const shown = clipped(text, width);
      return colour(shown) + ' '.repeat(width - columnsOf(shown));
    });
    return [number.padStart(numberWidth), ...fitted].join('  ').trimEnd();
  };
  return [
    line(
      '',
      lists.map((list) => [headings[list], paint.faint]),
    ),
    ...rows.map((shown) =>
      'leftOut' in shown
        ? paint.faint(`${' '.repeat(numberWidth)}    … ${shown.leftOut} more`)
        : line(
            String(shown.row + 1),
            lists.map((list) => cellAt(list, shown.row)),
          ),
    ),
  ];
}

type Colour = (text: string) => string;

const colourOf = ({ mark }: Cell, paint: Paint): Colour =>
  mark === 'same' ? (text) => text : mark === 'free' ? paint.faint : paint.bad;

function legend(diff: ListDiff, comparison: ListComparison): string {
  const marks = new Set([...diff.expected, ...diff.seen].map(({ mark }) => mark).filter((mark) => mark !== 'same'));
  return [
    ...[...marks].map((mark) => `${markSigns[mark]} ${meaningOf(mark, comparison)}.`),
    ...(comparison.of === 'messages' ? [orderIsFree] : []),
  ].join(' ');
}

const labelled = (label: string, text: string, columns: number, colour: Colour): readonly string[] =>
  wrapped(text, columns - 12).map((line, index) => `${padded(index === 0 ? `  ${label}` : '', 12)}${colour(line)}`);
