import type { RequirementResult } from '../report/document.ts';
import { failureOf } from '../writers/failure.ts';
import { type Cell, type Fold, type Page, type Row, section } from '../writers/page.ts';
import { factsOf, shownOf, signOf, toneOf, verdictWords } from '../writers/report-words.ts';
import {
  type ComparedReport,
  judgedOf,
  type ReportComparison,
  resultText,
  type Standing,
  valueText,
} from './compare-reports.ts';
import { comparisonHeadline, differenceSentence, unfinishedText } from './compare-words.ts';

/** Several reports beside each other, to be read: what differs, and folded what is alike everywhere. */
export function comparisonPage(comparison: ReportComparison): Page {
  const { reports, requirements, behaviours } = comparison;
  const columns = reports.map(({ name, isIncomplete }) => ({ name, isApart: isIncomplete }));
  const names = reports.map(({ name }) => name);
  const outcomes = requirements.map(({ id, level, title, standing, results }): ComparedRow => {
    const cells = results.map((result, column) => outcomeCell(result, anchorOf(id, column)));
    return { standing, row: { cells: [{ text: id, isCode: true, note: title }, ...cells], level } };
  });
  const values = behaviours.map(({ axis, values, default: usual, standing }): ComparedRow => {
    const said = values.map((value) => ({ text: value === usual ? `${value} (default)` : valueText(value), value }));
    return { standing, row: { cells: [{ text: axis, isCode: true }, ...said] } };
  });
  const failures = requirements.flatMap(({ id, results }) =>
    reports.flatMap(({ target, name }, column) => {
      const result = results[column];
      return result?.counterexample === undefined ? [] : [failureOf(result, target, anchorOf(id, column), name)];
    }),
  );
  return {
    title: `${names.join(', ')} compared`,
    about: 'Conversation Reset API',
    headline: comparisonHeadline(comparison),
    lead: [
      differenceSentence(comparison),
      ...reports
        .filter(({ isIncomplete }) => isIncomplete)
        .map((report) => `${report.name} stands apart: ${unfinishedText(report)}.`),
    ],
    columns,
    blocks: [
      { kind: 'table', head: ['', ...names], rows: runs(reports, requirements) },
      ...section('Requirements', folds('requirement', names, outcomes)),
      ...section('Behaviour where the spec is silent', [
        { kind: 'text', text: 'None of it is right or wrong.' },
        ...folds('axis', names, values),
      ]),
      ...section('Violations', failures),
    ],
  };
}

const anchorOf = (id: string, column: number): string => `${id}-${column + 1}`;

/** What each run was, and how much it judged. */
function runs(reports: readonly ComparedReport[], requirements: ReportComparison['requirements']): readonly Row[] {
  const facts = reports.map((report) => factsOf(report).filter(({ label }) => label !== 'name'));
  const verdicts = reports.map(({ verdict, isIncomplete }): Cell => {
    return { text: verdictWords[verdict], tone: isIncomplete ? 'open' : undefined };
  });
  const judged = reports.map((_, column) => {
    const own = requirements.filter(({ results }) => judgedOf(results[column] ?? null) !== null);
    return `${own.length} of ${requirements.length}`;
  });
  const labels = facts[0]?.map(({ label }) => label) ?? [];
  return [
    { cells: ['verdict', ...verdicts] },
    { cells: ['judged', ...judged] },
    ...labels.map((label, at) => ({ cells: [label, ...facts.map((column) => column[at]?.value ?? '')] })),
  ];
}

interface ComparedRow {
  readonly standing: Standing;
  readonly row: Row;
}

const standings: Readonly<Record<Standing, string>> = {
  differs: 'not the same',
  'partly-measured': 'the same, but not measured everywhere',
  alike: 'alike everywhere',
};

/** All three, also without rows: a reader who hides a column moves rows from one to another. */
const folds = (first: string, names: readonly string[], rows: readonly ComparedRow[]): readonly Fold[] =>
  (Object.keys(standings) as Standing[]).map((standing) => {
    const own = rows.filter((one) => one.standing === standing).map(({ row }) => row);
    return {
      kind: 'fold',
      summary: `${own.length} ${standings[standing]}`,
      group: standing,
      isOpen: standing === 'differs',
      blocks: [{ kind: 'table', head: [first, ...names], rows: own }],
    };
  });

/** The outcome of one requirement in one report; a violation leads to its reproduction. */
function outcomeCell(result: RequirementResult | null, anchor: string): Cell {
  if (result === null) return { text: resultText(result), value: null };
  return {
    text: `${signOf(result)} ${resultText(result)}`,
    value: judgedOf(result),
    tone: toneOf(shownOf(result)),
    to: result.counterexample === undefined ? undefined : anchor,
  };
}
