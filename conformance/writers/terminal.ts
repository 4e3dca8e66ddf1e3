import type { Report, RequirementResult } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { clipped, padded, wrapped } from './columns.ts';
import { type FailureWords, failureWords } from './failure-words.ts';
import { ansiPaint, noPaint, type Paint } from './paint.ts';
import {
  asSentence,
  behaviourRows,
  factsOf,
  headline,
  type Look,
  notesOf,
  outcomeWords,
  remarksOf,
  repeatOptions,
  resultsOf,
  signOf,
  verdictText,
} from './report-words.ts';
import { shellScript } from './shell-script.ts';
import { comparisonLines } from './terminal-lists.ts';

const columns = 80;
const failuresInFull = 5;
const stepsAtEachEnd = 5;

export interface TerminalOptions {
  readonly colour: boolean;
  /** Shows every violation in full, each with its shell script. */
  readonly verbose: boolean;
}

/** The report as it is read on a terminal: 80 columns, except for the commands of scripts, which are one line each. */
export function terminalReport(report: Report, { colour, verbose }: TerminalOptions): string {
  const paint = colour ? ansiPaint : noPaint;
  const blocks = [
    verdictBlock(report, paint),
    ...(report.verdict === 'not-run'
      ? []
      : [
          ...failureBlocks(report, verbose, paint),
          fulfilledBlock(report, verbose, paint),
          remarkBlock(report, paint),
          ...(report.replayed ? [] : [behaviourBlock(report, paint)]),
        ]),
    notesBlock(report, paint),
    ...(resultsOf(report, 'fail').length === 0 ? [] : [lastBlock(report, paint)]),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** One violation in full with its script, for those who show failures one by one. */
export const failureText = (result: RequirementResult, target: string): string =>
  failureLines(result, { target, verbose: true, paint: noPaint }).join('\n');

function verdictBlock(report: Report, paint: Paint): readonly string[] {
  const [first = '', ...rest] = wrapped(verdictText(report), columns);
  const painted = verdictPaint(report, paint);
  if (report.verdict === 'not-run') return [paint.strong(painted(first)), ...rest.map(painted)];
  const facts = factsOf(report).map(({ label, value }) => `${label} ${value}`.replaceAll(' ', '\u00a0'));
  return [
    paint.strong(painted(first)),
    ...rest.map(painted),
    ...wrapped(facts.join(' · '), columns).map((line) => paint.faint(line.replaceAll('\u00a0', ' '))),
    ...(report.completeFor === undefined ? [] : wrapped(asSentence(report.completeFor), columns)),
  ];
}

function verdictPaint({ verdict, replayed }: Report, paint: Paint): (text: string) => string {
  if (verdict === 'conforms') return replayed ? (text) => text : paint.good;
  return verdict === 'violates' ? paint.bad : paint.open;
}

function failureBlocks(report: Report, verbose: boolean, paint: Paint): readonly (readonly string[])[] {
  const all = resultsOf(report, 'fail');
  const told = all.filter(({ counterexample }) => counterexample !== undefined);
  const inFull = verbose ? told : told.slice(0, failuresInFull);
  const rest = all.filter((result) => !inFull.includes(result));
  const short = rest.flatMap((result) => [
    paint.bad(`✗ ${result.id}`),
    ...inset(failureWords(result)?.diagnosis ?? result.title),
  ]);
  return [...inFull.map((result) => failureLines(result, { target: report.target, verbose, paint })), short];
}

interface FailureOptions {
  readonly target: string;
  readonly verbose: boolean;
  readonly paint: Paint;
}

function failureLines(result: RequirementResult, { target, verbose, paint }: FailureOptions): readonly string[] {
  const { id, level, clause, title, counterexample } = result;
  const head = paint.strong(paint.bad(padded(`✗ ${id}`, columns - level.length))) + paint.faint(level);
  const rule = inset(`Rule: ${title} (${clause})`, paint.faint);
  const words = failureWords(result);
  if (words === undefined || counterexample === undefined) return [head, ...rule];
  return [
    head,
    ...inset(words.diagnosis, paint.strong),
    ...words.marks.map((mark) => paint.open(`  ${mark}`)),
    ...rule,
    '',
    ...inset(words.operation),
    ...comparisonLines(words.comparison, columns - 2, paint).map((line) => `  ${line}`),
    '',
    ...stepLines(words, paint),
    ...inset(words.reproduction),
    ...(verbose ? ['', ...shellScript(counterexample, target).trimEnd().split('\n').map(paint.faint)] : []),
  ];
}

const inset = (text: string, colour: (line: string) => string = (line) => line): readonly string[] =>
  wrapped(printable(text), columns - 2).map((line) => `  ${colour(line)}`);

/** A line for each thing that was done; of many, the beginning and the end. */
function stepLines({ steps }: FailureWords, paint: Paint): readonly string[] {
  const width = String(steps.length).length;
  const lines = steps.map(({ isAct, atOnce, what, answer }, index) => {
    const said = `${atOnce ? '‖ ' : ''}${what}${answer === '' ? '' : ` → ${answer}`}`;
    const line = clipped(`${String(index + 1).padStart(width)} ${said}`, columns - 2);
    return `  ${isAct ? line : paint.faint(line)}`;
  });
  const leftOut = lines.length - 2 * stepsAtEachEnd;
  const more = paint.faint(`  ${' '.repeat(width)} … ${leftOut} more; a report file has them all`);
  return [
    '  Steps',
    ...(leftOut > 1 ? [...lines.slice(0, stepsAtEachEnd), more, ...lines.slice(-stepsAtEachEnd)] : lines),
    ...(steps.some(({ atOnce }) => atOnce) ? [paint.faint('  ‖ sent at once')] : []),
  ];
}

function fulfilledBlock(report: Report, verbose: boolean, paint: Paint): readonly string[] {
  const passed = resultsOf(report, 'pass');
  const [first] = passed;
  if (first === undefined) return [];
  const exercised = passed.map((result) => result.exercised);
  const [least, most] = [Math.min(...exercised), Math.max(...exercised)];
  const often = least === most ? `${least}` : `${least} to ${most}`;
  const sign = signOf(first, report);
  return [
    (sign === '✓' ? paint.good : paint.faint)(
      `${sign} ${passed.length} ${outcomeWords(report).pass}, ${passed.length === 1 ? '' : 'each '}tried ${often} times`,
    ),
    ...(verbose || report.replayed ? inset(passed.map(({ id }) => id).join(', '), paint.faint) : []),
  ];
}

const remarkSigns: Readonly<Partial<Record<Look, string>>> = { known: '✗', 'not-exercised': '?' };

function remarkBlock(report: Report, paint: Paint): readonly string[] {
  return remarksOf(report).flatMap(({ look, word, because, ids }) => [
    (look === 'not-applicable' ? paint.faint : paint.open)(`${remarkSigns[look] ?? '–'} ${ids.length} ${word}`),
    ...inset(ids.join(', ')),
    ...(because === '' ? [] : wrapped(because, columns - 4).map((line) => `    ${line}`)),
  ]);
}

function behaviourBlock(report: Report, paint: Paint): readonly string[] {
  const rows = behaviourRows(report);
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ axis }) => axis.length)) + 2;
  return [
    paint.strong('Behaviour found where the spec is silent'),
    ...rows.flatMap(({ axis, value = 'unknown' }) => {
      const colour = value === 'unknown' || value === 'other' ? paint.open : (same: string) => same;
      return wrapped(value, columns - width - 2).map(
        (line, index) => `  ${padded(index === 0 ? axis : '', width)}${colour(line)}`,
      );
    }),
  ];
}

function notesBlock(report: Report, paint: Paint): readonly string[] {
  const notes = notesOf(report);
  if (notes.length === 0) return [];
  return [
    paint.strong('Notes'),
    ...notes.flatMap((note) =>
      wrapped(note, columns - 4).map((line, index) => `${index === 0 ? '  • ' : '    '}${line}`),
    ),
  ];
}

/** Where the verdict has scrolled away. */
function lastBlock(report: Report, paint: Paint): readonly string[] {
  const again = report.replayed ? '' : ` Again: ${repeatOptions(report)}. These alone: --replay REPORT.json`;
  return wrapped(`${headline(report)}.${again}`, columns).map(verdictPaint(report, paint));
}
