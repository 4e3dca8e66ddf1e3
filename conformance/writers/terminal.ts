import { styleText } from 'node:util';
import type { Counterexample } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { clipped, columns, indented, wrapped } from './columns.ts';
import { comparisonTable } from './comparison-table.ts';
import { type Failure, howReliable, thingsDone } from './failure.ts';
import { type Block, type Cell, cellText, type Fold, type Page, type Table, type Tone } from './page.ts';

const failuresInFull = 5;
const mostSteps = 12;
const leastAnswer = 12;

export interface TerminalOptions {
  readonly colour: boolean;
  /** Shows every violation in full, each with its shell script. */
  readonly verbose: boolean;
}

/** How words stand out; without colour each text stays as it is. */
type Paint = (tone: Tone | 'strong' | undefined, text: string) => string;

const styles = { strong: 'bold', faint: 'dim', good: 'green', bad: 'red', open: 'yellow' } as const;
const inColour: Paint = (tone, text) =>
  tone === undefined || text === '' ? text : styleText(styles[tone], text, { validateStream: false });
const plain: Paint = (_, text) => text;

/** A page as it is read on a terminal: 80 columns, except for the commands of scripts, which are one line each. */
export function terminalText(page: Page, { colour, verbose }: TerminalOptions): string {
  const paint = colour ? inColour : plain;
  const { headline, tone, again } = page;
  const brief = verbose ? [] : page.blocks.filter(({ kind }) => kind === 'failure').slice(failuresInFull);
  const ending = again === undefined ? [] : lines(`${headline}. ${again}`.trimEnd());
  return `${[
    top(page, paint),
    ...page.blocks.map((block) => blockLines(block, { paint, verbose, isBrief: brief.includes(block) })),
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
  /** Of a violation, its diagnosis alone. */
  readonly isBrief?: boolean;
}

/** Nothing that a text holds steers the terminal. */
const lines = (text: string): readonly string[] => wrapped(printable(text));
const inset = (text: string, by = 2): readonly string[] => indented(printable(text), by);

function top({ headline, tone, lead: [sentence = '', ...rest], facts = [] }: Page, paint: Paint): readonly string[] {
  const [first = '', ...more] = lines(`${headline}. ${sentence}`.trimEnd());
  const said = facts.map(({ label, value }) => `${label} ${value}`.replaceAll(' ', '\u00a0')).join(' · ');
  return [
    paint('strong', paint(tone, first)),
    ...more.map((line) => paint(tone, line)),
    ...(said === '' ? [] : lines(said).map((line) => paint('faint', line.replaceAll('\u00a0', ' ')))),
    ...rest.flatMap((text) => lines(text)),
  ];
}

function blockLines(block: Block, manner: Manner): readonly string[] {
  const { paint } = manner;
  switch (block.kind) {
    case 'section':
      return [
        paint(block.tone, paint('strong', printable(block.title))),
        ...block.blocks.flatMap((inner) => blockLines(inner, manner)),
      ];
    case 'text':
      return lines(block.text).map((line) => paint(block.tone, line));
    case 'list':
      return block.items.flatMap((item) =>
        inset(item, 4).map((line, at) => (at === 0 ? `  • ${line.slice(4)}` : line)),
      );
    case 'table':
      return tableLines(block, paint);
    case 'fold':
      return [...lines(block.summary).map((line) => paint(block.tone, line)), ...(block.isOpen ? namesIn(block) : [])];
    case 'failure':
      return failureLines(block, manner);
  }
}

/** What the rows of a fold are called, and what is said of them. */
function namesIn({ blocks }: Fold): readonly string[] {
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const names = rows.map(({ cells: [first = ''] }) => cellText(first)).join(', ');
  return [...inset(names), ...blocks.flatMap((block) => (block.kind === 'text' ? inset(block.text, 4) : []))];
}

/** Columns beside each other: what is too long is wrapped, since two names may differ in their last character alone. */
function tableLines({ head, rows, details = 0 }: Table, paint: Paint): readonly string[] {
  const headings = head.slice(0, head.length - details).map((text) => ({ text, tone: 'faint' }) as const);
  const textOf = (cell: Cell = '') => printable(cellText(cell));
  const widest = headings.map(({ text }, at) =>
    Math.max(...[text, ...rows.map(({ cells }) => textOf(cells[at]))].map(({ length }) => length)),
  );
  const widths = fitting(widest);
  const isNumber = widths.map((_, at) => rows.some(({ cells }) => typeof cells[at] === 'number'));
  // What a text is, its neighbours say.
  const shown = isNumber.includes(true) ? [{ cells: headings }, ...rows] : rows;
  return shown.flatMap(({ cells }) => {
    const texts = widths.map((width, at) => cellLines(textOf(cells[at]), width));
    return Array.from({ length: Math.max(...texts.map(({ length }) => length)) }, (_, line) => {
      const parts = widths.map((width, at) => {
        const text = texts[at]?.[line] ?? '';
        const gap = ' '.repeat(width - text.length);
        const painted = paint(toneOf(cells[at]), text);
        return isNumber[at] ? gap + painted : painted + gap;
      });
      return `  ${parts.join('  ')}`.trimEnd();
    });
  });
}

/** A text that is wrapped goes on below its first word, not below a sign before it. */
function cellLines(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const [sign = ''] = /^(?:[↕−+~] | +)/u.exec(text) ?? [];
  const parts = wrapped(text.slice(sign.length), width - sign.length);
  return parts.map((part, at) => (at === 0 ? sign : ' '.repeat(sign.length)) + part);
}

/** Widths that fit in a line: what is wide has an equal part of what the others leave. */
function fitting(widest: readonly number[]): readonly number[] {
  const widths = [...widest];
  let room = columns - 2 * widest.length;
  for (const [done, [at, width]] of [...widest.entries()].sort(([, a], [, b]) => a - b).entries()) {
    widths[at] = Math.min(width, Math.floor(room / (widest.length - done)));
    room -= widths[at];
  }
  return widths;
}

const toneOf = (cell: Cell | undefined): Tone | undefined => (typeof cell === 'object' ? cell.tone : undefined);

function failureLines(failure: Failure, { verbose, paint, isBrief }: Manner): readonly string[] {
  const { id, level, clause, title, diagnosis, marks, counterexample, script } = failure;
  if (isBrief) return [paint('bad', `✗ ${id}`), ...inset(diagnosis)];
  const head = paint('strong', paint('bad', `✗ ${id}`.padEnd(columns - level.length))) + paint('faint', level);
  const rule = inset(`Rule: ${title} (${clause})`).map((line) => paint('faint', line));
  if (counterexample === undefined) return [head, ...rule];
  const compared = comparisonTable(counterexample).flatMap((block) =>
    block.kind === 'table' ? tableLines(block, paint) : inset(block.text).map((line) => paint(block.tone, line)),
  );
  const commands = verbose ? ['', ...script.trimEnd().split('\n')] : [];
  return [
    head,
    ...inset(diagnosis).map((line) => paint('strong', line)),
    ...marks.flatMap((mark) => inset(mark)).map((line) => paint('open', line)),
    ...rule,
    '',
    ...inset(counterexample.operation),
    ...compared,
    '',
    ...stepLines(counterexample, paint),
    ...inset(howReliable(counterexample)),
    ...commands.map((line) => paint('faint', line)),
  ];
}

/** Each thing that was done; of many, the last ones up to what is judged. Of a line only the answer at its end is cut. */
function stepLines(counterexample: Counterexample, paint: Paint): readonly string[] {
  const steps = thingsDone(counterexample);
  const end = steps.findLastIndex(({ phase, what }) => phase === 'act' || what === counterexample.operation) + 1;
  const begin = Math.max(0, end - mostSteps);
  const width = String(end).length;
  const margin = width + 3;
  const shown = steps.slice(begin, end).flatMap(({ phase, what, answer, together }, at): readonly string[] => {
    const [first = '', ...more] = inset(`${together === undefined ? '' : '‖ '}${what}`, margin);
    const numbered = `  ${String(begin + at + 1).padStart(width)} ${first.trimStart()}`;
    const step = withAnswer([numbered, ...more], answer, margin);
    return phase === 'act' ? step : step.map((line) => paint('faint', line));
  });
  const leftOut = (count: number) =>
    count === 0 ? [] : [paint('faint', `     … ${count} more; a report file has them all`)];
  const isAtOnce = steps.some(({ together }) => together !== undefined);
  const sign = isAtOnce ? [paint('faint', '  ‖ sent at once')] : [];
  return ['  Steps', ...leftOut(begin), ...shown, ...leftOut(steps.length - end), ...sign];
}

/** The answer stands behind what was asked, or below it where there is no room for its status. */
function withAnswer(step: readonly string[], answer: string, margin: number): readonly string[] {
  if (answer === '') return step;
  const last = step.at(-1) ?? '';
  const said = `→ ${printable(answer)}`;
  if (last.length + leastAnswer > columns) return [...step, clipped(`${' '.repeat(margin)}${said}`, columns)];
  return [...step.slice(0, -1), clipped(`${last} ${said}`, columns)];
}
