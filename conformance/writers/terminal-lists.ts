import { clipped, columnsOf, padded, wrapped } from './columns.ts';
import type { AnswerWords, CellWords, ListWords } from './failure-words.ts';
import type { Paint } from './paint.ts';

/** What stood there before, what was expected and what was seen, in lines of at most `columns`. */
export function comparisonLines(words: AnswerWords | ListWords, columns: number, paint: Paint): readonly string[] {
  const subject = wrapped(words.subject, columns);
  if (words.of === 'answer') {
    const labelled = (label: string, text: string, colour: Colour) =>
      wrapped(text, columns - 12).map((line, row) => `  ${padded(row === 0 ? label : '', 10)}${colour(line)}`);
    return [
      ...subject,
      ...labelled('expected', words.expected, paint.good),
      ...labelled('seen', words.seen, paint.bad),
    ];
  }
  const legend = [...words.legend.map(({ sign, meaning }) => `${sign} ${meaning}.`), words.remark].join(' ').trim();
  return [...subject, ...sideBySide(words, columns, paint), ...wrapped(legend, columns).map(paint.faint)];
}

type Colour = (text: string) => string;

/** Names that are too long are cut, so that the lists stay beside each other. */
function sideBySide(words: ListWords, columns: number, paint: Paint): readonly string[] {
  const numbers = words.rows.map((row) => ('place' in row ? String(row.place) : ''));
  const numberWidth = Math.max(1, ...numbers.map(({ length }) => length));
  const headings = words.columns.map(({ heading }) => [`  ${heading}`, paint.faint] as const);
  const rows = words.rows.map((row) =>
    'leftOut' in row
      ? row
      : row.cells.map((cell, column) => {
          const empty = words.columns[column]?.empty ?? '';
          if (cell === undefined) return [row.place === 1 ? `  ${empty}` : '', paint.faint] as const;
          return [cellText(cell), cell.sign === '' ? same : cell.mark === 'free' ? paint.faint : paint.bad] as const;
        }),
  );
  const texts = [headings, ...rows].flatMap((row) => ('leftOut' in row ? [] : row.map(([text]) => text)));
  const width = Math.min(Math.max(...texts.map(columnsOf)), Math.floor((columns - numberWidth - 6) / 3));
  const line = (number: string, cells: readonly (readonly [string, Colour])[]): string => {
    const fitted = cells.map(([text, colour]) => {
      const shown = clipped(text, width);
      return colour(shown) + ' '.repeat(width - columnsOf(shown));
    });
    return [number.padStart(numberWidth), ...fitted].join('  ').trimEnd();
  };
  return [
    line('', headings),
    ...rows.map((row, index) =>
      'leftOut' in row
        ? paint.faint(`${' '.repeat(numberWidth)}    … ${row.leftOut} more`)
        : line(numbers[index] ?? '', row),
    ),
  ];
}

const same: Colour = (text) => text;

const cellText = ({ sign, kind, name }: CellWords): string =>
  [sign || ' ', kind, name].filter((part) => part !== undefined).join(' ');
