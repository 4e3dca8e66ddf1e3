import { printable } from '../report/printable.ts';
import { indented } from '../writers/columns.ts';
import { type ComparedReport, couldDiffer, type ReportComparison, rowsOf } from './compare-reports.ts';

// The words of a comparison, which are the same on a terminal and on a page.

/** Why a run stands apart: it has not judged what it should have. */
export const unfinishedText = ({ verdict, reason = 'for no reason that it gives' }: ComparedReport): string =>
  `${verdict === 'not-run' ? 'nothing was judged' : 'incomplete'} (${printable(reason)})`;

/** What is not the same, a line for each; then what was not measured everywhere, which is no change. */
export function comparisonText(comparison: ReportComparison): string {
  const { reports } = comparison;
  const rows = rowsOf(comparison);
  const differing = rows.filter(({ standing }) => standing === 'differs');
  const lines = differing.map(({ id, said }) => {
    const columns = reports.map(({ name }, column) => [said[column], name] as const);
    const parts = grouped(columns).map(([text, names]) => `${text} (${names.join(', ')})`);
    return `${id}: ${parts.join('; ')}`;
  });
  const unmeasured = reports.flatMap((report, column) => {
    const missing = rows.filter(({ values }) => values[column] === null);
    const parts = grouped(missing.map(({ id, said }) => [said[column], id])).map(([text, ids]) => {
      const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
      return `${text}: ${ids.slice(0, mostNamed).join(', ')}${more}`;
    });
    const all = [...(report.isIncomplete ? [unfinishedText(report)] : []), ...parts];
    return all.length === 0 ? [] : [`${report.name}: ${all.join('; ')}`];
  });
  const apart = unmeasured.length === 0 ? [] : ['Not measured everywhere, and no change:', ...inset(unmeasured)];
  const first = `${comparisonHeadline(comparison)}. ${differenceSentence(comparison)}`;
  return `${[first, ...inset(lines), ...apart].join('\n')}\n`;
}

const mostNamed = 6;

/** What goes under each text. */
function grouped(pairs: readonly (readonly [text: string | undefined, name: string])[]) {
  const texts = [...new Set(pairs.map(([text]) => text))];
  return texts.map((text) => [text, pairs.filter((one) => one[0] === text).map(([, name]) => name)] as const);
}

const inset = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => indented(printable(line), 2, 4));

/** Without a full stop. */
export const comparisonHeadline = ({ reports }: ReportComparison): string => `${reports.length} reports compared`;

/** In what they differ, in a sentence. */
export function differenceSentence(comparison: ReportComparison): string {
  const differing = (rows: ReportComparison['requirements' | 'behaviours']) =>
    rows.filter(({ standing }) => standing === 'differs').length;
  const [outcomes, values] = [differing(comparison.requirements), differing(comparison.behaviours)];
  const said = [
    ...(outcomes === 0 ? [] : [`${outcomes} ${outcomes === 1 ? 'requirement' : 'requirements'}`]),
    ...(values === 0 ? [] : [`${values} ${values === 1 ? 'axis' : 'axes'}`]),
  ];
  if (said.length > 0) return `They differ in ${said.join(' and ')}.`;
  if (!couldDiffer(comparison)) return 'They have measured nothing in common.';
  const isWhole = rowsOf(comparison).every(({ standing }) => standing === 'alike');
  return isWhole ? 'Nothing differs.' : 'Nothing that was measured differs.';
}
