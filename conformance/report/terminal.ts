import type { Report, RequirementResult } from '../report.ts';
import { padded, wrapped } from './columns.ts';
import { consistencySentence } from './consistency-text.ts';
import { ansiPaint, noPaint, type Paint } from './paint.ts';
import { printable } from './printable.ts';
import { shortNames } from './short-names.ts';
import { storyText } from './story-text.ts';
import {
  axisLines,
  counted,
  outcomeWords,
  repeatOptions,
  seconds,
  statusLines,
  tally,
  verdictText,
} from './summary.ts';

const columns = 80;
const storiesInFull = 5;

/** The report as it is read on a terminal: 80 columns, the verdict last. */
export function terminalReport(report: Report, { colour }: { readonly colour: boolean }): string {
  const paint = colour ? ansiPaint : noPaint;
  const judged = [
    heading(report, paint),
    ...stories(report, paint),
    requirementBlock(report, paint),
    ...(report.replayed ? [] : [behaviourBlock(report, paint)]),
    consistencyBlock(report, paint),
  ];
  const blocks = [
    ...(report.verdict === 'not-run' ? [] : judged),
    notesBlock(report, paint),
    verdictBlock(report, paint),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** The story of one requirement of a run on this target, for those who show failures one by one. */
export function failureText(result: RequirementResult, target: string): string {
  return [...storyHead(result, noPaint), ...storyText(result, target, columns, noPaint, 'whole')].join('\n');
}

function heading(report: Report, paint: Paint): readonly string[] {
  const { target, seed, budget, requests, observedResets, durationMs, replayed } = report;
  const [of, facts] = replayed
    ? ['Violations repeated on', `${counted(requests, 'request')}, ${seconds(durationMs)}`]
    : [
        'Conformance of',
        `seed ${seed}, budget ${budget}: ${counted(requests, 'request')}, ` +
          `${counted(observedResets, 'reset')} seen to work, ${seconds(durationMs)}`,
      ];
  return [
    ...wrapped(`${of} ${printable(target)}`, columns).map(paint.strong),
    ...wrapped(facts, columns).map(paint.faint),
  ];
}

function stories(report: Report, paint: Paint): readonly (readonly string[])[] {
  return tally(report).failed.map((result, index) => {
    const { counterexample } = result;
    if (index < storiesInFull || counterexample === undefined) {
      return [...storyHead(result, paint), ...storyText(result, report.target, columns, paint)];
    }
    return [
      ...storyHead(result, paint),
      ...wrapped(shortSummary(result), columns).map(paint.strong),
      ...wrapped(`--only ${result.id} tells the story here; a report file has it too.`, columns).map(paint.faint),
    ];
  });
}

function storyHead({ id, level, clause, title }: RequirementResult, paint: Paint): readonly string[] {
  return [
    paint.bad('─'.repeat(columns)),
    `${paint.strong(paint.bad(padded(`✗ ${id}`, columns - level.length)))}${paint.faint(level)}`,
    ...wrapped(`Rule:   ${title}`, columns).map(paint.faint),
    ...wrapped(`Clause: ${clause}`, columns).map(paint.faint),
    '',
  ];
}

function requirementBlock(report: Report, paint: Paint): readonly string[] {
  const { passed, failed, knownFailures, notExercised, notApplicable } = tally(report);
  const words = outcomeWords(report);
  return [
    ...(report.requirements.length > 0 ? [paint.strong(report.replayed ? 'Repeated' : 'Requirements')] : []),
    ...counts(passed),
    ...each('✗', words.fail, failed, shortSummary, paint.bad),
    ...each('✗', `${words.fail} as expected`, knownFailures, ({ known = '' }) => known, paint.open),
    ...each('?', words['not-exercised'], notExercised, ({ because = '' }) => because, paint.open),
    ...each('–', words['not-applicable'], notApplicable, ({ because = '' }) => because, paint.faint),
  ];

  function counts(results: readonly RequirementResult[]): readonly string[] {
    if (results.length === 0) return [];
    const exercised = results.map((result) => result.exercised);
    const [least, most] = [Math.min(...exercised), Math.max(...exercised)];
    const range = least === most ? `${least}` : `${least} to ${most}`;
    return [
      paint.good(`  ✓ ${results.length} ${words.pass}, ${results.length === 1 ? '' : 'each '}tried ${range} times`),
      ...wrapped(results.map(({ id }) => id).join(', '), columns - 4).map((line) => paint.faint(`    ${line}`)),
    ];
  }
}

const shortSummary = ({ counterexample }: RequirementResult): string =>
  counterexample === undefined ? '' : shortNames(counterexample).text(counterexample.summary);

/** The results that need a word; those with the same word stand together. */
function each(
  sign: string,
  heading: string,
  results: readonly RequirementResult[],
  word: (result: RequirementResult) => string,
  colour: (text: string) => string,
): readonly string[] {
  if (results.length === 0) return [];
  const words = [...new Set(results.map(word))];
  return [
    colour(`  ${sign} ${results.length} ${heading}`),
    ...words.flatMap((said) => [
      ...wrapped(
        results
          .filter((result) => word(result) === said)
          .map(({ id }) => id)
          .join(', '),
        columns - 4,
      ).map((line) => `    ${line}`),
      ...wrapped(printable(said), columns - 6).map((line) => `      ${line}`),
    ]),
  ];
}

function behaviourBlock(report: Report, paint: Paint): readonly string[] {
  const axes = axisLines(report);
  const statuses = statusLines(report).map(([name, status]) => `${name}\u00a0${status}`);
  const unknown = report.behaviourUnknown;
  if (axes.length + statuses.length + unknown.length === 0) return [];
  const width = Math.max(...axes.map(({ axis }) => axis.length), 'statuses'.length) + 2;
  const entry = (name: string, text: string, colour: (line: string) => string): readonly string[] =>
    wrapped(text, columns - width - 2).map(
      (line, index) => `  ${padded(index === 0 ? name : '', width)}${colour(line.replaceAll('\u00a0', ' '))}`,
    );
  const same = (text: string) => text;
  return [
    paint.strong('Behaviour found where the spec is silent'),
    ...axes.flatMap(({ axis, value }) => entry(axis, value, value === 'other' ? paint.open : same)),
    ...(statuses.length > 0 ? entry('statuses', statuses.join(', '), same) : []),
    ...(unknown.length > 0 ? entry('unknown', unknown.join(', '), paint.open) : []),
  ];
}

function consistencyBlock({ consistency }: Report, paint: Paint): readonly string[] {
  const sentence = consistencySentence(consistency);
  if (sentence === undefined) return [];
  return [
    paint.strong('Parallel requests'),
    ...wrapped(printable(sentence), columns - 2).map((line) => `  ${line}`),
    ...(consistency?.example?.timeline ?? []).flatMap((line) =>
      wrapped(printable(line), columns - 4).map((part) => `    ${part}`),
    ),
  ];
}

function notesBlock({ notes }: Report, paint: Paint): readonly string[] {
  if (notes.length === 0) return [];
  return [
    paint.strong('Notes'),
    ...notes.flatMap((note) =>
      wrapped(printable(note), columns - 4).map((line, index) => `${index === 0 ? '  • ' : '    '}${line}`),
    ),
  ];
}

function verdictBlock(report: Report, paint: Paint): readonly string[] {
  const { verdict, replayed } = report;
  const plain = (text: string) => text;
  const good = replayed ? plain : paint.good;
  const colour = { conforms: good, violates: paint.bad, incomplete: paint.open, 'not-run': paint.open }[verdict];
  const [first = '', ...rest] = wrapped(verdictText(report), columns);
  return [
    paint.strong(colour(first)),
    ...rest.map(colour),
    ...(tally(report).failed.length > 0 && !report.replayed
      ? [paint.faint(`Again: ${repeatOptions(report)}. These violations alone: --replay REPORT.json`)]
      : []),
  ];
}
