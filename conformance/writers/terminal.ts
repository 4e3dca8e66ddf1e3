import type { Counterexample, ReportStep } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { clipped, columnsOf, padded, wrapped } from './columns.ts';
import { comparisonTable } from './comparison-table.ts';
import { decidingSteps } from './deciding-steps.ts';
import { type Failure, howReliable, thingsDone } from './failure.ts';
import { type Block, type Cell, cellText, type Fold, type Page, type Table, type Tone } from './page.ts';

const columns = 80;
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

const codes: Readonly<Record<Tone | 'strong', readonly [on: number, off: number]>> = {
  ...{ strong: [1, 22], faint: [2, 22] },
  ...{ good: [32, 39], bad: [31, 39], open: [33, 39] },
};
const inColour: Paint = (tone, text) =>
  tone === undefined || text === '' ? text : `\u001b[${codes[tone][0]}m${text}\u001b[${codes[tone][1]}m`;
const plain: Paint = (_, text) => text;

/** A page as it is read on a terminal: 80 columns, except for the commands of scripts, which are one line each. */
export function terminalText(page: Page, { colour, verbose }: TerminalOptions): string {
  const paint = colour ? inColour : plain;
  const { headline, tone, again } = page;
  const brief = verbose ? [] : page.blocks.filter(({ kind }) => kind === 'failure').slice(failuresInFull);
  const ending = again === undefined ? [] : lines(`${headline}. ${again}`.trimEnd(), columns);
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
const lines = (text: string, width: number): readonly string[] => wrapped(printable(text), width);

const inset = (text: string, by = 2): readonly string[] =>
  lines(text, columns - by).map((line) => ' '.repeat(by) + line);

function top({ headline, tone, lead: [sentence = '', ...rest], facts = [] }: Page, paint: Paint): readonly string[] {
  const [first = '', ...more] = lines(`${headline}. ${sentence}`.trimEnd(), columns);
  const said = facts.map(({ label, value }) => `${label} ${value}`.replaceAll(' ', '\u00a0')).join(' · ');
  return [
    paint('strong', paint(tone, first)),
    ...more.map((line) => paint(tone, line)),
    ...(said === '' ? [] : lines(said, columns).map((line) => paint('faint', line.replaceAll('\u00a0', ' ')))),
    ...rest.flatMap((text) => lines(text, columns)),
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
      return lines(block.text, columns).map((line) => paint(block.tone, line));
    case 'list':
      return block.items.flatMap((item) =>
        inset(item, 4).map((line, at) => (at === 0 ? `  • ${line.slice(4)}` : line)),
      );
    case 'table':
      return tableLines(block, paint);
    case 'fold':
      return [
        ...lines(block.summary, columns).map((line) => paint(block.tone, line)),
        ...(block.isOpen ? namesIn(block) : []),
      ];
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
  const shown = head.slice(0, head.length - details);
  const isNumber = shown.map((_, at) => rows.some(({ cells }) => typeof cells[at] === 'number'));
  const textsOf = (cells: readonly Cell[]) => shown.map((_, at) => printable(cellText(cells[at] ?? '')));
  const all = [head, ...rows.map(({ cells }) => cells)].map(textsOf);
  const widths = fitting(shown.map((_, at) => Math.max(...all.map((texts) => columnsOf(texts[at] ?? '')))));
  const rowLines = (cells: readonly Cell[], heading?: Tone): readonly string[] => {
    const texts = textsOf(cells).map((text, at) => cellLines(text, widths[at] ?? 0));
    return Array.from({ length: Math.max(...texts.map(({ length }) => length)) }, (_, line) => {
      const parts = texts.map((parts, at) => {
        const text = parts[line] ?? '';
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - columnsOf(text)));
        const painted = paint(heading ?? toneOf(cells[at]), text);
        return isNumber[at] ? `${gap}${painted}` : `${painted}${gap}`;
      });
      return `  ${parts.join('  ')}`.trimEnd();
    });
  };
  // What a text is, its neighbours say.
  return [
    ...(isNumber.includes(true) ? rowLines(shown, 'faint') : []),
    ...rows.flatMap(({ cells }) => rowLines(cells)),
  ];
}

/** A text that is wrapped goes on below its first word, not below a sign before it. */
function cellLines(text: string, width: number): readonly string[] {
  if (columnsOf(text) <= width) return [text];
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
  const head = paint('strong', paint('bad', padded(`✗ ${id}`, columns - level.length))) + paint('faint', level);
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

/** Each thing that was done; of many, those that decide. Of a line only the answer at its end is cut. */
function stepLines(counterexample: Counterexample, paint: Paint): readonly string[] {
  const steps = thingsDone(counterexample);
  const isAtOnce = steps.some(({ together }) => together !== undefined);
  const width = String(steps.length).length;
  const margin = ' '.repeat(width + 3);
  const shown = decidingSteps(counterexample, steps, mostSteps).flatMap((at): readonly string[] => {
    if (typeof at !== 'number') return [paint('faint', `${margin}… ${at.leftOut} more; a report file has them all`)];
    const { phase, what, answer, together } = steps[at] as ReportStep;
    const said = inset(`${together === undefined ? '' : '‖ '}${what}`, margin.length);
    const numbered = `  ${String(at + 1).padStart(width)} ${said[0]?.trimStart()}`;
    const step = withAnswer([numbered, ...said.slice(1)], answer, margin);
    return step.map((line) => (phase === 'act' ? line : paint('faint', line)));
  });
  return ['  Steps', ...shown, ...(isAtOnce ? [paint('faint', '  ‖ sent at once')] : [])];
}

/** The answer stands behind what was asked, or below it where there is no room for its status. */
function withAnswer(step: readonly string[], answer: string, margin: string): readonly string[] {
  if (answer === '') return step;
  const last = step.at(-1) ?? '';
  const said = `→ ${printable(answer)}`;
  if (columnsOf(last) + leastAnswer > columns) return [...step, clipped(`${margin}${said}`, columns)];
  return [...step.slice(0, -1), clipped(`${last} ${said}`, columns)];
}
