import { writeAs } from '../report/write-report.ts';
import { type SelfTestOptions, selfTest } from './self-test.ts';
import type { SelfTestReport } from './self-test-report.ts';

export interface SelfTestArguments extends SelfTestOptions {
  /** Files to write, by their endings. */
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
  const { selfTestPage } = await import('./self-test-page.ts');
  const { terminalText } = await import('../writers/terminal.ts');
  const page = selfTestPage(report);
  for (const path of reports) await writeAs(path, { data: report, page: async () => page });
  const exitCode = !report.clean ? 1 : report.complete ? 0 : 3;
  return { report, text: terminalText(page, { colour, verbose: false }), exitCode };
}
