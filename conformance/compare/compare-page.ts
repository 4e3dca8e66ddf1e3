import type { RequirementResult } from '../report/document.ts';
import { failureOf } from '../writers/failure.ts';
import { type Cell, type Page, type Row, type Section, section, table, text } from '../writers/page.ts';
import { counted, factsOf, outcomeText, saidOf, verdictWords } from '../writers/report-words.ts';
import {
  type ComparedAxis,
  type ComparedReport,
  type ComparedRequirement,
  type ComparedRow,
  couldDiffer,
  differing,
  type ReportComparison,
  rowsOf,
  type Standing,
} from './compare-reports.ts';

/** Several reports beside each other, to be read: what differs, and folded what is alike everywhere. */
export function comparisonPage(comparison: ReportComparison): Page {
  const { reports, requirements, behaviours } = comparison;
  const columns = reports.map(({ name, isIncomplete: isApart }, at) => ({ id: `column-${at + 1}`, name, isApart }));
  const names = reports.map(({ name }) => name);
  const outcomeRow = ({ id, level, title, results }: ComparedRequirement): Row => {
    const cells = results.map((result, column) => outcomeCell(result, anchorOf(id, column)));
    return { cells: [{ text: id, isCode: true, note: title }, ...cells], level };
  };
  const axisRow = ({ id, values, default: usual }: ComparedAxis): Row => {
    const said = values.map((value) => (value === usual ? `${value} (default)` : (value ?? 'unknown')));
    return { cells: [{ text: id, isCode: true }, ...said] };
  };
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
      ...section('Requirements', folds(['requirement', ...names], requirements, outcomeRow)),
      ...section('Behaviour where the spec is silent', [
        text('None of it is right or wrong.'),
        ...folds(['axis', ...names], behaviours, axisRow),
      ]),
      ...section('Violations', failures),
    ],
  };
}

const anchorOf = (id: string, column: number): string => `${id}-${column + 1}`;

/** In what they differ. */
function differenceSentence(comparison: ReportComparison): string {
  const [outcomes, values] = [differing(comparison.requirements).length, differing(comparison.behaviours).length];
  const said = [
    ...(outcomes === 0 ? [] : [counted(outcomes, 'requirement')]),
    ...(values === 0 ? [] : [values === 1 ? '1 axis' : `${values} axes`]),
  ];
  if (said.length > 0) return `They differ in ${said.join(' and ')}.`;
  if (!couldDiffer(comparison)) return 'They have measured nothing in common.';
  const isWhole = rowsOf(comparison).every(({ standing }) => standing === 'alike');
  return isWhole ? 'Nothing differs.' : 'Nothing that was measured differs.';
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
    return `${requirements.filter(({ values }) => values[column] !== null).length} of ${requirements.length}`;
  });
  const labels = facts[0]?.map(([label]) => label) ?? [];
  return [
    { cells: ['verdict', ...verdicts] },
    { cells: ['judged', ...judged] },
    ...labels.map((label, at) => ({ cells: [label, ...facts.map((column) => column[at]?.[1] ?? '')] })),
  ];
}

const standings: Readonly<Record<Standing, string>> = {
  differs: 'not the same',
  'partly-measured': 'the same, but not measured everywhere',
  alike: 'alike everywhere',
};

function folds<One extends ComparedRow>(head: readonly string[], rows: readonly One[], rowOf: (one: One) => Row) {
  return (Object.keys(standings) as Standing[]).flatMap((standing): readonly Section[] => {
    const own = rows.filter((one) => one.standing === standing).map(rowOf);
    const title = `${own.length} ${standings[standing]}`;
    const fold = standing === 'alike' ? 'shut' : 'open';
    return own.length === 0 ? [] : [{ kind: 'section', title, fold, blocks: table(head, own) }];
  });
}

/** The outcome of one requirement in one report; a violation leads to its reproduction. */
function outcomeCell(result: RequirementResult | null, anchor: string): Cell {
  if (result === null) return 'not in this report';
  const { sign, tone } = saidOf(result);
  return { text: `${sign} ${outcomeText(result)}`, tone, to: result.counterexample && anchor };
}
