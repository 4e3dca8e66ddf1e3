import type { Counterexample, ListComparison, Report, RequirementResult } from '../report/document.ts';
import { type Cell, listDiff, type Mark, shownRows } from './list-diff.ts';
import { code, fenced, folded, table, text } from './markdown-text.ts';
import {
  alsoViolated,
  asSentence,
  behaviourRows,
  didNotComeBack,
  emptyWords,
  expectedHeading,
  factsOf,
  headline,
  type Look,
  lookOf,
  meaningOf,
  notBack,
  notesOf,
  outcomeWords,
  reasonOf,
  reproduction,
  resultsOf,
  verdictSentence,
} from './report-words.ts';
import { shellScript } from './shell-script.ts';
import { entryName, type ShortNames, shortNames } from './short-names.ts';

/** The report as a CI system shows it under a job: GitHub-flavoured Markdown. */
export function markdownReport(report: Report): string {
  const { verdict, target, replayed, completeFor } = report;
  const notes = notesOf(report);
  return `${[
    `# ${replayed && verdict === 'conforms' ? '☑️' : verdictSigns[verdict]} ${text(headline(report))}`,
    text(verdictSentence(report)),
    factsOf(report)
      .map(({ label, value }) => `${label} ${code(value)}`)
      .join(' · '),
    ...(completeFor === undefined ? [] : [text(asSentence(completeFor))]),
    ...resultsOf(report, 'fail').flatMap((result) => failure(result, target)),
    ...requirementTable(report),
    ...behaviourTable(report),
    ...(notes.length > 0 ? ['## Notes', notes.map((note) => `- ${text(note)}`).join('\n')] : []),
  ].join('\n\n')}\n`;
}

const verdictSigns: Readonly<Record<Report['verdict'], string>> = {
  conforms: '✅',
  violates: '❌',
  incomplete: '⚠️',
  'not-run': '⚠️',
};

/** One violation: diagnosis, operation, comparison, and the script behind a click. */
export function failure({ id, level, clause, title, counterexample }: RequirementResult, target: string) {
  const head = [`## ❌ ${text(id)}`];
  const rule = `${text(title)} _(${level}; ${text(clause)})_`;
  if (counterexample === undefined) return [...head, rule];
  const names = shortNames(counterexample);
  return [
    ...head,
    `**${text(names(counterexample.diagnosis))}**${didNotComeBack(counterexample) ? ` (${notBack})` : ''}`,
    rule,
    text(names(counterexample.operation)),
    ...comparisonBlocks(counterexample, names),
    text(reproduction(counterexample)),
    ...(counterexample.also.length === 0 ? [] : [text(alsoViolated(counterexample))]),
    ...folded('Everything that was done, as a shell script', [fenced(shellScript(counterexample, target))]),
  ];
}

function comparisonBlocks({ comparison, scenario }: Counterexample, names: ShortNames): readonly string[] {
  if (comparison.of === 'answer') {
    const rows = (['expected', 'seen'] as const).map((key) => [key, code(names(comparison[key]))]);
    return [text(names(comparison.subject)), table(['', ''], rows)];
  }
  const diff = listDiff(comparison, scenario);
  const write = ({ text: entry, mark }: Cell, isBefore: boolean): string => {
    const { kind = '', name } = comparison.of === 'list' ? entryName(entry) : { name: entry };
    return [kind, code(names(name)), isBefore ? '' : markWords(mark, comparison)]
      .filter((part) => part !== '')
      .join(' ');
  };
  const rows = shownRows(diff).map((shown, index) => {
    if ('leftOut' in shown) return ['', `… ${shown.leftOut} more`, '', ''];
    const cells = [diff.before, diff.expected, diff.seen].map((list) => {
      const cell = list[shown.row];
      if (cell !== undefined) return write(cell, list === diff.before);
      return index === 0 && list.length === 0 ? `_${emptyWords[comparison.of]}_` : '';
    });
    return [`${shown.row + 1}`, ...cells];
  });
  return [text(names(comparison.subject)), table(['', 'before', text(expectedHeading(comparison)), 'seen'], rows)];
}

function markWords(mark: Mark, comparison: ListComparison): string {
  if (mark === 'same') return '';
  const meaning = text(meaningOf(mark, comparison));
  return mark === 'free' ? `(${meaning})` : `**${meaning}**`;
}

function requirementTable(report: Report): readonly string[] {
  if (report.requirements.length === 0 || report.verdict === 'not-run') return [];
  const words = outcomeWords(report);
  const rows = report.requirements.map((result) => [
    report.replayed && result.outcome === 'pass' ? '➖' : outcomeSigns[lookOf(result)],
    code(result.id),
    text(result.title),
    result.level,
    String(result.exercised),
    [words[lookOf(result)], text(reasonOf(result) ?? '')].filter((part) => part !== '').join(': '),
  ]);
  const head = ['', 'requirement', 'what holds', 'level', 'tried', 'outcome'];
  return folded(report.replayed ? 'Repeated' : 'Requirements', [table(head, rows)]);
}

export const outcomeSigns: Readonly<Record<Look, string>> = {
  pass: '✅',
  fail: '❌',
  known: '☑️',
  'not-exercised': '⚠️',
  'not-applicable': '➖',
};

function behaviourTable(report: Report): readonly string[] {
  const rows = behaviourRows(report);
  if (rows.length === 0 || report.replayed) return [];
  const cells = rows.map(({ axis, value, evidence }) => [
    text(axis),
    value === undefined ? 'unknown' : code(value),
    text(evidence),
  ]);
  return folded('Behaviour found where the spec is silent', [table(['axis', 'value', 'seen'], cells)]);
}
