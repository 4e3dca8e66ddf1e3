import type { RequirementResult } from '../report/document.ts';
import { failureOf } from '../writers/failure.ts';
import { type Cell, type Fold, type Page, type Row, section } from '../writers/page.ts';
import { counted, factsOf, outcomeText, shownOf, signOf, toneOf, verdictWords } from '../writers/report-words.ts';
import {
  type ComparedReport,
  couldDiffer,
  isAlike,
  judgedOf,
  type ReportComparison,
  type Standing,
} from './compare-reports.ts';

/** Several reports beside each other, to be read: what differs, and folded what is alike everywhere. */
export function comparisonPage(comparison: ReportComparison): Page {
  const { reports, requirements, behaviours } = comparison;
  const columns = reports.map(({ name, isIncomplete }, at) => ({
    id: `column-${at + 1}`,
    name,
    isApart: isIncomplete,
  }));
  const names = reports.map(({ name }) => name);
  const outcomes = requirements.map(({ id, level, title, standing, results }): ComparedRow => {
    const cells = results.map((result, column) => outcomeCell(result, anchorOf(id, column)));
    return { standing, row: { cells: [{ text: id, isCode: true, note: title }, ...cells], level } };
  });
  const values = behaviours.map(({ axis, values, default: usual, standing }): ComparedRow => {
    const said = values.map((value) => (value === usual ? `${value} (default)` : (value ?? 'unknown')));
    return { standing, row: { cells: [{ text: axis, isCode: true }, ...said] } };
  });
  const failures = requirements.flatMap(({ id, results }) =>
    columns.flatMap(({ id: column, name }, at) => {
      const [result, target = ''] = [results[at], reports[at]?.target];
      if (result?.counterexample === undefined) return [];
      return [failureOf(result, target, { anchor: anchorOf(id, at), of: { column, name } })];
    }),
  );
  const apart = reports.filter(({ isIncomplete }) => isIncomplete);
  return {
    title: `${names.join(', ')} compared`,
    about: 'Conversation Reset API',
    headline: `${reports.length} reports compared`,
    lead: [differenceSentence(comparison), ...apart.map(unfinishedSentence)],
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

/** In what they differ. */
function differenceSentence(comparison: ReportComparison): string {
  const differing = (rows: ReportComparison['requirements' | 'behaviours']) =>
    rows.filter(({ standing }) => standing === 'differs').length;
  const [outcomes, values] = [differing(comparison.requirements), differing(comparison.behaviours)];
  const said = [
    ...(outcomes === 0 ? [] : [counted(outcomes, 'requirement')]),
    ...(values === 0 ? [] : [values === 1 ? '1 axis' : `${values} axes`]),
  ];
  if (said.length > 0) return `They differ in ${said.join(' and ')}.`;
  if (!couldDiffer(comparison)) return 'They have measured nothing in common.';
  return isAlike(comparison) ? 'Nothing differs.' : 'Nothing that was measured differs.';
}

/** Why a run stands apart: it has not judged what it should have. */
const unfinishedSentence = ({ name, verdict, reason = 'for no reason that it gives' }: ComparedReport): string =>
  `${name} stands apart: ${verdict === 'not-run' ? 'nothing was judged' : 'incomplete'} (${reason}).`;

/** What each run was, and how much it judged. */
function runs(reports: readonly ComparedReport[], requirements: ReportComparison['requirements']): readonly Row[] {
  const facts = reports.map((report) => factsOf(report).filter(([label]) => label !== 'name'));
  const verdicts = reports.map(({ verdict, isIncomplete }): Cell => {
    return { text: verdictWords[verdict], tone: isIncomplete ? 'open' : undefined };
  });
  const judged = reports.map((_, column) => {
    const own = requirements.filter(({ results }) => judgedOf(results[column] ?? null) !== null);
    return `${own.length} of ${requirements.length}`;
  });
  const labels = facts[0]?.map(([label]) => label) ?? [];
  return [
    { cells: ['verdict', ...verdicts] },
    { cells: ['judged', ...judged] },
    ...labels.map((label, at) => ({ cells: [label, ...facts.map((column) => column[at]?.[1] ?? '')] })),
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

const folds = (first: string, names: readonly string[], rows: readonly ComparedRow[]): readonly Fold[] =>
  (Object.keys(standings) as Standing[]).flatMap((standing) => {
    const own = rows.filter((one) => one.standing === standing).map(({ row }) => row);
    if (own.length === 0) return [];
    const summary = `${own.length} ${standings[standing]}`;
    const blocks = [{ kind: 'table', head: [first, ...names], rows: own }] as const;
    return [{ kind: 'fold', summary, isOpen: standing !== 'alike', blocks }];
  });

/** The outcome of one requirement in one report; a violation leads to its reproduction. */
function outcomeCell(result: RequirementResult | null, anchor: string): Cell {
  if (result === null) return 'not in this report';
  const text = `${signOf(result)} ${outcomeText(result)}`;
  return { text, tone: toneOf(shownOf(result)), to: result.counterexample && anchor };
}
