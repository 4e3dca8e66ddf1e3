import type { RequirementResult } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { didNotComeBack, notBack } from '../writers/failure-words.ts';
import { counted, dateOf, type Fact, lookOf, outcomeWords, seconds, signOf } from '../writers/report-words.ts';
import type { ComparedAxis, ComparedReport, ReportComparison } from './compare-reports.ts';

const words = outcomeWords({});

/** The whole in a sentence. */
export function comparisonSentence({ reports, requirements, behaviours }: ReportComparison): string {
  const differing = (rows: readonly { readonly isAlike: boolean }[]) => rows.filter(({ isAlike }) => !isAlike).length;
  const [outcomes, axes] = [differing(requirements), differing(behaviours)];
  if (outcomes + axes === 0) return `${reports.length} reports, which do not differ.`;
  return `${reports.length} reports, which differ in ${counted(outcomes, 'requirement')} and ${axes} ${axes === 1 ? 'axis' : 'axes'}.`;
}

export const alikeWords = (count: number): string => `${count} alike everywhere`;

/** The outcome of one requirement in one report, and its sign. */
export function cellWords(result: RequirementResult | null): { readonly sign: string; readonly word: string } {
  if (result === null) return { sign: '', word: 'not in this report' };
  const doubt = result.counterexample !== undefined && didNotComeBack(result.counterexample) ? `, ${notBack}` : '';
  return { sign: signOf(result, {}), word: `${words[lookOf(result)]}${doubt}` };
}

/** What stands at the head of a column, besides name and verdict. */
export function columnFacts(report: ComparedReport): readonly Fact[] {
  const { target, suite, seed, budget, requests, durationMs } = report;
  return [
    { label: 'target', value: printable(target) },
    { label: 'date', value: dateOf(report) },
    { label: 'suite', value: printable(suite) },
    { label: 'seed', value: String(seed) },
    { label: 'budget', value: budget },
    { label: 'sent', value: counted(requests, 'request') },
    { label: 'took', value: seconds(durationMs) },
  ];
}

/** A value of an axis. The default is marked, and no better than the others. */
export const valueWords = (value: string | null, { default: usual }: ComparedAxis): string =>
  value === null ? 'unknown' : value === usual ? `${value} (default)` : value;

export interface ComparedFailure {
  readonly result: RequirementResult;
  readonly report: ComparedReport;
  /** The id of its article in a page. */
  readonly anchor: string;
}

/** Every violation with a reproduction, requirement by requirement. */
export const failuresOf = ({ reports, requirements }: ReportComparison): readonly ComparedFailure[] =>
  requirements.flatMap(({ id, results }) =>
    reports.flatMap((report, column) => {
      const result = results[column];
      return result?.counterexample === undefined ? [] : [{ result, report, anchor: `${id}-${column + 1}` }];
    }),
  );
