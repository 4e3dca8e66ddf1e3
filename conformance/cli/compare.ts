import { orRefuse, print, Refusal } from '../../fixtures/command-line/output.ts';
import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { comparisonPage } from '../compare/compare-page.ts';
import { compareReports, couldDiffer, differing, rowsOf } from '../compare/compare-reports.ts';
import type { Report } from '../report/document.ts';
import { readReportFile } from '../report/read-report.ts';
import { endingProblem, pageEndings, writeAs } from '../report/write-report.ts';
import { isSameFile, refuseFor, show, writeFiles } from './write-files.ts';

const compareHelp = `Usage: conversation-reset-conformance compare REPORT.json REPORT.json... [options]

Puts the JSON reports of several runs side by side: which requirements each
implementation fulfils, and what each does where the spec is silent.

  --report FILE      again and again for several; the ending chooses the form:
                     .html, .md, .json
  --fail-on-change   exit with 1 where two reports differ in an outcome,
                     fulfilled or violated, or in the value of an axis

What one of the runs did not measure is named, and is no change: because it was
incomplete, was limited by --only or --budget, or could not find it out. Reports
that have measured nothing in common cannot be compared with --fail-on-change.

Exit codes
  0 compared    1 a change, with --fail-on-change
  2 bad options, a report that cannot be read or a file that cannot be written
`;

/** `compare` with the arguments that follow it; resolves to the exit code. Throws `Refusal`. */
export async function runCompare(args: readonly string[]): Promise<number> {
  const { positionals: files, all, values } = readArguments(args, compareHelp);
  if ('help' in values) return (await print(compareHelp)) ? 0 : 2;
  const { report: outputs = [] } = all;
  const both = outputs.find((path) => files.some((file) => isSameFile(file, path)));
  refuseFor(
    files.length < 2 && 'compare needs two JSON reports at least, as in: compare a.json b.json --report compare.html',
    both && `${both} is compared, so nothing can be written to it.`,
    ...outputs.map((path) => endingProblem(path, pageEndings)),
  );
  const comparison = compareReports(files.map(readCompared));
  const written = { data: comparison, page: comparisonPage(comparison) };
  if (!(await show(written.page))) throw new Refusal('The output could not be written.');
  if (!(await writeFiles(outputs, (path) => writeAs(path, written)))) return 2;
  if (!('fail-on-change' in values)) return 0;
  if (!couldDiffer(comparison)) throw new Refusal('The reports have measured nothing in common.');
  return differing(rowsOf(comparison)).length > 0 ? 1 : 0;
}

function readCompared(file: string): Report {
  const report = orRefuse(readReportFile(file));
  if (!report.replayed) return report;
  throw new Refusal(`${file} is of a run that only repeated violations; compare takes reports of whole runs.`);
}
