import { accept, type Result, refuse } from '../../core/result.ts';
import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { readText } from '../../fixtures/read-text.ts';
import { comparisonPage, comparisonSentence } from '../compare/compare-page.ts';
import { type Change, changesIn, compareReports, type ReportComparison } from '../compare/compare-reports.ts';
import { readReport } from '../reading/read-report.ts';
import type { Report } from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { endingProblem, pageEndings, writeAs } from '../report/write-report.ts';
import { print, say } from './output.ts';
import { written } from './write-files.ts';

export const compareHelp = `Usage: conversation-reset-conformance compare REPORT.json REPORT.json... [options]

Puts the JSON reports of several runs side by side: which requirements each
implementation fulfils, and what each does where the spec is silent.

  --report FILE      again and again for several; the ending chooses the form:
                     .html, .md, .json
  --fail-on-change   exit with 1 where an outcome or an axis is not the same in
                     all reports
`;

/**
 * `compare` with the arguments that follow it. Exit code 0; 1 for a change under `--fail-on-change`; 2 where an
 * argument is wrong, a report cannot be read, or a file cannot be written.
 */
export async function runCompare(args: readonly string[]): Promise<number> {
  const options = parseCompare(args);
  if (!options.ok) return refused(options.refusal);
  const { help, files, outputs, failOnChange } = options.value;
  if (help) {
    return (await print(compareHelp)) ? 0 : 2;
  }
  const reports = readAll(files);
  if (!reports.ok) return refused(reports.refusal);
  const comparison = compareReports(reports.value);
  const changes = changesIn(comparison);
  if (!(await print(comparisonText(comparison, changes)))) return refused('The output could not be written.');
  for (const path of outputs) {
    const page = async () => comparisonPage(comparison);
    const problem = await written(path, () => writeAs(path, { data: comparison, page }));
    if (problem !== undefined) return refused(problem);
  }
  return failOnChange && changes.length > 0 ? 1 : 0;
}

function refused(sentence: string): 2 {
  say(sentence);
  return 2;
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
    const text = readText(file);
    if (!text.ok) return refuse(`${file}${text.refusal}.`);
    const report = readReport(text.value, file);
    if (!report.ok) return report;
    if (report.value.replayed) {
      return refuse(`${file} is of a run that only repeated violations; compare takes reports of whole runs.`);
    }
    reports.push(report.value);
  }
  return accept(reports);
}

/** What is not the same, a line for each: who does what. */
function comparisonText({ reports, ...comparison }: ReportComparison, changes: readonly Change[]): string {
  const lines = changes.map(({ id, values }) => {
    const said = values.map((value) => value ?? 'does not say');
    const parts = [...new Set(said)].map((value) => {
      const names = reports.filter((_report, column) => said[column] === value).map(({ name }) => name);
      return `${value} (${names.join(', ')})`;
    });
    return `  ${id}: ${parts.join('; ')}`;
  });
  return `${[comparisonSentence({ reports, ...comparison }), ...lines].map(printable).join('\n')}\n`;
}
