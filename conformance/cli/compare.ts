import { accept, type Result, refuse } from '../../core/result.ts';
import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { comparisonPage } from '../compare/compare-page.ts';
import { changesIn, compareReports, couldDiffer } from '../compare/compare-reports.ts';
import { comparisonText } from '../compare/compare-words.ts';
import { readReportFile } from '../reading/read-report.ts';
import type { Report } from '../report/document.ts';
import { endingProblem, pageEndings, writeAs } from '../report/write-report.ts';
import { print, refused } from './output.ts';
import { writeFiles } from './write-files.ts';

const compareHelp = `Usage: conversation-reset-conformance compare REPORT.json REPORT.json... [options]

Puts the JSON reports of several runs side by side: which requirements each
implementation fulfils, and what each does where the spec is silent.

  --report FILE      again and again for several; the ending chooses the form:
                     .html, .md, .json
  --fail-on-change   exit with 1 where two reports differ in an outcome,
                     fulfilled or violated, or in the value of an axis

What one of the runs did not measure is named, and is no change: because it was
incomplete, was limited by --only or --budget, or could not tell. Reports that
have measured nothing in common cannot be compared with --fail-on-change.

Exit codes
  0 compared    1 a change, with --fail-on-change
  2 bad options, a report that cannot be read or a file that cannot be written
`;

/**
 * `compare` with the arguments that follow it; resolves to the exit code. Of two reports of which one judged nothing,
 * `--fail-on-change` does not say that nothing has changed.
 */
export async function runCompare(args: readonly string[]): Promise<number> {
  const options = parseCompare(args);
  if (!options.ok) return refused(options.refusal);
  const { help, files, outputs, failOnChange } = options.value;
  if (help) return (await print(compareHelp)) ? 0 : 2;
  const reports = readAll(files);
  if (!reports.ok) return refused(reports.refusal);
  const comparison = compareReports(reports.value);
  if (!(await print(comparisonText(comparison)))) return refused('The output could not be written.');
  const written = { data: comparison, page: comparisonPage(comparison) };
  if (!(await writeFiles(outputs, (path) => writeAs(path, written)))) return 2;
  if (failOnChange && !couldDiffer(comparison)) return refused('The reports have measured nothing in common.');
  return failOnChange && changesIn(comparison) > 0 ? 1 : 0;
}

interface CompareOptions {
  readonly help: boolean;
  readonly files: readonly string[];
  readonly outputs: readonly string[];
  readonly failOnChange: boolean;
}

function parseCompare(args: readonly string[]): Result<CompareOptions, string> {
  const given = readArguments(args, { report: 'compare.html', 'fail-on-change': null, help: null });
  if (!given.ok) return given;
  const { positionals: files, options, values } = given.value;
  const outputs = options.filter(([name]) => name === 'report').map(([, path]) => path);
  const help = values.help !== undefined;
  if (files.length < 2 && !help) {
    return refuse('compare needs two JSON reports at least, as in: compare a.json b.json --report compare.html');
  }
  for (const path of outputs) {
    const problem = endingProblem(path, pageEndings);
    if (problem !== undefined) return refuse(problem);
    if (files.includes(path)) return refuse(`${path} is compared, so nothing can be written to it.`);
  }
  return accept({ help, files, outputs, failOnChange: values['fail-on-change'] !== undefined });
}

function readAll(files: readonly string[]): Result<readonly Report[], string> {
  const reports: Report[] = [];
  for (const file of files) {
    const report = readReportFile(file);
    if (!report.ok) return report;
    if (report.value.replayed) {
      return refuse(`${file} is of a run that only repeated violations; compare takes reports of whole runs.`);
    }
    reports.push(report.value);
  }
  return accept(reports);
}
