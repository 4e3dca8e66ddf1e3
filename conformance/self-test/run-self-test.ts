import { writeWhole } from '../report/write-whole.ts';
import { type SelfTestOptions, selfTest } from './self-test.ts';
import type { SelfTestReport } from './self-test-report.ts';

export interface SelfTestArguments extends SelfTestOptions {
  /** Files to write, by their endings: .json or .html. */
  readonly reports?: readonly string[];
  readonly colour?: boolean;
}

export interface SelfTestResult {
  readonly report: SelfTestReport;
  /** For the terminal. */
  readonly text: string;
  /** 0: all caught and nobody accused; 1: not so; 3: stopped before everything was run. */
  readonly exitCode: 0 | 1 | 3;
}

/** The whole of `--self-test`, but for printing it. Rejects when a file cannot be written. */
export async function runSelfTest({
  reports = [],
  colour = false,
  ...options
}: SelfTestArguments): Promise<SelfTestResult> {
  const report = await selfTest(options);
  const { matrixText } = await import('./matrix-text.ts');
  for (const path of reports) await writeWhole(path, await written(report, path));
  const exitCode = !report.clean ? 1 : report.complete ? 0 : 3;
  return { report, text: matrixText(report, { colour }), exitCode };
}

async function written(report: SelfTestReport, path: string): Promise<string> {
  if (!path.toLowerCase().endsWith('.html')) return `${JSON.stringify(report, undefined, 2)}\n`;
  const { matrixHtml } = await import('./matrix-html.ts');
  return matrixHtml(report);
}
