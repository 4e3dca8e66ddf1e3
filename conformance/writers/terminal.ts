import { printable } from '../report/printable.ts';
import { clipped, columnsOf, padded, wrapped } from './columns.ts';
import { comparisonTable } from './comparison-table.ts';
import type { FailureWords, ReproductionWords } from './failure-words.ts';
import { type Block, type Cell, cellText, type Failure, type Fold, type Page, type Table, type Tone } from './page.ts';
import { ansiPaint, noPaint, type Paint } from './paint.ts';

const columns = 80;
const failuresInFull = 5;
const stepsAtEachEnd = 5;

export interface TerminalOptions {
  readonly colour: boolean;
  /** Shows every violation in full, each with its shell script. */
  readonly verbose: boolean;
}

/** A page as it is read on a terminal: 80 columns, except for the commands of scripts, which are one line each. */
export function terminalText(page: Page, { colour, verbose }: TerminalOptions): string {
  const paint = colour ? ansiPaint : noPaint;
  const { headline, tone, again } = page;
  const failures = page.blocks.filter((block) => block.kind === 'failure');
  const isBrief = (block: Block) => block.kind === 'failure' && !verbose && failures.indexOf(block) >= failuresInFull;
  const ending = again === undefined ? [] : lines(`${headline}. ${again}`.trimEnd(), columns).map(toned(tone, paint));
  return `${[
    top(page, paint),
    ...page.blocks.map((block) =>
      isBrief(block) ? briefFailure(block as Failure, paint) : blockLines(block, { paint, verbose }),
    ),
    ending,
  ]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** One violation in full with its script, for those who show failures one by one. */
export const failureText = (words: FailureWords): string =>
  failureLines(words, { verbose: true, paint: noPaint }).join('\n');

interface Manner {
  readonly verbose: boolean;
  readonly paint: Paint;
}

/** Nothing that a text holds steers the terminal. */
const lines = (text: string, width: number): readonly string[] => wrapped(printable(text), width);

const inset = (text: string, by = 2): readonly string[] =>
  lines(text, columns - by).map((line) => ' '.repeat(by) + line);

const same = (text: string): string => text;
const toned = (tone: Tone | undefined, paint: Paint) => (tone === undefined ? same : paint[tone]);

function top({ headline, tone, lead: [sentence = '', ...rest], facts = [] }: Page, paint: Paint): readonly string[] {
  const [first = '', ...more] = lines(`${headline}. ${sentence}`.trimEnd(), columns);
  const painted = toned(tone, paint);
  const said = facts.map(({ label, value }) => `${label} ${value}`.replaceAll(' ', '\u00a0')).join(' · ');
  return [
    paint.strong(painted(first)),
    ...more.map(painted),
    ...(said === '' ? [] : lines(said, columns).map((line) => paint.faint(line.replaceAll('\u00a0', ' ')))),
    ...rest.flatMap((text) => lines(text, columns)),
  ];
}

function blockLines(block: Block, manner: Manner): readonly string[] {
  const { paint } = manner;
  switch (block.kind) {
    case 'section':
      return [
        toned(block.tone, paint)(paint.strong(printable(block.title))),
        ...block.blocks.flatMap((inner) => blockLines(inner, manner)),
      ];
    case 'text':
      return lines(block.text, columns).map(toned(block.tone, paint));
    case 'list':
      return block.items.flatMap((item) =>
        lines(item, columns - 4).map((line, index) => `${index === 0 ? '  • ' : '    '}${line}`),
      );
    case 'table':
      return tableLines(block, paint);
    case 'fold':
      return foldLines(block, paint);
    case 'failure':
      return failureLines(block, manner);
  }
}

const foldLines = ({ summary, tone, brief = [] }: Fold, paint: Paint): readonly string[] => [
  ...lines(summary, columns).map(toned(tone, paint)),
  ...brief.flatMap((text) => inset(text.trimStart(), 2 + text.length - text.trimStart().length)),
];

/** Columns beside each other; the last one is wrapped, unless all are cut so that they fit. */
function tableLines({ head, rows, details = 0, isClipped = false }: Table, paint: Paint): readonly string[] {
  const shown = head.slice(0, head.length - details);
  const last = shown.length - 1;
  const isNumber = shown.map((_, at) => rows.some(({ cells }) => typeof cells[at] === 'number'));
  const textsOf = (cells: readonly Cell[]) => shown.map((_, at) => printable(cellText(cells[at] ?? '')));
  const widest = [shown, ...rows.map(({ cells }) => textsOf(cells))].reduce(
    (widths, texts) => widths.map((width, at) => Math.max(width, columnsOf(texts[at] ?? ''))),
    shown.map(() => 0),
  );
  const widths = isClipped ? fitting(widest, isNumber) : widest;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 2);
  const row = (cells: readonly Cell[], heading?: Colour): readonly string[] => {
    const texts = textsOf(cells).map((text, at) => (isClipped ? clipped(text, widths[at] ?? 0) : text));
    const endings = isClipped ? texts.slice(last) : wrapped(texts[last] ?? '', columns - before);
    return endings.map((ending, index) => {
      const line = [...texts.slice(0, last).map((text) => (index === 0 ? text : '')), ending].map((text, at) => {
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - columnsOf(text)));
        const painted = (heading ?? colourOf(cells[at], paint))(text);
        return isNumber[at] ? `${gap}${painted}` : `${painted}${gap}`;
      });
      return `  ${line.join('  ')}`.trimEnd();
    });
  };
  // What a text is, its neighbours say.
  return [...(isNumber.includes(true) ? row(shown, paint.faint) : []), ...rows.flatMap(({ cells }) => row(cells))];
}

/** Widths with which all columns stand beside each other: numbers as they are, and what is left in equal parts. */
function fitting(widest: readonly number[], isNumber: readonly boolean[]): readonly number[] {
  const numbers = widest.filter((_, at) => isNumber[at]);
  const room = numbers.reduce((left, width) => left - width, columns - 2 * widest.length);
  const most = Math.floor(room / (widest.length - numbers.length));
  return widest.map((width, at) => (isNumber[at] ? width : Math.min(width, most)));
}

type Colour = (text: string) => string;

const colourOf = (cell: Cell | undefined, paint: Paint): Colour =>
  typeof cell === 'object' ? toned(cell.tone, paint) : same;

const briefFailure = ({ id, diagnosis }: Failure, paint: Paint): readonly string[] => [
  paint.bad(`✗ ${id}`),
  ...inset(diagnosis),
];

function failureLines(words: FailureWords, { verbose, paint }: Manner): readonly string[] {
  const { id, level, clause, title, diagnosis, marks, shown } = words;
  const head = paint.strong(paint.bad(padded(`✗ ${id}`, columns - level.length))) + paint.faint(level);
  const rule = inset(`Rule: ${title} (${clause})`).map(paint.faint);
  if (shown === undefined) return [head, ...rule];
  return [
    head,
    ...inset(diagnosis).map(paint.strong),
    ...marks.map((mark) => paint.open(`  ${mark}`)),
    ...rule,
    '',
    ...inset(shown.operation),
    ...comparisonTable(shown.comparison).flatMap((block) =>
      block.kind === 'table' ? tableLines(block, paint) : inset(block.text).map(toned(block.tone, paint)),
    ),
    '',
    ...stepLines(shown, paint),
    ...inset(shown.reproduction),
    ...(verbose ? ['', ...shown.script.trimEnd().split('\n').map(paint.faint)] : []),
  ];
}

/** A line for each thing that was done; of many, the beginning and the end. */
function stepLines({ steps }: ReproductionWords, paint: Paint): readonly string[] {
  const width = String(steps.length).length;
  const all = steps.map(({ isAct, atOnce, what, answer }, index) => {
    const said = `${atOnce ? '‖ ' : ''}${what}${answer === '' ? '' : ` → ${answer}`}`;
    const line = clipped(`${String(index + 1).padStart(width)} ${said}`, columns - 2);
    return `  ${isAct ? line : paint.faint(line)}`;
  });
  const leftOut = all.length - 2 * stepsAtEachEnd;
  const more = paint.faint(`  ${' '.repeat(width)} … ${leftOut} more; a report file has them all`);
  return [
    '  Steps',
    ...(leftOut > 1 ? [...all.slice(0, stepsAtEachEnd), more, ...all.slice(-stepsAtEachEnd)] : all),
    ...(steps.some(({ atOnce }) => atOnce) ? [paint.faint('  ‖ sent at once')] : []),
  ];
}
