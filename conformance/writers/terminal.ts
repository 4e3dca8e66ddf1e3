import { styleText } from 'node:util';
import { printable } from '../../fixtures/printable.ts';
import { columns, indented, wrapped } from './columns.ts';
import { type Block, type Cell, cellText, type Failure, type Page, type Table, type Tone } from './page.ts';

const failuresInFull = 5;
const mostSteps = 12;

export interface TerminalOptions {
  readonly colour: boolean;
  /** Shows every violation in full, each with its shell script. */
  readonly verbose: boolean;
}

/** How words stand out; without colour each text stays as it is. */
type Paint = (tone: Tone | undefined, text: string) => string;

const styles = { strong: 'bold', faint: 'dim', good: 'green', bad: 'red', open: 'yellow' } as const;
const inColour: Paint = (tone, text) =>
  tone === undefined || text === '' ? text : styleText(styles[tone], text, { validateStream: false });
const plain: Paint = (_, text) => text;

/** A page as it is read on a terminal: 80 columns, except for the commands of scripts, which are one line each. */
export function terminalText(page: Page, { colour, verbose }: TerminalOptions): string {
  const paint = colour ? inColour : plain;
  const manner = { paint, verbose };
  const { headline, tone, again, blocks } = page;
  const inFull = blocks.filter(({ kind }) => kind === 'failure').slice(0, verbose ? undefined : failuresInFull);
  const ending = again === undefined ? [] : lines(`${headline}. ${again}`.trimEnd());
  return `${[
    top(page, paint),
    ...blocks.map((block) =>
      block.kind === 'failure' && inFull.includes(block) ? failureLines(block, manner) : blockLines(block, manner),
    ),
    ending.map((line) => paint(tone, line)),
  ]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** One violation in full with its script, for those who show failures one by one. */
export const failureText = (failure: Failure): string =>
  failureLines(failure, { verbose: true, paint: plain }).join('\n');

interface Manner {
  readonly verbose: boolean;
  readonly paint: Paint;
}

/** Nothing that a text holds steers the terminal. */
const lines = (text: string): readonly string[] => wrapped(printable(text));
const inset = (text: string): readonly string[] => indented(printable(text), 2);

function top({ headline, tone, lead: [sentence = '', ...rest], facts = [] }: Page, paint: Paint): readonly string[] {
  const [first = '', ...more] = lines(`${headline}. ${sentence}`.trimEnd());
  const said = facts.map(([label, value]) => `${label} ${value}`.replaceAll(' ', '\u00a0')).join(' · ');
  return [
    paint('strong', paint(tone, first)),
    ...more.map((line) => paint(tone, line)),
    ...(said === '' ? [] : lines(said).map((line) => paint('faint', line.replaceAll('\u00a0', ' ')))),
    ...rest.flatMap(lines),
  ];
}

function blockLines(block: Block, manner: Manner): readonly string[] {
  const { paint, verbose } = manner;
  switch (block.kind) {
    case 'section': {
      const { title, tone, fold, blocks } = block;
      const name = lines(title).map((line) => paint(tone, fold === undefined ? paint('strong', line) : line));
      return fold === 'shut' ? name : [...name, ...blocks.flatMap((one) => blockLines(one, manner))];
    }
    case 'failure': {
      const { id, of, diagnosis } = block;
      return [paint('bad', `✗ ${id}${of === undefined ? '' : ` of ${printable(of.name)}`}`), ...inset(diagnosis)];
    }
    case 'text':
      return inset(block.text).map((line) => paint(block.tone, line));
    case 'act':
      return ['', ...inset(block.text)];
    case 'list':
      return block.items.flatMap(item);
    case 'steps': {
      const leftOut = Math.max(0, block.items.length - mostSteps);
      const more = leftOut === 0 ? [] : [`${leftOut} more before; a report file has them all`];
      return ['', '  Steps', ...[...more, ...block.items.slice(leftOut)].flatMap(item)];
    }
    case 'script':
      return verbose ? ['', ...block.items.map((line) => paint('faint', line))] : [];
    case 'table':
      return tableLines(block, paint);
  }
}

const item = (text: string): readonly string[] => indented(`• ${printable(text)}`, 2, 4);

function failureLines({ id, level, diagnosis, blocks }: Failure, manner: Manner): readonly string[] {
  const { paint } = manner;
  return [
    paint('strong', paint('bad', `✗ ${id}`.padEnd(columns - level.length))) + paint('faint', level),
    ...inset(diagnosis).map((line) => paint('strong', line)),
    ...blocks.flatMap((block) => blockLines(block, manner)),
  ];
}

/** Columns beside each other: what is too long is wrapped, since two names may differ in their last character alone. */
function tableLines({ head, rows }: Table, paint: Paint): readonly string[] {
  const headings = head.map((text) => ({ text, tone: 'faint' }) as const);
  const textOf = (cell: Cell = '') => printable(`${cellText(cell)}${whatIsOpen(cell)}`);
  const widths = fitting(
    head.map((text, at) => Math.max(text.length, ...rows.map(({ cells }) => textOf(cells[at]).length))),
  );
  const isNumber = head.map((_, at) => rows.some(({ cells }) => typeof cells[at] === 'number'));
  const isNamed = head.some((text) => text.trim() !== '');
  return [...(isNamed ? [{ cells: headings }] : []), ...rows].flatMap(({ cells }) => {
    const texts = widths.map((width, at) => cellLines(textOf(cells[at]), width));
    return Array.from({ length: Math.max(...texts.map(({ length }) => length)) }, (_, line) => {
      const parts = widths.map((width, at) => {
        const [cell, text] = [cells[at], texts[at]?.[line] ?? ''];
        const gap = ''.padEnd(width - text.length);
        const painted = paint(typeof cell === 'object' ? cell.tone : undefined, text);
        return isNumber[at] ? gap + painted : painted + gap;
      });
      return `  ${parts.join('  ')}`.trimEnd();
    });
  });
}

/** What has no name of its own is said in words. */
const whatIsOpen = (cell: Cell): string =>
  typeof cell === 'object' && cell.tone === 'open' && cell.note ? `: ${cell.note}` : '';

/** A text that is wrapped goes on below its first word, not below a sign before it. */
function cellLines(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const [sign = ''] = /^(?:[↕−+~] | +)/u.exec(text) ?? [];
  const parts = wrapped(text.slice(sign.length), width - sign.length);
  return parts.map((part, at) => (at === 0 ? sign : ' '.repeat(sign.length)) + part);
}

/** Widths that fit in a line, if that many columns can: what is wide has an equal part of what the others leave. */
function fitting(widest: readonly number[]): readonly number[] {
  const widths = [...widest];
  let room = columns - 2 * widest.length;
  for (const [done, [at, width]] of [...widest.entries()].sort(([, a], [, b]) => a - b).entries()) {
    widths[at] = Math.min(width, Math.max(1, Math.floor(room / (widest.length - done))));
    room -= widths[at];
  }
  return widths;
}
