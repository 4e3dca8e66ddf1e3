import type { Report, RequirementResult } from '../report/document.ts';
import { type AnswerWords, type CellWords, failureWords, type ListWords } from './failure-words.ts';
import { code, fenced, folded, table, text } from './markdown-text.ts';
import {
  asSentence,
  behaviourRows,
  factsOf,
  headline,
  type Look,
  lookOf,
  notesOf,
  outcomeWords,
  reasonOf,
  resultsOf,
  verdictSentence,
} from './report-words.ts';
import { shellScript } from './shell-script.ts';

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
export function failure(result: RequirementResult, target: string): readonly string[] {
  const { id, level, clause, title, counterexample } = result;
  const rule = `${text(title)} _(${level}; ${text(clause)})_`;
  const words = failureWords(result);
  if (words === undefined || counterexample === undefined) return [`## ❌ ${text(id)}`, rule];
  return [
    `## ❌ ${text(id)}`,
    [`**${text(words.diagnosis)}**`, ...words.marks.map((mark) => `(${text(mark)})`)].join(' '),
    rule,
    text(words.operation),
    text(words.comparison.subject),
    words.comparison.of === 'answer' ? answerTable(words.comparison) : listTable(words.comparison),
    text(words.reproduction),
    ...folded('Shell script', [fenced(shellScript(counterexample, target))]),
  ];
}

const answerTable = ({ expected, seen }: AnswerWords): string =>
  table(
    ['', ''],
    [
      ['expected', code(expected)],
      ['seen', code(seen)],
    ],
  );

const listTable = ({ columns, rows }: ListWords): string =>
  table(
    ['', ...columns.map(({ heading }) => text(heading))],
    rows.map((row) =>
      'leftOut' in row
        ? ['', `… ${row.leftOut} more`, '', '']
        : [
            String(row.place),
            ...row.cells.map((cell, column) => {
              if (cell !== undefined) return cellText(cell, column === 0);
              const { empty } = columns[column] ?? {};
              return row.place === 1 && empty !== undefined ? `_${empty}_` : '';
            }),
          ],
    ),
  );

function cellText({ mark, kind, name, meaning }: CellWords, isBefore: boolean): string {
  const said = isBefore || mark === 'same' ? '' : mark === 'free' ? `(${text(meaning)})` : `**${text(meaning)}**`;
  return [kind ?? '', code(name), said].filter((part) => part !== '').join(' ');
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
