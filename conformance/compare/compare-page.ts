import type { RequirementResult } from '../report/document.ts';
import { didNotComeBack, notBack } from '../writers/failure-words.ts';
import { type Block, type Cell, type Failure, type Page, type Row, section } from '../writers/page.ts';
import { toneOfLook } from '../writers/report-page.ts';
import { counted, factsOf, lookOf, outcomeWords, signOf, verdictWords } from '../writers/report-words.ts';
import type { ComparedReport, ReportComparison } from './compare-reports.ts';

/** Several reports beside each other, to be read: what differs, and folded what is alike everywhere. */
export function comparisonPage(comparison: ReportComparison): Page {
  const { reports, requirements, behaviours } = comparison;
  const columns = reports.map(({ name }) => name);
  const outcomes = requirements.map(({ id, level, title, results, isAlike }) => {
    const cells = results.map((result, column) => outcomeCell(result, anchorOf(id, column)));
    return { isAlike, row: { cells: [{ text: id, isCode: true, note: title }, ...cells], level } };
  });
  const values = behaviours.map(({ axis, values, default: usual, isAlike }) => {
    const said = values.map((value) => (value === usual ? `${value} (default)` : (value ?? 'unknown')));
    return { isAlike, row: { cells: [{ text: axis, isCode: true }, ...said] } };
  });
  const failures = requirements.flatMap(({ id, results }) =>
    reports.flatMap(({ target, name }, column): readonly Failure[] => {
      const result = results[column];
      if (result?.counterexample === undefined) return [];
      return [{ kind: 'failure', ...{ result, target, id: anchorOf(id, column), of: name } }];
    }),
  );
  return {
    title: `${columns.join(', ')} compared`,
    about: 'Conversation Reset API',
    headline: `${reports.length} implementations compared`,
    tone: undefined,
    lead: [comparisonSentence(comparison)],
    ...{ facts: [], contents: [], squares: [], columns },
    blocks: [
      { kind: 'table', head: ['', ...columns], rows: runs(reports) },
      ...section('Requirements', tables('requirement', columns, outcomes)),
      ...section('Behaviour where the spec is silent', [
        { kind: 'text', text: 'None of it is right or wrong.' },
        ...tables('axis', columns, values),
      ]),
      ...section('Violations', failures),
    ],
  };
}

/** The whole in a sentence. */
export function comparisonSentence({ reports, requirements, behaviours }: ReportComparison): string {
  const differing = (rows: readonly { readonly isAlike: boolean }[]) => rows.filter(({ isAlike }) => !isAlike).length;
  const [outcomes, axes] = [differing(requirements), differing(behaviours)];
  if (outcomes + axes === 0) return `${reports.length} reports, which do not differ.`;
  return `${reports.length} reports, which differ in ${counted(outcomes, 'requirement')} and ${axes} ${axes === 1 ? 'axis' : 'axes'}.`;
}

const anchorOf = (id: string, column: number): string => `${id}-${column + 1}`;

/** What each run was; one that was not finished is no comparison of implementations. */
function runs(reports: readonly ComparedReport[]): readonly Row[] {
  const facts = reports.map((report) => factsOf(report).filter(({ label }) => label !== 'name'));
  const verdicts = reports.map(({ verdict, isIncomplete }): Cell => {
    return { text: verdictWords[verdict], ...(isIncomplete ? { tone: 'open' } : {}) };
  });
  const labels = facts[0]?.map(({ label }) => label) ?? [];
  return [
    { cells: ['verdict', ...verdicts] },
    ...labels.map((label, at) => ({ cells: [label, ...facts.map((column) => column[at]?.value ?? '')] })),
  ];
}

interface ComparedRow {
  readonly isAlike: boolean;
  readonly row: Row;
}

function tables(first: string, columns: readonly string[], rows: readonly ComparedRow[]): readonly Block[] {
  const table = (isAlike: boolean): Block & { readonly kind: 'table' } => ({
    kind: 'table',
    head: [first, ...columns],
    rows: rows.filter((one) => one.isAlike === isAlike).map(({ row }) => row),
  });
  const [differing, alike] = [table(false), table(true)];
  const summary = `${alike.rows.length} alike everywhere`;
  return [
    ...(differing.rows.length === 0 ? [] : [differing]),
    ...(alike.rows.length === 0 ? [] : [{ kind: 'fold', summary, brief: [], blocks: [alike] } as const]),
  ];
}

/** The outcome of one requirement in one report; a violation leads to its reproduction. */
function outcomeCell(result: RequirementResult | null, anchor: string): Cell {
  if (result === null) return 'not in this report';
  const { counterexample } = result;
  const doubt = counterexample !== undefined && didNotComeBack(counterexample) ? `, ${notBack}` : '';
  const look = lookOf(result);
  return {
    text: `${signOf(result, {})} ${outcomeWords({})[look]}${doubt}`,
    tone: toneOfLook[look],
    to: counterexample === undefined ? undefined : anchor,
  };
}
