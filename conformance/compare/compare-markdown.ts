import type { RequirementResult } from '../report/document.ts';
import { failure } from '../writers/markdown.ts';
import { code, folded, table, text } from '../writers/markdown-text.ts';
import { verdictWords } from '../writers/report-words.ts';
import type { ReportComparison } from './compare-reports.ts';
import { alikeWords, cellWords, columnFacts, comparisonSentence, failuresOf, valueWords } from './compare-words.ts';

/** The comparison as GitHub-flavoured Markdown: what differs, and behind a click what is alike and the reproductions. */
export function comparisonMarkdown(comparison: ReportComparison): string {
  const { reports, requirements, behaviours } = comparison;
  const head = (first: string) => [first, ...reports.map(({ name }) => text(name))];
  const facts = reports.map((report) => [
    { label: 'verdict', value: verdictWords[report.verdict] },
    ...columnFacts(report),
  ]);
  const runs = (facts[0] ?? []).map(({ label }, row) => [
    label,
    ...facts.map((column) => text(column[row]?.value ?? '')),
  ]);
  const outcome = (result: RequirementResult | null) => text(Object.values(cellWords(result)).join(' ').trim());
  const outcomes = (isAlike: boolean) =>
    requirements.filter((row) => row.isAlike === isAlike).map(({ id, results }) => [code(id), ...results.map(outcome)]);
  const values = (isAlike: boolean) =>
    behaviours
      .filter((row) => row.isAlike === isAlike)
      .map((row) => [text(row.axis), ...row.values.map((value) => text(valueWords(value, row)))]);
  const tables = (first: string, rowsOf: typeof outcomes): readonly string[] => {
    const [differing, alike] = [rowsOf(false), rowsOf(true)];
    return [
      ...(differing.length === 0 ? [] : [table(head(first), differing)]),
      ...(alike.length === 0 ? [] : folded(alikeWords(alike.length), [table(head(first), alike)])),
    ];
  };
  const failures = failuresOf(comparison).flatMap(({ result, report }) =>
    folded(`${result.id} of ${report.name}`, failure(result, report.target)),
  );
  return `${[
    '# Implementations compared',
    comparisonSentence(comparison),
    table(head(''), runs),
    '## Requirements',
    ...tables('requirement', outcomes),
    '## Behaviour where the spec is silent',
    ...tables('axis', values),
    ...(failures.length === 0 ? [] : ['## Violations', ...failures]),
  ].join('\n\n')}\n`;
}
