import { columnsOf } from './columns.ts';

/** A command as one line that any terminal shows as it is: control characters in quotes become `$'…'`. */
export const oneLine = (command: string): string =>
  wordsOf(command)
    .map((word) => word.map(({ open, chunks, close }) => open + chunks.flat().join('') + close).join(''))
    .join(' ');

/**
 * The command in lines of at most `columns`, to be pasted as a whole. A word that is longer than a line goes on at the
 * very beginning of the next one, or the shell would take it for two.
 */
export function folded(command: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of optionsWithValues(wordsOf(command))) {
    const length = columnsOf(part.map(({ open, chunks, close }) => open + chunks.flat().join('') + close).join(''));
    if (line !== '' && columnsOf(line) + length + 3 > columns) {
      lines.push(`${line} \\`);
      line = ' ';
    }
    if (line !== '') line += ' ';
    for (const segment of part) line = append(segment, line, lines, columns);
  }
  return [...lines, line];
}

/** A piece of a word under one kind of quotes; its chunks end at commas and hold what must not be torn. */
interface Segment {
  readonly open: string;
  readonly chunks: readonly (readonly string[])[];
  readonly close: string;
}

/** Appends to the line what fits, moves full lines to `lines`, and gives back the line that is still open. */
function append({ open, chunks, close }: Segment, start: string, lines: string[], columns: number): string {
  // Room is left for the quote, a space and the backslash.
  const room = (line: string) => columns - close.length - 2 - columnsOf(line);
  let line = start + open;
  if (columnsOf(chunks[0]?.[0] ?? '') > room(line)) {
    lines.push(`${start}\\`);
    line = open;
  }
  const breakLine = () => {
    lines.push(`${line}${close}\\`);
    line = open;
  };
  for (const chunk of chunks) {
    const length = columnsOf(chunk.join(''));
    if (length > room(line) && length <= room(open)) breakLine();
    for (const atom of chunk) {
      if (columnsOf(atom) > room(line)) breakLine();
      line += atom;
    }
  }
  return line + close;
}

function wordsOf(command: string): readonly (readonly Segment[])[] {
  const words: Segment[][] = [];
  let word: Segment[] = [];
  const piece = /(?<space>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<bare>\\.|[^\s'"\\]+|['"\\])/gsu;
  for (const { groups = {} } of command.matchAll(piece)) {
    const { space, single, double, bare } = groups;
    if (space !== undefined) {
      if (word.length > 0) words.push(word);
      word = [];
    } else if (single !== undefined) {
      word.push(/\p{Cc}/u.test(single) ? segment("$'", [...single].map(escaped), "'") : segment("'", [...single], "'"));
    } else if (double !== undefined) {
      word.push(segment('"', double.match(/\\.|./gsu) ?? [], '"'));
    } else if (bare !== undefined) {
      word.push(segment('', bare.match(/\\.|./gsu) ?? [], ''));
    }
  }
  return word.length > 0 ? [...words, word] : words;
}

function segment(open: string, atoms: readonly string[], close: string): Segment {
  const chunks: string[][] = [[]];
  for (const atom of atoms) {
    chunks.at(-1)?.push(atom);
    if (atom === ',') chunks.push([]);
  }
  return { open, chunks, close };
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (char: string): string =>
  named[char] ?? (/\p{Cc}/u.test(char) ? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}` : char);

/** `-H 'name: value'` stays on one line where it fits. */
function optionsWithValues(words: readonly (readonly Segment[])[]): readonly (readonly Segment[])[] {
  const joined: (readonly Segment[])[] = [];
  let option: readonly Segment[] | undefined;
  for (const word of words) {
    if (option !== undefined) {
      joined.push([...option, segment('', [' '], ''), ...word]);
      option = undefined;
    } else if (/^-[A-Za-z]$/u.test(word[0]?.chunks.flat().join('') ?? '') && word[0]?.open === '') option = word;
    else joined.push(word);
  }
  return option === undefined ? joined : [...joined, option];
}
