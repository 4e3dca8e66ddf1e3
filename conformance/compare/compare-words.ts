import type { RequirementResult } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { wrapped } from '../writers/columns.ts';
import { outcomeText } from '../writers/report-words.ts';
import { type ComparedReport, couldDiffer, judgedOf, type ReportComparison } from './compare-reports.ts';

// The words of a comparison, which are the same on a terminal and on a page.

/** What a requirement is in one report. */
export const resultText = (result: RequirementResult | null): string =>
  result === null ? 'not in this report' : outcomeText(result);

/** The value of an axis in one report. */
export const valueText = (value: string | null): string => value ?? 'unknown';

/** Why a run stands apart: it has not judged what it should have. */
export const unfinishedText = ({ verdict, reason = 'for no reason that it gives' }: ComparedReport): string =>
  `${verdict === 'not-run' ? 'nothing was judged' : 'incomplete'} (${printable(reason)})`;

/** What is not the same, a line for each; then what was not measured everywhere, which is no change. */
export function comparisonText(comparison: ReportComparison): string {
  const { reports, requirements, behaviours } = comparison;
  const rows = [
    ...requirements.map(({ id, standing, results }) => ({ id, standing, said: results.map(resultText) })),
    ...behaviours.map(({ axis, standing, values }) => ({ id: axis, standing, said: values.map(valueText) })),
  ].filter(({ standing }) => standing === 'differs');
  const lines = rows.map(({ id, said }) => {
    const parts = [...new Set(said)].map((text) => {
      const names = reports.filter((_, column) => said[column] === text).map(({ name }) => name);
      return `${text} (${names.join(', ')})`;
    });
    return `${id}: ${parts.join('; ')}`;
  });
  const unmeasured = reports.flatMap((report, column) => unmeasuredLines(comparison, report, column));
  const apart = unmeasured.length === 0 ? [] : ['Not measured everywhere, and no change:', ...indented(unmeasured)];
  const first = `${comparisonHeadline(comparison)}. ${differenceSentence(comparison)}`;
  return `${[first, ...indented(lines), ...apart].join('\n')}\n`;
}

const indented = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => wrapped(printable(line), 76).map((part, at) => `${at === 0 ? '  ' : '    '}${part}`));

/** Without a full stop. */
export const comparisonHeadline = ({ reports }: ReportComparison): string => `${reports.length} reports compared`;

/** In what they differ, in a sentence. */
export function differenceSentence(comparison: ReportComparison): string {
  const { requirements, behaviours } = comparison;
  const differing = (rows: typeof requirements | typeof behaviours) =>
    rows.filter(({ standing }) => standing === 'differs').length;
  const counts = [
    { count: differing(requirements), what: 'requirement', whats: 'requirements' },
    { count: differing(behaviours), what: 'axis', whats: 'axes' },
  ].filter(({ count }) => count > 0);
  const said = counts.map(({ count, what, whats }) => `${count} ${count === 1 ? what : whats}`).join(' and ');
  if (said !== '') return `They differ in ${said}.`;
  if (!couldDiffer(comparison)) return 'They have measured nothing in common.';
  const isWhole = [...requirements, ...behaviours].every(({ standing }) => standing === 'alike');
  return isWhole ? 'Nothing differs.' : 'Nothing that was measured differs.';
}

const mostNamed = 6;

/** What one report does not say, under the words that it has for that. */
function unmeasuredLines(
  { requirements, behaviours }: ReportComparison,
  report: ComparedReport,
  column: number,
): readonly string[] {
  const missing = [
    ...requirements
      .map(({ id, results }) => ({ id, result: results[column] ?? null }))
      .flatMap(({ id, result }) => (judgedOf(result) === null ? [{ id, text: resultText(result) }] : [])),
    ...behaviours.flatMap(({ axis, values }) => (values[column] === null ? [{ id: axis, text: valueText(null) }] : [])),
  ];
  const parts = [...new Set(missing.map(({ text }) => text))].map((text) => {
    const ids = missing.filter((one) => one.text === text).map(({ id }) => id);
    const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
    return `${text}: ${ids.slice(0, mostNamed).join(', ')}${more}`;
  });
  const all = [...(report.isIncomplete ? [unfinishedText(report)] : []), ...parts];
  return all.length === 0 ? [] : [`${report.name}: ${all.join('; ')}`];
}
